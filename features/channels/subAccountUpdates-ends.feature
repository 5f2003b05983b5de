@channels @subAccountUpdates
Feature: subAccountUpdates sends how orders wait, change and end
  Background:
    Given the world "bare"
    And "trader" is long "0.5" BTC-USDT at "95000" against "other"

  Rule: a waiting conditional order reserves no margin and sends no marginUpdate

    @clause:WS-EMISSION @assumed
    Scenario: a stop sends orderPlaced at placement, and trade and orderFilled when it fires
      Given "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 93000 | 1        |
      And "trader" follows subAccountUpdates
      And "trader" has placed:
        | symbol   | side | orderType | triggerPrice | quantity | isTriggerMarket |
        | BTC-USDT | sell | triggerSl | 94000        | 0.5      | true            |
      When the mark of "BTC-USDT" moves to "94000"
      Then the stream of "trader" sends in order:
        | eventType    | orderType  | triggerPrice | triggerPriceType | direction  | position |
        | orderPlaced  | stopMarket | 94000        | mark             |            |          |
        | trade        | stopMarket |              |                  | close long | null     |
        | orderFilled  | stopMarket | 94000        | mark             |            |          |
        | marginUpdate |            |              |                  |            |          |
      And nothing else arrived

    @clause:WS-EMISSION @clause:STATE-ORDER-SIBLING-NORMALTPSL @assumed
    Scenario: a stop that fires sends the cancel of its sibling
      Given "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 93000 | 1        |
      And "trader" follows subAccountUpdates
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice | quantity | isTriggerMarket |
        | BTC-USDT | sell | triggerTp | 96000        | 0.5      | true            |
        | BTC-USDT | sell | triggerSl | 94000        | 0.5      | true            |
      And the mark of "BTC-USDT" moves to "94000"
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType      | orderType        | cancelReason      |
        | orderPlaced    | takeProfitMarket |                   |
        | orderPlaced    | stopMarket       |                   |
        | trade          | stopMarket       |                   |
        | orderFilled    | stopMarket       |                   |
        | orderCancelled | takeProfitMarket | SIBLING_TRIGGERED |
        | marginUpdate   |                  |                   |
      And nothing else arrived

  Rule: the cancel reason is in the event, and one marginUpdate follows all cancels

    @clause:WS-EMISSION @assumed
    Scenario: an order that expires sends orderCancelled with reason EXPIRED
      Given "trader" follows subAccountUpdates
      And "trader" has placed:
        | symbol   | side | orderType | price | quantity | expiresAt                     |
        | BTC-USDT | buy  | limitGtd  | 94000 | 0.1      | number {now + 1 h in seconds} |
      When 61 minutes pass
      Then the stream of "trader" sends in order:
        | eventType      | expiresAt            | cancelReason | positionSize | payment  |
        | orderPlaced    | number 1767574800000 |              |              |          |
        | marginUpdate   |                      |              |              |          |
        | funding        |                      |              | 0.5          | -0.59375 |
        | orderCancelled | number 1767574800000 | EXPIRED      |              |          |
        | marginUpdate   |                      |              |              |          |
      And nothing else arrived

    @clause:WS-EMISSION @assumed
    Scenario: the dead man's switch sends orderCancelled with reason SCHEDULED_CANCEL for each order
      Given "trader" has the open orders:
        | name  | symbol   | side | price | quantity |
        | first | BTC-USDT | buy  | 94000 | 0.1      |
        | other | ETH-USDT | buy  | 3200  | 1        |
      And "trader" has sent scheduleCancel:
        | timeoutSeconds | number 60 |
      And "trader" follows subAccountUpdates
      When 60 s pass
      Then the stream of "trader" sends in order:
        | eventType      | orderId | cancelReason     | status    |
        | orderCancelled | {first} | SCHEDULED_CANCEL | cancelled |
        | orderCancelled | {other} | SCHEDULED_CANCEL | cancelled |
        | marginUpdate   |         |                  |           |
      And nothing else arrived

    @clause:WS-EMISSION @assumed
    Scenario: a TWAP sends its own events and those of its chunks
      Given "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | sell | 95000 | 1        |
      And "trader" follows subAccountUpdates
      When "trader" places the TWAP:
        | symbol   | side | quantity | durationSeconds | intervalSeconds |
        | BTC-USDT | buy  | 0.3      | number 300      | number 60       |
      And 60 s pass
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType            | orderType | quantity | filledQuantity |
        | orderPlaced          | twap      | 0.3      | 0              |
        | orderPlaced          | market    | 0.06     | 0              |
        | trade                | market    | 0.06     |                |
        | orderFilled          | market    | 0.06     | 0.06           |
        | orderPartiallyFilled | twap      | 0.3      | 0.06           |
        | marginUpdate         |           |          |                |
        | orderPlaced          | market    | 0.06     | 0              |
        | trade                | market    | 0.06     |                |
        | orderFilled          | market    | 0.06     | 0.06           |
        | orderPartiallyFilled | twap      | 0.3      | 0.12           |
        | marginUpdate         |           |          |                |
      And nothing else arrived
