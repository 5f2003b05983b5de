@channels @subAccountUpdates
Feature: subAccountUpdates sends what modifies and cancels lead to
  Background:
    Given the world "quiet"

  Rule: the change comes before its consequences

    @clause:WS-EMISSION @assumed
    Scenario: an order modified to cross the book sends orderModified before the trade and orderFilled
      Given "trader" has the open orders:
        | name | symbol   | side | price     | quantity |
        | bid  | {market} | buy  | {far bid} | {size}   |
      And "other" offers "{size}" of "{market}" inside the spread, at "ask"
      And "trader" follows subAccountUpdates
      When "trader" sends modifyOrder:
        | orderId | {bid} |
        | price   | {ask} |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType     | orderId | price        | filledQuantity |
        | orderModified | {bid}   | {ask, price} | 0              |
        | trade         | {bid}   | {ask, price} |                |
        | orderFilled   | {bid}   | {ask, price} | {size}         |
        | marginUpdate  |         |              |                |
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
        | name   | symbol          | side | price            | quantity      |
        | first  | {market}        | buy  | {far bid}        | {size}        |
        | second | {second market} | buy  | {second far bid} | {second size} |
      And "trader" follows subAccountUpdates
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType      | orderId  | order.venueId | status    | remainingQuantity |
        | orderCancelled | {second} | {second}      | cancelled | {second size}     |
        | orderCancelled | {first}  | {first}       | cancelled | {size}            |
        | marginUpdate   | <absent> | <absent>      |           |                   |
      And nothing else arrived
