@trade @lifecycle
Feature: a partially filled order can fill further, change or be cancelled
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | orderType | price | quantity | expiresAt                      | clientOrderId |
      | bid  | BTC-USDT | buy  | limitGtd  | 95000 | 0.5      | number {now + 60 s in seconds} | mine          |
    And "early" has placed:
      | symbol   | side | orderType | price | quantity |
      | BTC-USDT | sell | limitIoc  | 95000 | 0.2      |

  Rule: the history of an order holds one row for each state it reached, the latest first

    @transition:order/partially-filled/fill-partly
    @clause:STATE-ORDER-VALUE-PARTIALLY-FILLED @assumed @R-24 @R-25
    Scenario: a partially filled order can fill in part again
      Given "other" has placed:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | sell | limitIoc  | 95000 | 0.1      |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | partially filled | 0.5      | 0.3            |
        | {bid}   | partially filled | 0.5      | 0.2            |
        | {bid}   | placed           | 0.5      | 0              |

    @transition:order/partially-filled/fill
    @clause:STATE-ORDER-VALUE-FILLED @assumed @R-24 @R-25
    Scenario: a partially filled order can fill completely
      Given "other" has placed:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | sell | limitIoc  | 95000 | 0.3      |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | filled           | 0.5      | 0.5            |
        | {bid}   | partially filled | 0.5      | 0.2            |
        | {bid}   | placed           | 0.5      | 0              |

    @transition:order/partially-filled/modify
    @clause:STATE-ORDER-OPEN-MODIFIED @assumed @R-24 @R-25
    Scenario: modifyOrder modifies a partially filled order
      Given "trader" has sent modifyOrder:
        | orderId  | {bid} |
        | quantity | 0.3   |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | modified         | 0.3      | 0.2            |
        | {bid}   | partially filled | 0.5      | 0.2            |
        | {bid}   | placed           | 0.5      | 0              |

    @transition:order/partially-filled/cancel
    @clause:STATE-ORDER-CANCELLING-THEN-CANCELLED @clause:STATE-ORDER-CANCEL-ONE @assumed @R-24 @R-25
    Scenario: cancelOrders cancels a partially filled order
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | cancelled        | 0.5      | 0.2            |
        | {bid}   | cancelling       | 0.5      | 0.2            |
        | {bid}   | partially filled | 0.5      | 0.2            |
        | {bid}   | placed           | 0.5      | 0              |

    @transition:order/partially-filled/expire
    @clause:PLACEORDERS-TYPE-LIMITGTD @assumed @R-24 @R-25
    Scenario: a partially filled order is cancelled at its expiry
      # The bid at 95000 lifted the mid to 95005, and the mark follows it within the minute.
      When 60 s pass
      Then these facts changed, and no others:
        | fact          | from                         | to      |
        | order bid     | buy 0.5 at 95000, filled 0.2 | none    |
        | trader margin | 4750.00                      | 1900.10 |
        | early margin  | 1900.00                      | 1900.10 |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | cancelled        | 0.5      | 0.2            |
        | {bid}   | partially filled | 0.5      | 0.2            |
        | {bid}   | placed           | 0.5      | 0              |

    @transition:order/partially-filled/cancel-all
    @clause:STATE-ORDER-CANCEL-ALL @clause:STATE-ORDER-CANCELLING-THEN-CANCELLED @clause:STATE-ORDER-CANCEL-PARTIAL @assumed @R-24 @R-25
    Scenario: cancelAllOrders cancels a partially filled order
      Given "trader" has sent cancelAllOrders:
        | symbols | ["*"] |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | cancelled        | 0.5      | 0.2            |
        | {bid}   | cancelling       | 0.5      | 0.2            |
        | {bid}   | partially filled | 0.5      | 0.2            |
        | {bid}   | placed           | 0.5      | 0              |

  Rule: a rejected request leaves a partially filled order unchanged

    @transition:order/partially-filled/place @clause:PLACEORDERS-ITEM-CLIENTID @assumed @R-24 @negative
    Scenario: the client order id of a partially filled order cannot be used again
      When "trader" places:
        | symbol   | side | price | quantity | clientOrderId |
        | ETH-USDT | buy  | 3200  | 1        | mine          |
      Then item 0 is refused with IDEMPOTENCY_CONFLICT "duplicate clientOrderId"
      And nothing changed

    @transition:order/partially-filled/modify-invalid @clause:STATE-ORDER-MODIFY-REJECTED @clause:MODIFYORDER-REJECT-HTTP @assumed @negative
    Scenario: modifyOrder rejects a total quantity equal to what has filled
      When "trader" sends modifyOrder:
        | orderId  | {bid} |
        | quantity | 0.2   |
      Then the response is ok with:
        | status    | rejected                     |
        | errorCode | QUANTITY_BELOW_FILLED        |
        | error     | quantity below filled amount |
      And nothing changed
