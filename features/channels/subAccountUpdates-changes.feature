@channels @subAccountUpdates
Feature: subAccountUpdates sends what modifies and cancels lead to
  Background:
    Given the world "quiet"

  Rule: the change comes before its consequences

    @clause:WS-EMISSION @assumed
    Scenario: an order modified to cross the book sends orderModified before the trade and orderFilled
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | sell | 95000 | 0.1      |
      And "trader" follows subAccountUpdates
      When "trader" sends modifyOrder:
        | orderId | {bid} |
        | price   | 95000 |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType     | orderId | price | filledQuantity |
        | orderModified | {bid}   | 95000 | 0              |
        | trade         | {bid}   | 95000 |                |
        | orderFilled   | {bid}   | 95000 | 0.1            |
        | marginUpdate  |         |       |                |
      And nothing else arrived

  Rule: each chunk of a TWAP has its own events

    @clause:WS-EMISSION @clause:STATE-ORDER-CANCEL-TWAP-PARENT @assumed
    Scenario: a TWAP sends its placement, its first chunk and its progress in this order, and its cancel once
      Given "trader" follows subAccountUpdates
      When "trader" places the TWAP:
        | symbol   | side | quantity | durationSeconds | intervalSeconds |
        | BTC-USDT | buy  | 0.12     | number 600      | number 60       |
      Then "statuses[0].resting.id" of the response is called "slow"
      Given "trader" has sent cancelOrders:
        | orderIds | ["{slow}"] |
      Then the stream of "trader" sends in order:
        | eventType            | orderType | quantity | filledQuantity | orderId  |
        | orderPlaced          | twap      | 0.12     | 0              | {slow}   |
        | orderPlaced          | market    | 0.012    | 0              | <id>     |
        | trade                | market    | 0.012    |                | <id>     |
        | orderFilled          | market    | 0.012    | 0.012          | <id>     |
        | orderPartiallyFilled | twap      | 0.12     | 0.012          | {slow}   |
        | marginUpdate         |           |          |                | <absent> |
        | orderCancelled       | twap      | 0.12     | 0.012          | {slow}   |
        | marginUpdate         |           |          |                | <absent> |
      And nothing else arrived

  Rule: a cancel of many orders sends one event per order, in their order

    @clause:WS-EMISSION @clause:WS-EVENT-ORDER @clause:WS-EVENT-ORDERID @assumed
    Scenario: cancelAllOrders sends one event per order and one marginUpdate
      Given "trader" has the open orders:
        | name   | symbol   | side | price | quantity |
        | first  | BTC-USDT | buy  | 94000 | 0.001    |
        | second | ETH-USDT | buy  | 3200  | 0.1      |
      And "trader" follows subAccountUpdates
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType      | orderId  | order.venueId | status    | remainingQuantity |
        | orderCancelled | {second} | {second}      | cancelled | 0.1               |
        | orderCancelled | {first}  | {first}       | cancelled | 0.001             |
        | marginUpdate   | <absent> | <absent>      |           |                   |
      And nothing else arrived
