@trade @lifecycle
Feature: a fired order fills at most the size of its position
  Background:
    Given the world "bare"
    And "trader" is long "0.5" BTC-USDT at "95000" against "other"

  Rule: a fired order keeps its quantity, and the part without a position is cancelled

    @clause:ORDER-FIELD-QUANTITY @clause:ORDER-FIELD-CANCELREASON @assumed @R-86
    Scenario: a stop of 0.8 on a position of 0.5 fills 0.5 and ends as cancelled
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | stop | BTC-USDT | sell | triggerSl | 94500        | true            | 0.8      | true       |
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 1        |
      When the index of "BTC-USDT" moves to "94500"
      And "trader" sends getOrderHistory:
        | type | STOP_LOSS |
      Then the response lists:
        | orderId | status           | quantity | filledQuantity | remainingQuantity | cancelReason                |
        | {stop}  | cancelled        | 0.8      | 0.5            | <absent>          | REDUCE_ONLY_POSITION_CLOSED |
        | {stop}  | partially filled | 0.8      | 0.5            | 0                 | <absent>                    |
        | {stop}  | placed           | 0.8      | 0              | 0.5               | <absent>                    |
        | {stop}  | placed           | 0.8      | 0              | <absent>          | <absent>                    |

    @clause:ORDER-FIELD-QUANTITY @assumed @R-86
    Scenario: a fired limit order rests with its quantity and shows the size of the position in the book
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | take | BTC-USDT | sell | triggerTp | 96000 | 95500        | false           | 0.8      | true       |
      And the index of "BTC-USDT" is "95500"
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | quantity | filledQuantity |
        | {take}  | 0.8      | 0              |
      When anyone asks getOrderbook with {"symbol":"BTC-USDT"}
      Then the response is ok with:
        | asks | [["96000","0.5"]] |

    @clause:ORDER-FIELD-CLOSEPOSITION @clause:ORDER-FIELD-QUANTITY @assumed @R-86
    Scenario: a stop with closePosition shows the quantity that it filled
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | closePosition |
        | stop | BTC-USDT | sell | triggerSl | 94500        | true            | 0        | true          |
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 1        |
      When the index of "BTC-USDT" moves to "94500"
      And "trader" sends getOrderHistory:
        | type | STOP_LOSS |
      Then the response lists:
        | orderId | status | quantity | filledQuantity | cancelReason |
        | {stop}  | filled | 0.5      | 0.5            | <absent>     |
        | {stop}  | placed | 0.5      | 0              | <absent>     |
        | {stop}  | placed | 0        | 0              | <absent>     |

  Rule: a stop with closePosition waits until the book has a counterparty

    @clause:ORDER-FIELD-CLOSEPOSITION @clause:STATE-ORDER-SIBLING-NORMALTPSL @assumed @R-98
    Scenario: a stop with closePosition stays armed with its sibling while the book is empty
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | closePosition |
        | BTC-USDT | sell | triggerTp | 96000        | true            | 0        | true          |
        | BTC-USDT | sell | triggerSl | 94500        | true            | 0        | true          |
      Then "statuses[0].resting.id" of the response is called "take"
      And "statuses[1].resting.id" of the response is called "stop"
      When the index of "BTC-USDT" moves to "94500"
      And "trader" sends getOpenOrders
      Then the response lists:
        | orderId | quantity |
        | {stop}  | 0        |
        | {take}  | 0        |
      When "trader" sends getOrderHistory:
        | type | STOP_LOSS |
      Then the response lists:
        | orderId | status |
        | {stop}  | placed |

    @clause:ORDER-FIELD-CLOSEPOSITION @clause:STATE-ORDER-SIBLING-NORMALTPSL @assumed @R-98
    Scenario: a stop that found an empty book fires at the next price and cancels its sibling
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | closePosition |
        | BTC-USDT | sell | triggerTp | 96000        | true            | 0        | true          |
        | BTC-USDT | sell | triggerSl | 94500        | true            | 0        | true          |
      Then "statuses[0].resting.id" of the response is called "take"
      And "statuses[1].resting.id" of the response is called "stop"
      Given the index of "BTC-USDT" is "94500"
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 1        |
      And the index of "BTC-USDT" is "94400"
      When "trader" sends getOrderHistory:
        | limit | number 4 |
      Then the response lists:
        | orderId | status    | quantity | filledQuantity | cancelReason      |
        | {take}  | cancelled | 0        | 0              | SIBLING_TRIGGERED |
        | {stop}  | filled    | 0.5      | 0.5            | <absent>          |
        | {stop}  | placed    | 0.5      | 0              | <absent>          |
        | {stop}  | placed    | 0        | 0              | <absent>          |
      When "trader" sends getPositions
      Then the response lists nothing
