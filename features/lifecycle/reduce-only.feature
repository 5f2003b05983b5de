@trade @lifecycle
Feature: a reduce-only order is trimmed or cancelled with its position and keeps its placed quantity
  Background:
    Given the world "quiet"
    And "trader" is long "0.005" BTC-USDT at "95000" against "other"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity | reduceOnly |
      | far  | BTC-USDT | sell | 95009 | 0.003      | true       |
      | near | BTC-USDT | sell | 95009 | 0.002      | true       |

  Rule: the newest reduce-only order is trimmed first

    @clause:STATE-ORDER-LOCAL-CANCEL @clause:STATE-ORDER-LOCAL-CANCEL-HISTORY @clause:ORDER-FIELD-CANCELREASON @assumed @R-85
    Scenario: a reduce-only order left without room is cancelled with REDUCE_ONLY_WOULD_INCREASE
      Given "other" is long "0.002" BTC-USDT at "95000" against "trader"
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | quantity | filledQuantity | cancelReason               | cancelledAt |
        | {near}  | 0.002      | 0              | REDUCE_ONLY_WOULD_INCREASE | <ms>        |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | quantity |
        | {far}   | 0.003      |

    @clause:ORDER-FIELD-QUANTITY @clause:ORDER-FIELD-STATUS @assumed @R-85 @R-25
    Scenario: a trimmed reduce-only order is modified, keeps its quantity and shows its remaining quantity
      Given "other" is long "0.004" BTC-USDT at "95000" against "trader"
      When "trader" sends getOrderHistory:
        | status | ["placed", "modified"] |
        | limit  | number 2               |
      Then the response lists:
        | orderId | status   | quantity | filledQuantity | remainingQuantity | cancelReason |
        | {far}   | modified | 0.003      | 0              | 0.001               | <absent>     |
        | <id>    | placed   | 0.004      | 0              | <absent>          | <absent>     |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | quantity | filledQuantity | updatedTime  |
        | {far}   | 0.003      | 0              | number {now} |
      When anyone asks getOrderbook with {"symbol":"BTC-USDT"}
      Then the response is ok with:
        | asks[0] | ["95009","0.001"] |

    @clause:ORDER-FIELD-QUANTITY @assumed @R-85
    Scenario: a trimmed order that fills its remaining quantity ends as cancelled with that fill
      Given "other" is long "0.004" BTC-USDT at "95000" against "trader"
      And "other" buys "0.001" BTC-USDT at "95009"
      When "trader" sends getOrderHistory:
        | limit | number 2 |
      Then the response lists:
        | orderId | status           | quantity | filledQuantity | cancelReason                |
        | {far}   | cancelled        | 0.003      | 0.001            | REDUCE_ONLY_POSITION_CLOSED |
        | {far}   | partially filled | 0.003      | 0.001            | <absent>                    |
      When "trader" sends getOpenOrders
      Then the response lists nothing

    @clause:MODIFYORDER-REJECT-HTTP @assumed @R-85 @negative
    Scenario: modifyOrder rejects the placed quantity of a trimmed order while the position is smaller
      Given "other" is long "0.004" BTC-USDT at "95000" against "trader"
      When "trader" sends modifyOrder:
        | orderId  | {far} |
        | quantity | 0.003   |
      Then the response is ok with:
        | status    | rejected                   |
        | errorCode | REDUCE_ONLY_WOULD_INCREASE |
      And nothing changed

  Rule: reduce-only orders end with their position

    @clause:STATE-ORDER-LOCAL-CANCEL @clause:STATE-ORDER-LOCAL-CANCEL-HISTORY @clause:ORDER-FIELD-CANCELREASON @assumed @R-85
    Scenario: reduce-only orders of a closed position are cancelled with REDUCE_ONLY_POSITION_CLOSED
      Given "other" is long "0.005" BTC-USDT at "95000" against "trader"
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | quantity | filledQuantity | cancelReason                |
        | {near}  | 0.002      | 0              | REDUCE_ONLY_POSITION_CLOSED |
        | {far}   | 0.003      | 0              | REDUCE_ONLY_POSITION_CLOSED |

  Rule: subAccountUpdates sends the same changes

    @clause:WS-EMISSION @assumed @R-85
    Scenario: orderModified of a trimmed order carries its quantity and its remaining quantity
      Given "trader" follows subAccountUpdates
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 95000 | 0.004      |
      When "trader" places:
        | symbol   | side | orderType | quantity |
        | BTC-USDT | sell | market    | 0.004      |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType      | orderType | quantity | filledQuantity | remainingQuantity | cancelReason               |
        | orderPlaced    | market    | 0.004      | 0              | 0.004               |                            |
        | trade          | market    | 0.004      |                |                   |                            |
        | orderFilled    | market    | 0.004      | 0.004            | 0                 |                            |
        | orderCancelled | limit     | 0.002      | 0              | 0.002               | REDUCE_ONLY_WOULD_INCREASE |
        | orderModified  | limit     | 0.003      | 0              | 0.001               |                            |
        | marginUpdate   |           |          |                |                   |                            |
      And nothing else arrived
