@trade @placeOrders @getOrderHistory
Feature: linked orders that watch the last price fire and cancel each other
  Background:
    Given the world "quiet"
    And "other" has placed:
      | symbol   | side | price | quantity |
      | BTC-USDT | sell | 95000 | 0.01     |

  Rule: one side of a pair fires and the other is cancelled

    @transition:linked-group/none/place-filled @transition:linked-group/armed/trigger
    @clause:STATE-ORDER-SIBLING-NORMALTPSL @clause:STATE-ORDER-SIBLING-HISTORY @clause:ORDER-FIELD-TRIGGERPRICETYPE
    Scenario Outline: a <fires> order that the last price fires cancels the <ends> order beside it
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price | triggerPrice | triggerPriceType | isTriggerMarket | quantity |
        | BTC-USDT | buy  | limitIoc  | 95000 |              |                  |                 | 0.01     |
        | BTC-USDT | sell | triggerTp |       | 95006        | last             | true            | 0.01     |
        | BTC-USDT | sell | triggerSl |       | 94994        | last             | true            | 0.01     |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.01 |
        | statuses[1].resting.id       | <id> |
        | statuses[2].resting.id       | <id> |
      Given "other" is <side> "0.001" BTC-USDT at "<last>" against "third"
      When "trader" sends getOrderHistory:
        | type | <fires> |
      Then the response lists:
        | status | triggerPrice | triggerPriceType | filledQuantity |
        | filled | <last>       | last             | 0.01           |
        | placed | <last>       | last             | 0              |
        | placed | <last>       | last             | 0              |
      When "trader" sends getOrderHistory:
        | type | <ends> |
      Then the response lists:
        | status    | cancelledAt | cancelReason      | filledQuantity |
        | cancelled | <ms>        | SIBLING_TRIGGERED | 0              |
        | placed    | <absent>    | <absent>          | 0              |
      When "trader" sends getOpenOrders
      Then the response lists nothing

      Examples:
        | fires       | ends        | side  | last  |
        | TAKE_PROFIT | STOP_LOSS   | long  | 95006 |
        | STOP_LOSS   | TAKE_PROFIT | short | 94994 |

    @clause:STATE-ORDER-SIBLING-MULTIPLETPSL-PAIR @R-65 @assumed
    Scenario: the last price fires one order of a pair and leaves the other pair alone
      When "trader" places with grouping "multipleTpsl":
        | symbol   | side | orderType | price | triggerPrice | triggerPriceType | isTriggerMarket | quantity |
        | BTC-USDT | buy  | limitIoc  | 95000 |              |                  |                 | 0.01     |
        | BTC-USDT | sell | triggerTp |       | 95006        | last             | true            | 0.004    |
        | BTC-USDT | sell | triggerSl |       | 94000        | last             | true            | 0.004    |
        | BTC-USDT | sell | triggerTp |       | 96000        | last             | true            | 0.006    |
        | BTC-USDT | sell | triggerSl |       | 93900        | last             | true            | 0.006    |
      Then "statuses[2].resting.id" of the response is called "stop1"
      And "statuses[3].resting.id" of the response is called "take2"
      And "statuses[4].resting.id" of the response is called "stop2"
      Given "other" is long "0.001" BTC-USDT at "95006" against "third"
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | cancelReason      | cancelledAt |
        | {stop1} | SIBLING_TRIGGERED | <ms>        |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | triggerPriceType |
        | {stop2} | last             |
        | {take2} | last             |

    @clause:STATE-ORDER-SIBLING-MULTIPLETPSL-PAIR @clause:STATE-ORDER-SIBLING-MULTIPLETPSL-ACROSS
    @clause:STATE-ORDER-SIBLING-HISTORY
    Scenario: an order that the last price fires and that closes the position cancels the other pairs too
      When "trader" places with grouping "multipleTpsl":
        | symbol   | side | orderType | price | triggerPrice | triggerPriceType | isTriggerMarket | quantity | closePosition |
        | BTC-USDT | buy  | limitIoc  | 95000 |              |                  |                 | 0.01     |               |
        | BTC-USDT | sell | triggerTp |       | 95006        | last             | true            | 0        | true          |
        | BTC-USDT | sell | triggerSl |       | 94000        | last             | true            | 0        | true          |
        | BTC-USDT | sell | triggerTp |       | 96000        | last             | true            | 0.006    |               |
        | BTC-USDT | sell | triggerSl |       | 93900        | last             | true            | 0.006    |               |
      Then "statuses[2].resting.id" of the response is called "stop1"
      And "statuses[3].resting.id" of the response is called "take2"
      And "statuses[4].resting.id" of the response is called "stop2"
      Given "other" is long "0.001" BTC-USDT at "95006" against "third"
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | cancelReason      | cancelledAt |
        | {stop2} | POSITION_CLOSED   | <ms>        |
        | {take2} | POSITION_CLOSED   | <ms>        |
        | {stop1} | SIBLING_TRIGGERED | <ms>        |

  Rule: a fired order with nothing to close ends alone

    @clause:STATE-ORDER-LOCAL-CANCEL @clause:STATE-ORDER-LOCAL-CANCEL-HISTORY
    Scenario: a stop that the last price fires without a position is cancelled in a row of its own
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | triggerPriceType | isTriggerMarket | quantity | reduceOnly |
        | stop | BTC-USDT | sell | triggerSl | 94994        | last             | true            | 0.01     | true       |
        | take | BTC-USDT | sell | triggerTp | 96000        | last             | true            | 0.01     | true       |
      And "other" is short "0.001" BTC-USDT at "94994" against "third"
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
