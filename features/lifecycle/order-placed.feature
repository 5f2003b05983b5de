@trade @lifecycle
Feature: what can become of an order that was placed
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | orderType | price | quantity | expiresAt                         |
      | bid  | BTC-USDT | buy  | limitGtd  | 95000 | 0.5      | number {now + 60 s in seconds} |

  Rule: the history of an order holds one row for each state it reached, the latest first

    @clause:STATE-ORDER-VALUE-PARTIALLY-FILLED @assumed @R-24 @R-25
    Scenario: placed, then partially filled
      Given "other" has placed:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | sell | limitIoc  | 95000 | 0.2      |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | partially filled | 0.5      | 0.2            |
        | {bid}   | placed           | 0.5      | 0              |

    @clause:STATE-ORDER-VALUE-FILLED @assumed @R-24 @R-25
    Scenario: placed, then filled
      Given "other" has placed:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | sell | limitIoc  | 95000 | 0.5      |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status | quantity | filledQuantity | filledPrice |
        | {bid}   | filled | 0.5      | 0.5            | 95000.00    |
        | {bid}   | placed | 0.5      | 0              | <empty>     |

    @clause:STATE-ORDER-OPEN-MODIFIED @assumed @R-24 @R-25
    Scenario: placed, then modified
      Given "trader" has sent modifyOrder:
        | orderId  | {bid} |
        | quantity | 0.4   |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status   | quantity |
        | {bid}   | modified | 0.4      |
        | {bid}   | placed   | 0.5      |

    @clause:STATE-ORDER-CANCELLING-THEN-CANCELLED @clause:STATE-ORDER-CANCEL-ONE @assumed @R-24 @R-25
    Scenario: placed, then cancelled by its owner
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status     | cancelReason | cancelledAt  |
        | {bid}   | cancelled  | <absent>     | number {now} |
        | {bid}   | cancelling | <absent>     | <absent>     |
        | {bid}   | placed     | <absent>     | <absent>     |

    @clause:PLACEORDERS-TYPE-LIMITGTD @assumed @R-24 @R-25
    Scenario: placed, then cancelled by a rule, when its time is over
      When 60 s pass
      Then these facts changed, and no others:
        | fact          | from                       | to   |
        | order bid     | buy 0.5 at 95000, filled 0 | none |
        | trader margin | 4750.00                    | 0.00 |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status    | cancelReason | cancelledAt  |
        | {bid}   | cancelled | EXPIRED      | number {now} |
        | {bid}   | placed    | <absent>     | <absent>     |
