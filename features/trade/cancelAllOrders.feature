@trade @cancelAllOrders
Feature: cancelAllOrders cancels every open order of a subaccount in the named markets
  Background:
    Given the world "quiet"
    And these figures:
      | margin       | {mark x size / default leverage}                      |
      | other margin | {second mark x second size / second default leverage} |
    And "trader" has the open orders:
      | name   | symbol          | side | price            | quantity      | clientOrderId |
      | first  | {market}        | buy  | {far bid}        | {5 size}      |               |
      | second | {second market} | sell | {second far ask} | {second size} | mine          |
      | third  | {market}        | sell | {far ask}        | {size}        |               |

  Rule: the wildcard names all markets, a list only its own

    @clause:CANCELALLORDERS-WILDCARD @clause:CANCELALLORDERS-TYPE-LIMIT @clause:STATE-ORDER-CANCEL-ALL
    @clause:STATE-ORDER-CANCEL-MARGIN-RELEASED
    Scenario: cancelAllOrders with the wildcard cancels in all markets
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response lists:
        | order.venueId | orderId  | symbol          | message |
        | {first}       | {first}  | {market}        | <empty> |
        | {second}      | {second} | {second market} | <empty> |
        | {third}       | {third}  | {market}        | <empty> |
      And these facts changed, and no others:
        | fact          | from                                                    | to   |
        | order first   | buy {5 size} at {far bid, price}, filled 0              | none |
        | order second  | sell {second size} at {second far ask, price}, filled 0 | none |
        | order third   | sell {size} at {far ask, price}, filled 0               | none |
        | trader margin | {5 margin + other margin, 2 decimals}                   | 0.00 |

    @clause:CANCELALLORDERS @clause:CANCELALLORDERS-LIST @clause:CANCELALLORDERS-PARAM-SYMBOLS
    Scenario: cancelAllOrders with a list cancels only in its markets
      When "trader" sends cancelAllOrders:
        | symbols | ["{market}"] |
      Then the response lists:
        | orderId |
        | {first} |
        | {third} |
      And these facts changed, and no others:
        | fact          | from                                       | to                         |
        | order first   | buy {5 size} at {far bid, price}, filled 0 | none                       |
        | order third   | sell {size} at {far ask, price}, filled 0  | none                       |
        | trader margin | {5 margin + other margin, 2 decimals}      | {other margin, 2 decimals} |

    @clause:CANCELALLORDERS-LIST
    Scenario: cancelAllOrders succeeds if one of the named markets has no orders
      When "trader" sends cancelAllOrders:
        | symbols | ["{third market}", "{second market}", "{second market}"] |
      Then the response lists:
        | orderId  | symbol          |
        | {second} | {second market} |
      And these facts changed, and no others:
        | fact          | from                                                    | to                     |
        | order second  | sell {second size} at {second far ask, price}, filled 0 | none                   |
        | trader margin | {5 margin + other margin, 2 decimals}                   | {5 margin, 2 decimals} |

  Rule: each cancelled order is listed with its ids, its market and an empty message

    @clause:CANCELALLORDERS-RESP-ORDER @clause:CANCELALLORDERS-RESP-ORDERID
    @clause:CANCELALLORDERS-RESP-SYMBOL @clause:CANCELALLORDERS-RESP-MESSAGE
    @clause:ORDERREF-CANONICAL-PRESENT @clause:ORDERREF-FLAT-PRESENT
    Scenario: an entry of cancelAllOrders holds the identifier object and the flat id
      When "trader" sends cancelAllOrders:
        | symbols | ["{second market}"] |
      Then the response is ok with:
        | . | [{"order":{"venueId":"{second}","clientId":"mine"},"orderId":"{second}","message":"","symbol":"{second market}"}] |

  Rule: only open orders of the subaccount are cancelled

    @clause:CANCELALLORDERS-TYPE-MARKET
    Scenario: cancelAllOrders cancels a market order that waits for its trigger
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | stop | SOL-USDT | sell | triggerSl | 189          | true            | 1        |
      And "trader" has sent cancelAllOrders:
        | symbols | ["SOL-USDT"] |
      When "trader" sends getOrderHistory:
        | symbol | SOL-USDT |
      Then the response lists:
        | orderId | status     | price   | filledQuantity |
        | {stop}  | cancelled  | <empty> | 0              |
        | {stop}  | cancelling | <empty> | 0              |
        | {stop}  | placed     | <empty> | 0              |
      When the index of "SOL-USDT" moves to "188.5"
      Then nothing changed

    @clause:STATE-ORDER-CANCEL-PARTIAL
    Scenario: cancelAllOrders leaves the fills of a partially filled order
      Given "trader" bids for "{2 size}" of "{market}" inside the spread, at "price", as "best"
      And "other" has placed:
        | symbol   | side | orderType | price   | quantity |
        | {market} | sell | limitIoc  | {price} | {size}   |
      When "trader" sends cancelAllOrders:
        | symbols | ["{market}"] |
      Then the response lists:
        | orderId |
        | {first} |
        | {third} |
        | {best}  |
      And these facts changed, and no others:
        | fact          | from                                          | to                                  |
        | order first   | buy {5 size} at {far bid, price}, filled 0    | none                                |
        | order third   | sell {size} at {far ask, price}, filled 0     | none                                |
        | order best    | buy {2 size} at {price, price}, filled {size} | none                                |
        | trader margin | {7 margin + other margin, 2 decimals}         | {margin + other margin, 2 decimals} |

    @clause:STATE-ORDER-CANCELLING-THEN-CANCELLED
    Scenario: getOrderHistory shows a row cancelling before the row cancelled
      Given "trader" has sent cancelAllOrders:
        | symbols | ["{second market}"] |
      When "trader" sends getOrderHistory:
        | symbol | {second market} |
      Then the response lists:
        | orderId  | status     | filledQuantity |
        | {second} | cancelled  | 0              |
        | {second} | cancelling | 0              |
        | {second} | placed     | 0              |

    @clause:CANCELALLORDERS
    Scenario: cancelAllOrders leaves the orders of others in the same market
      Given "other" has the open orders:
        | name   | symbol   | side | price     | quantity |
        | theirs | {market} | buy  | {far bid} | {size}   |
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response lists:
        | orderId  |
        | {first}  |
        | {second} |
        | {third}  |
      And these facts changed, and no others:
        | fact          | from                                                    | to   |
        | order first   | buy {5 size} at {far bid, price}, filled 0              | none |
        | order second  | sell {second size} at {second far ask, price}, filled 0 | none |
        | order third   | sell {size} at {far ask, price}, filled 0               | none |
        | trader margin | {5 margin + other margin, 2 decimals}                   | 0.00 |
