@trade @placeOrders @getOrderHistory
Feature: linked orders depend on each other from placement to the end
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: children wait for their main order

    @transition:linked-group/asleep/trigger
    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed
    Scenario: children do not fire while the main order is unfilled
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | buy  | limitGtc  | 94000 |              |                 | 0.1      |
        | BTC-USDT | sell | triggerTp |       | 96000        | true            | 0.1      |
        | BTC-USDT | sell | triggerSl |       | 94500        | true            | 0.1      |
      Then the response is ok
      Given the index of "BTC-USDT" is "94400"
      And the index of "BTC-USDT" is "96100"
      When "trader" sends getOpenOrders
      Then the response lists:
        | type        | filledQuantity |
        | STOP_LOSS   | 0              |
        | TAKE_PROFIT | 0              |
        | LIMIT       | 0              |

    @transition:linked-group/asleep/main-part @transition:linked-group/armed/main-cancel
    @clause:PLACEORDERS-GROUPING-NORMALTPSL @clause:ORDER-FIELD-QUANTITY @assumed @R-86
    Scenario: children of a partially filled main order cover the filled quantity
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | buy  | limitGtc  | 95000 |              |                 | 0.3      |
        | BTC-USDT | sell | triggerSl |       | 94500        | true            | 0.3      |
      Then "statuses[0].resting.id" of the response is called "main"
      And "statuses[1].resting.id" of the response is called "stop"
      Given "other" sells "0.1" BTC-USDT at "95000"
      And "trader" has sent cancelOrders:
        | orderIds | ["{main}"] |
      And the index of "BTC-USDT" is "94500"
      When "trader" sends getOrderHistory:
        | type | STOP_LOSS |
      Then the response lists:
        | orderId | status           | quantity | filledQuantity | remainingQuantity | cancelReason                |
        | {stop}  | cancelled        | 0.3      | 0.1            | <absent>          | REDUCE_ONLY_POSITION_CLOSED |
        | {stop}  | partially filled | 0.3      | 0.1            | 0                 | <absent>                    |
        | {stop}  | placed           | 0.3      | 0              | 0.1               | <absent>                    |
        | {stop}  | placed           | 0.3      | 0              | <absent>          | <absent>                    |

    @transition:linked-group/asleep/main-cancel
    @clause:STATE-ORDER-CANCEL-ONE @assumed
    Scenario: children are cancelled with a main order that is cancelled unfilled
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price     | triggerPrice         | isTriggerMarket | quantity |
        | {market} | buy  | limitGtc  | {far bid} |                      |                 | {size}   |
        | {market} | sell | triggerSl |           | {far bid - 10 ticks} | true            | {size}   |
      Then "statuses[0].resting.id" of the response is called "main"
      And "statuses[1].resting.id" of the response is called "stop"
      Given "trader" has sent cancelOrders:
        | orderIds | ["{main}"] |
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | status    | cancelReason         | cancelledAt |
        | {stop}  | cancelled | MAIN_ORDER_CANCELLED | <ms>        |
        | {main}  | cancelled | <absent>             | <ms>        |

  Rule: one side of a pair fires and the other is cancelled

    @transition:linked-group/none/place-filled @transition:linked-group/armed/trigger
    @clause:STATE-ORDER-SIBLING-NORMALTPSL @clause:STATE-ORDER-SIBLING-HISTORY
    Scenario Outline: a <fires> order that fires cancels the <ends> order beside it
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | buy  | market    |       |              |                 | 0.1      |
        | BTC-USDT | sell | triggerTp |       | 95500        | true            | 0.1      |
        | BTC-USDT | sell | triggerSl |       | 94500        | true            | 0.1      |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.1  |
        | statuses[1].resting.id       | <id> |
        | statuses[2].resting.id       | <id> |
      Given the index of "BTC-USDT" is "<index>"
      When "trader" sends getOrderHistory:
        | type | <fires> |
      Then the response lists:
        | status | triggerPrice | filledQuantity |
        | filled | <index>      | 0.1            |
        | placed | <index>      | 0              |
        | placed | <index>      | 0              |
      When "trader" sends getOrderHistory:
        | type | <ends> |
      Then the response lists:
        | status    | cancelledAt | cancelReason      | filledQuantity |
        | cancelled | <ms>        | SIBLING_TRIGGERED | 0              |
        | placed    | <absent>    | <absent>          | 0              |

      Examples:
        | fires       | ends        | index |
        | TAKE_PROFIT | STOP_LOSS   | 95500 |
        | STOP_LOSS   | TAKE_PROFIT | 94500 |

    @clause:STATE-ORDER-SIBLING-MULTIPLETPSL-PAIR @R-65 @assumed
    Scenario: a trigger that closes a part of the position cancels only its own sibling
      When "trader" places with grouping "multipleTpsl":
        | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity | clientOrderId |
        | BTC-USDT | buy  | market    |       |              |                 | 0.3      | main          |
        | BTC-USDT | sell | triggerTp |       | 95500        | true            | 0.1      | take1         |
        | BTC-USDT | sell | triggerSl |       | 94500        | true            | 0.1      | stop1         |
        | BTC-USDT | sell | triggerTp |       | 96000        | true            | 0.2      | take2         |
        | BTC-USDT | sell | triggerSl |       | 94000        | true            | 0.2      | stop2         |
      Then the response is ok
      Given the index of "BTC-USDT" is "95500"
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | order.clientId | cancelReason      | cancelledAt |
        | stop1          | SIBLING_TRIGGERED | <ms>        |
      When "trader" sends getOpenOrders
      Then the response lists:
        | order.clientId |
        | stop2          |
        | take2          |

    @clause:STATE-ORDER-SIBLING-MULTIPLETPSL-PAIR @clause:STATE-ORDER-SIBLING-MULTIPLETPSL-ACROSS
    @clause:STATE-ORDER-SIBLING-HISTORY
    Scenario: a trigger that closes the position cancels the other pairs too
      When "trader" places with grouping "multipleTpsl":
        | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity | closePosition | clientOrderId |
        | BTC-USDT | buy  | market    |       |              |                 | 0.3      |               | main          |
        | BTC-USDT | sell | triggerTp |       | 95500        | true            | 0        | true          | take1         |
        | BTC-USDT | sell | triggerSl |       | 94500        | true            | 0        | true          | stop1         |
        | BTC-USDT | sell | triggerTp |       | 96000        | true            | 0.2      |               | take2         |
        | BTC-USDT | sell | triggerSl |       | 94000        | true            | 0.2      |               | stop2         |
      Then the response is ok
      Given the index of "BTC-USDT" is "95500"
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | order.clientId | cancelReason      | cancelledAt |
        | stop2          | POSITION_CLOSED   | <ms>        |
        | take2          | POSITION_CLOSED   | <ms>        |
        | stop1          | SIBLING_TRIGGERED | <ms>        |
      When "trader" sends getOpenOrders
      Then the response lists nothing

  Rule: conditional orders of a position end with it

    @transition:linked-group/armed/position-closed
    @clause:POSITION-FIELD-STOPLOSSORDERS @assumed
    Scenario Outline: conditional orders are cancelled when the position is <done> by another order
      Given "trader" is long "{5 size}" of "{market}" against "other"
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | closePosition |
        | {market} | sell | triggerSl | {far bid}    | true            | 0        | true          |
      Then "statuses[0].resting.id" of the response is called "stop"
      Given "trader" sells "<quantity>" of "{market}" to "other"
      When "trader" sends getOrderHistory:
        | type | STOP_LOSS |
      Then the response lists:
        | orderId | status    | cancelReason    |
        | {stop}  | cancelled | POSITION_CLOSED |
        | {stop}  | placed    | <absent>        |
      When "trader" sends getPositions:
        | status | open |
      Then the response is ok with:
        | [0].stopLossOrders | <lists> |

      Examples:
        | done          | quantity | lists    |
        | closed        | {5 size} | <absent> |
        | turned around | {6 size} | []       |

  Rule: a fired order without a position ends alone

    @clause:STATE-ORDER-LOCAL-CANCEL @clause:STATE-ORDER-LOCAL-CANCEL-HISTORY
    Scenario: a stop that fires without a position is cancelled, and the other order keeps waiting
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | stop | BTC-USDT | sell | triggerSl | 94500        | true            | 0.1      | true       |
        | take | BTC-USDT | sell | triggerTp | 96000        | true            | 0.1      | true       |
      And the index of "BTC-USDT" is "94500"
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status    | cancelReason | cancelledAt |
        | {stop}  | cancelled | NO_POSITION  | <ms>        |
        | {take}  | placed    | <absent>     | <absent>    |
        | {stop}  | placed    | <absent>     | <absent>    |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {take}  |
