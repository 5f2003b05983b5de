@trade @lifecycle
Feature: a reduce-only order is trimmed or cancelled with its position and keeps its placed quantity
  Background:
    Given the world "quiet"
    And "trader" is long "{5 size}" of "{market}" against "other"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity | reduceOnly |
      | far  | {market} | sell | {far ask} | {3 size} | true       |
      | near | {market} | sell | {far ask} | {2 size} | true       |

  Rule: the newest reduce-only order is trimmed first

    @clause:STATE-ORDER-LOCAL-CANCEL @clause:STATE-ORDER-LOCAL-CANCEL-HISTORY @clause:ORDER-FIELD-CANCELREASON @assumed @R-85
    Scenario: a reduce-only order left without room is cancelled with REDUCE_ONLY_WOULD_INCREASE
      Given "other" is long "{2 size}" of "{market}" against "trader"
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | quantity | filledQuantity | cancelReason               | cancelledAt |
        | {near}  | {2 size} | 0              | REDUCE_ONLY_WOULD_INCREASE | <ms>        |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | quantity |
        | {far}   | {3 size} |

    @clause:ORDER-FIELD-QUANTITY @clause:ORDER-FIELD-STATUS @assumed @R-85 @R-25
    Scenario: a trimmed reduce-only order is modified, keeps its quantity and shows its remaining quantity
      Given "other" is long "{4 size}" of "{market}" against "trader"
      When "trader" sends getOrderHistory:
        | status | ["placed", "modified"] |
        | limit  | number 2               |
      Then the response lists:
        | orderId | status   | quantity | filledQuantity | remainingQuantity | cancelReason |
        | {far}   | modified | {3 size} | 0              | {size}            | <absent>     |
        | <id>    | placed   | {4 size} | 0              | <absent>          | <absent>     |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | quantity | filledQuantity | updatedTime  |
        | {far}   | {3 size} | 0              | number {now} |

    @clause:ORDER-FIELD-QUANTITY @assumed @R-85
    Scenario: the book shows the remaining quantity of a trimmed reduce-only order
      Given "other" is long "{4 size}" of "{market}" against "trader"
      And "trader" has sent modifyOrder:
        | orderId | {far} |
        | price   | 95009 |
      When anyone asks getOrderbook with {"symbol":"BTC-USDT"}
      Then the response is ok with:
        | asks[0] | ["95009","{size}"] |

    @clause:ORDER-FIELD-QUANTITY @assumed @R-85
    Scenario: a trimmed order that fills its remaining quantity ends as cancelled with that fill
      Given "other" is long "{4 size}" of "{market}" against "trader"
      And the price high in the spread of "{market}" is called "price"
      And "trader" has sent modifyOrder:
        | orderId | {far}   |
        | price   | {price} |
      And "other" fills "{size}" of the order "far" of "trader"
      When "trader" sends getOrderHistory:
        | limit | number 2 |
      Then the response lists:
        | orderId | status           | quantity | filledQuantity | cancelReason                |
        | {far}   | cancelled        | {3 size} | {size}         | REDUCE_ONLY_POSITION_CLOSED |
        | {far}   | partially filled | {3 size} | {size}         | <absent>                    |
      When "trader" sends getOpenOrders
      Then the response lists nothing

    @clause:MODIFYORDER-REJECT-HTTP @assumed @R-85 @negative
    Scenario: modifyOrder rejects the placed quantity of a trimmed order while the position is smaller
      Given "other" is long "{4 size}" of "{market}" against "trader"
      When "trader" sends modifyOrder:
        | orderId  | {far}    |
        | quantity | {3 size} |
      Then the response is ok with:
        | status    | rejected                   |
        | errorCode | REDUCE_ONLY_WOULD_INCREASE |
      And nothing changed

  Rule: reduce-only orders end with their position

    @clause:STATE-ORDER-LOCAL-CANCEL @clause:STATE-ORDER-LOCAL-CANCEL-HISTORY @clause:ORDER-FIELD-CANCELREASON @assumed @R-85
    Scenario: reduce-only orders of a closed position are cancelled with REDUCE_ONLY_POSITION_CLOSED
      Given "other" is long "{5 size}" of "{market}" against "trader"
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | quantity | filledQuantity | cancelReason                |
        | {near}  | {2 size} | 0              | REDUCE_ONLY_POSITION_CLOSED |
        | {far}   | {3 size} | 0              | REDUCE_ONLY_POSITION_CLOSED |

  Rule: subAccountUpdates sends the same changes

    # The market is spelt: where its mark moves, further updates of the margin come in between.
    @clause:WS-EMISSION @assumed @R-85
    Scenario: orderModified of a trimmed order carries its quantity and its remaining quantity
      Given "trader" follows subAccountUpdates
      And "other" bids for "{4 size}" of "BTC-USDT" inside the spread, at "bid"
      When "trader" places:
        | symbol   | side | orderType | quantity |
        | BTC-USDT | sell | market    | {4 size} |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType      | orderType | quantity | filledQuantity | remainingQuantity | cancelReason               |
        | orderPlaced    | market    | {4 size} | 0              | {4 size}          |                            |
        | trade          | market    | {4 size} |                |                   |                            |
        | orderFilled    | market    | {4 size} | {4 size}       | 0                 |                            |
        | orderCancelled | limit     | {2 size} | 0              | {2 size}          | REDUCE_ONLY_WOULD_INCREASE |
        | orderModified  | limit     | {3 size} | 0              | {size}            |                            |
        | marginUpdate   |           |          |                |                   |                            |
      And nothing else arrived
