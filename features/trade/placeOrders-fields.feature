@trade @placeOrders
Feature: placeOrders reads every field of an order
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a client order id belongs to the order from the first response

    @clause:PLACEORDERS-ITEM-CLIENTID @clause:ORDERREF-FIELD-CLIENTID
    Scenario: placeOrders returns the client order id, and getOpenOrders shows it
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity | clientOrderId    |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      | account-7.a=b/c+d_e |
      When "trader" sends getOpenOrders
      Then the response lists:
        | order.venueId | order.clientId   | orderId |
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
        | name  | symbol   | side | price | quantity | clientOrderId |
        | first | BTC-USDT | buy  | 94000 | 0.1      | mine          |
      And "trader" has sent cancelOrders:
        | orderIds | ["{first}"] |
      When "trader" places:
        | symbol   | side | price | quantity | clientOrderId |
        | BTC-USDT | buy  | 94000 | 0.1      | mine          |
      Then the response is ok with:
        | statuses[0].resting.order.clientId | mine |

  Rule: postOnly and reduceOnly decide how an order may fill

    @clause:PLACEORDERS-TYPE-OTHER @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario Outline: a post-only order below the spread rests as <orderType>
      When "trader" places:
        | symbol   | side | orderType   | price | quantity | postOnly |
        | BTC-USDT | buy  | <orderType> | 95009 | 0.1      | <flag>   |
      Then "statuses[0].resting.id" of the response is called "bid"
      And these facts changed, and no others:
        | fact          | from | to                         |
        | order bid     | none | buy 0.1 at 95009, filled 0 |
        | trader margin | 0.00 | 950.00                     |

      Examples:
        | orderType | flag |
        | limitGtc  | true |
        | limitAlo  |      |

    @clause:PLACEORDERS-ITEM-REDUCEONLY
    Scenario: a reduce-only order closes a position
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      When "trader" places:
        | symbol   | side | orderType | price | quantity | reduceOnly |
        | BTC-USDT | sell | limitIoc  | 94990 | 0.1      | true       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.1      |
        | statuses[0].filled.avgPrice  | 94990.00 |
      And these facts changed, and no others:
        | fact                     | from                 | to         |
        | trader USDT              | 999995.25            | 999989.5005 |
        | trader margin            | 950.00               | 0.00       |
        | trader position BTC-USDT | long 0.1 at 95000.00 | none       |

  Rule: an empty text means no value

    @clause:PLACEORDERS-ITEM-TRIGGERPRICE @clause:PLACEORDERS-ITEM-PRICE @clause:PLACEORDERS-ITEM-ISTRIGGERMARKET
    Scenario Outline: placeOrders accepts <case> with an empty <field>
      When "trader" places:
        | symbol   | side | orderType   | price   | quantity | triggerPrice | isTriggerMarket |
        | BTC-USDT | buy  | <orderType> | <price> | 0.1      | <empty>      | false           |
      Then the response is ok with:
        | statuses[0].<entry>.id | <id> |

      Examples:
        | case           | field        | orderType | price   | entry   |
        | a limit order  | triggerPrice | limitGtc  | 94000   | resting |
        | a market order | price        | market    | <empty> | filled  |

    @clause:PLACEORDERS-PARAM-GROUPING @assumed @R-102
    Scenario Outline: placeOrders accepts orders without a group under the grouping <grouping>
      When "trader" sends placeOrders:
        | symbol             | BTC-USDT   |
        | source             | a-test     |
        | orders[0].side     | buy        |
        | orders[0].orderType | limitGtc  |
        | orders[0].price    | 94000      |
        | orders[0].quantity | 0.1        |
        | grouping           | <grouping> |
      Then "statuses[0].resting.id" of the response is called "bid"
      And these facts changed, and no others:
        | fact          | from | to                         |
        | order bid     | none | buy 0.1 at 94000, filled 0 |
        | trader margin | 0.00 | 950.00                     |

      Examples:
        | grouping |
        | na       |
        | <empty>  |
        | <absent> |

  Rule: the symbol beside the orders is signed for the orders without one

    @clause:AUTH-TYPE-PLACEORDERS @assumed @R-102 @negative
    Scenario Outline: placeOrders refuses an order signed with <signed> and sent with the symbol <sent> beside it
      When "trader" sends placeOrders:
        | orders                 | [{"side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"}] |
        | symbol                 | <symbol> |
        | tampered.params.symbol | <sent>   |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

      Examples:
        | signed          | symbol   | sent     |
        | an empty symbol | <absent> | BTC-USDT |
        | another market  | ETH-USDT | BTC-USDT |
