@trade @cancelOrders
Feature: cancelOrders ends resting orders one by one
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity |
      | bid  | BTC-USDT | buy  | 94000 | 0.5      |

  Rule: an order is cancelled only for its own subaccount and only while it is live

    @clause:STATE-ORDER-CANCEL
    Scenario: an open order is cancelled and its margin is freed
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then the response is ok with:
        | statuses                           | <1 item> |
        | statuses[0].canceled.order.venueId | {bid}    |
        | statuses[0].canceled.id            | {bid}    |
      And these facts changed, and no others:
        | fact          | from                        | to   |
        | order bid     | buy 0.5 at 94000, filled 0  | none |
        | trader margin | 4750.00                     | 0.00 |
