@trade @cancelAllOrders
Feature: cancelAllOrders cancels every open order of a subaccount in the named markets
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name   | symbol   | side | price | quantity | clientOrderId |
      | first  | BTC-USDT | buy  | 95000 | 0.5      |               |
      | second | ETH-USDT | sell | 3400  | 1        | mine          |
      | third  | BTC-USDT | sell | 96000 | 0.1      |               |

  Rule: the wildcard names all markets, a list only its own

    @clause:CANCELALLORDERS-WILDCARD @clause:CANCELALLORDERS-TYPE-LIMIT @clause:STATE-ORDER-CANCEL-ALL
    @clause:STATE-ORDER-CANCEL-MARGIN-RELEASED
    Scenario: cancelAllOrders with the wildcard cancels in all markets
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response lists:
        | order.venueId | orderId  | symbol   | message |
        | {first}       | {first}  | BTC-USDT | <empty> |
        | {second}      | {second} | ETH-USDT | <empty> |
        | {third}       | {third}  | BTC-USDT | <empty> |
      And these facts changed, and no others:
        | fact          | from                         | to   |
        | order first   | buy 0.5 at 95000, filled 0   | none |
        | order second  | sell 1 at 3400.0, filled 0   | none |
        | order third   | sell 0.1 at 96000, filled 0  | none |
        | trader margin | 5080.00                      | 0.00 |

    @clause:CANCELALLORDERS @clause:CANCELALLORDERS-LIST @clause:CANCELALLORDERS-PARAM-SYMBOLS
    Scenario: cancelAllOrders with a list cancels only in its markets
      When "trader" sends cancelAllOrders:
        | symbols | ["BTC-USDT"] |
      Then the response lists:
        | orderId |
        | {first} |
        | {third} |
      And these facts changed, and no others:
        | fact          | from                        | to     |
        | order first   | buy 0.5 at 95000, filled 0  | none   |
        | order third   | sell 0.1 at 96000, filled 0 | none   |
        | trader margin | 5080.00                     | 330.00 |

    @clause:CANCELALLORDERS-LIST
    Scenario: cancelAllOrders succeeds if one of the named markets has no orders
      When "trader" sends cancelAllOrders:
        | symbols | ["SOL-USDT", "ETH-USDT", "ETH-USDT"] |
      Then the response lists:
        | orderId  | symbol   |
        | {second} | ETH-USDT |
      And these facts changed, and no others:
        | fact          | from                       | to      |
        | order second  | sell 1 at 3400.0, filled 0 | none    |
        | trader margin | 5080.00                    | 4750.00 |

  Rule: each cancelled order is listed with its ids, its market and an empty message

    @clause:CANCELALLORDERS-RESP-ORDER @clause:CANCELALLORDERS-RESP-ORDERID
    @clause:CANCELALLORDERS-RESP-SYMBOL @clause:CANCELALLORDERS-RESP-MESSAGE
    @clause:ORDERREF-CANONICAL-PRESENT @clause:ORDERREF-FLAT-PRESENT
    Scenario: an entry of cancelAllOrders holds the identifier object and the flat id
      When "trader" sends cancelAllOrders:
        | symbols | ["ETH-USDT"] |
      Then the response is ok with:
        | . | [{"order":{"venueId":"{second}","clientId":"mine"},"orderId":"{second}","message":"","symbol":"ETH-USDT"}] |

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
      Given "other" has placed:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | sell | limitIoc  | 95000 | 0.2      |
      When "trader" sends cancelAllOrders:
        | symbols | ["BTC-USDT"] |
      Then the response lists:
        | orderId |
        | {first} |
        | {third} |
      And these facts changed, and no others:
        | fact          | from                         | to      |
        | order first   | buy 0.5 at 95000, filled 0.2 | none    |
        | order third   | sell 0.1 at 96000, filled 0  | none    |
        | trader margin | 5080.00                      | 2230.00 |

    @clause:STATE-ORDER-CANCELLING-THEN-CANCELLED
    Scenario: getOrderHistory shows a row cancelling before the row cancelled
      Given "trader" has sent cancelAllOrders:
        | symbols | ["ETH-USDT"] |
      When "trader" sends getOrderHistory:
        | symbol | ETH-USDT |
      Then the response lists:
        | orderId  | status     | filledQuantity |
        | {second} | cancelled  | 0              |
        | {second} | cancelling | 0              |
        | {second} | placed     | 0              |

    @clause:CANCELALLORDERS
    Scenario: cancelAllOrders leaves the orders of others in the same market
      Given "other" has the open orders:
        | name   | symbol   | side | price | quantity |
        | theirs | BTC-USDT | buy  | 94000 | 0.1      |
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response lists:
        | orderId  |
        | {first}  |
        | {second} |
        | {third}  |
      And these facts changed, and no others:
        | fact          | from                         | to   |
        | order first   | buy 0.5 at 95000, filled 0   | none |
        | order second  | sell 1 at 3400.0, filled 0   | none |
        | order third   | sell 0.1 at 96000, filled 0  | none |
        | trader margin | 5080.00                      | 0.00 |
