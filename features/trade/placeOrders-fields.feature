@trade @placeOrders
Feature: placeOrders reads every field of an order
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a client order id belongs to the order from the first response

    @clause:PLACEORDERS-ITEM-CLIENTID @clause:ORDERREF-FIELD-CLIENTID
    Scenario: placeOrders returns the client order id, and getOpenOrders shows it
      Given "trader" has the open orders:
        | name | symbol   | side | price     | quantity | clientOrderId       |
        | bid  | {market} | buy  | {far bid} | {size}   | account-7.a=b/c+d_e |
      When "trader" sends getOpenOrders
      Then the response lists:
        | order.venueId | order.clientId      | orderId |
        | {bid}         | account-7.a=b/c+d_e | {bid}   |

    @clause:ORDERREF-FIELD-VENUEID @clause:ORDERREF-CLIENTID-EMPTY @clause:ORDERREF-FLAT-PRESENT
    Scenario: an order without a client order id shows an empty one and has its own ids
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
        | BTC-USDT | buy  | 94001 | 0.1      |
      Then the response is ok with:
        | statuses[0].resting.order.venueId  | 1948058938469519720 |
        | statuses[0].resting.id             | 1948058938469519720 |
        | statuses[0].resting.order.clientId | <empty>             |
        | statuses[1].resting.order.venueId  | 1948058938469519721 |

    @clause:PLACEORDERS-ITEM-CLIENTID @assumed
    Scenario: a client order id is free again after its order is closed
      Given "trader" has the open orders:
        | name  | symbol   | side | price     | quantity | clientOrderId |
        | first | {market} | buy  | {far bid} | {size}   | mine          |
      And "trader" has sent cancelOrders:
        | orderIds | ["{first}"] |
      When "trader" places:
        | symbol   | side | price     | quantity | clientOrderId |
        | {market} | buy  | {far bid} | {size}   | mine          |
      Then the response is ok with:
        | statuses[0].resting.order.clientId | mine |

  Rule: postOnly and reduceOnly decide how an order may fill

    @clause:PLACEORDERS-TYPE-OTHER @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario Outline: a post-only order below the best offer rests as <orderType>
      Given the price midway in the spread of "{market}" is called "inside"
      When "trader" places:
        | symbol   | side | orderType   | price    | quantity | postOnly |
        | {market} | buy  | <orderType> | {inside} | {size}   | <flag>   |
      Then "statuses[0].resting.id" of the response is called "bid"
      And these facts changed, and no others:
        | fact          | from | to                                           |
        | order bid     | none | buy {size} at {inside, price}, filled 0      |
        | trader margin | 0.00 | {mark x size / default leverage, 2 decimals} |

      Examples:
        | orderType | flag |
        | limitGtc  | true |
        | limitAlo  |      |

    @clause:PLACEORDERS-ITEM-REDUCEONLY
    Scenario: a reduce-only order closes a position
      Given "trader" is long "{size}" of "{market}" against "other", at "entry"
      And the fee rates of "trader" are called "maker rate" and "taker rate"
      And "rival" bids for "{2 size}" of "{market}" inside the spread, at "price", as "theirs"
      And the fee rates of "rival" are called "their rate" and "their other rate"
      And these figures:
        | margin | {mark x size / default leverage} |
        | paid   | {entry x size x taker rate}      |
      When "trader" places:
        | symbol   | side | orderType | price   | quantity | reduceOnly |
        | {market} | sell | limitIoc  | {price} | {size}   | true       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size}               |
        | statuses[0].filled.avgPrice  | {price, entry price} |
      And these facts changed, and no others:
        | fact                     | from                                     | to                                                                                           |
        | trader {settlement}      | {1000000 - paid}                         | {1000000 - paid + (price - entry) x size - price x size x taker rate, rounded to 8 decimals} |
        | trader margin            | {margin, 2 decimals}                     | 0.00                                                                                         |
        | trader position {market} | long {size} at {entry, entry price}      | none                                                                                         |
        | rival {settlement}       | 1000000                                  | {1000000 - price x size x their rate, rounded to 8 decimals}                                 |
        | rival position {market}  | none                                     | long {size} at {price, entry price}                                                          |
        | order theirs             | buy {2 size} at {price, price}, filled 0 | buy {2 size} at {price, price}, filled {size}                                                |

  Rule: an empty text means no value

    @clause:PLACEORDERS-ITEM-TRIGGERPRICE @clause:PLACEORDERS-ITEM-PRICE @clause:PLACEORDERS-ITEM-ISTRIGGERMARKET
    Scenario Outline: placeOrders accepts <case> with an empty <field>
      Given "other" offers "{size}" of "{market}" inside the spread, at "price"
      When "trader" places:
        | symbol   | side | orderType   | price   | quantity | triggerPrice | isTriggerMarket |
        | {market} | buy  | <orderType> | <price> | {size}   | <empty>      | false           |
      Then the response is ok with:
        | statuses[0].<entry>.id | <id> |

      Examples:
        | case           | field        | orderType | price     | entry   |
        | a limit order  | triggerPrice | limitGtc  | {far bid} | resting |
        | a market order | price        | market    | <empty>   | filled  |

    @clause:PLACEORDERS-PARAM-GROUPING @assumed @R-102
    Scenario Outline: placeOrders accepts orders without a group under the grouping <grouping>
      When "trader" sends placeOrders:
        | symbol              | {market}   |
        | source              | a-test     |
        | orders[0].side      | buy        |
        | orders[0].orderType | limitGtc   |
        | orders[0].price     | {far bid}  |
        | orders[0].quantity  | {size}     |
        | grouping            | <grouping> |
      Then "statuses[0].resting.id" of the response is called "bid"
      And these facts changed, and no others:
        | fact          | from | to                                           |
        | order bid     | none | buy {size} at {far bid, price}, filled 0     |
        | trader margin | 0.00 | {mark x size / default leverage, 2 decimals} |

      Examples:
        | grouping |
        | na       |
        | <empty>  |
        | <absent> |

  Rule: the symbol beside the orders is signed for the orders without one

    @clause:AUTH-TYPE-PLACEORDERS @assumed @R-102 @negative
    Scenario Outline: placeOrders refuses an order signed with <signed> and sent with the symbol <sent> beside it
      When "trader" sends placeOrders:
        | orders                 | [{"side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | symbol                 | <symbol>                                                                        |
        | tampered.params.symbol | <sent>                                                                          |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

      Examples:
        | signed          | symbol          | sent     |
        | an empty symbol | <absent>        | {market} |
        | another market  | {second market} | {market} |
