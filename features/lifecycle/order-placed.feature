@trade @lifecycle
Feature: a placed order can fill, change or be cancelled
  Background:
    Given the world "quiet"
    And the price midway in the spread of "{market}" is called "price"
    And "trader" has the open orders:
      | name | symbol   | side | orderType | price   | quantity | expiresAt                      | clientOrderId |
      | bid  | {market} | buy  | limitGtd  | {price} | {5 size} | number {now + 60 s in seconds} | mine          |

  Rule: the history of an order holds one row for each state it reached, the latest first

    @transition:order/placed/fill-partly
    @clause:STATE-ORDER-VALUE-PARTIALLY-FILLED @assumed @R-24 @R-25
    Scenario: a placed order can fill in part
      Given "other" fills "{2 size}" of the order "bid" of "trader"
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | partially filled | {5 size} | {2 size}       |
        | {bid}   | placed           | {5 size} | 0              |

    @transition:order/placed/fill
    @clause:STATE-ORDER-VALUE-FILLED @assumed @R-24 @R-25
    Scenario: a placed order can fill completely
      Given "other" fills "{5 size}" of the order "bid" of "trader"
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status | quantity | filledQuantity | filledPrice          |
        | {bid}   | filled | {5 size} | {5 size}       | {price, entry price} |
        | {bid}   | placed | {5 size} | 0              | <empty>              |

    @transition:order/placed/modify
    @clause:STATE-ORDER-OPEN-MODIFIED @assumed @R-24 @R-25
    Scenario: modifyOrder modifies a placed order
      Given "trader" has sent modifyOrder:
        | orderId  | {bid}    |
        | quantity | {4 size} |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status   | quantity |
        | {bid}   | modified | {4 size} |
        | {bid}   | placed   | {5 size} |

    @transition:order/placed/cancel
    @clause:STATE-ORDER-CANCELLING-THEN-CANCELLED @clause:STATE-ORDER-CANCEL-ONE @assumed @R-24 @R-25
    Scenario: cancelOrders cancels a placed order
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status     | cancelReason | cancelledAt  |
        | {bid}   | cancelled  | <absent>     | number {now} |
        | {bid}   | cancelling | <absent>     | <absent>     |
        | {bid}   | placed     | <absent>     | <absent>     |

    @transition:order/placed/expire
    @clause:PLACEORDERS-TYPE-LIMITGTD @assumed @R-24 @R-25
    Scenario: a placed order is cancelled at its expiry
      Given these figures:
        | margin | {mark x 5 size / default leverage} |
      When 60 s pass
      Then these facts changed, and no others:
        | fact          | from                                     | to   |
        | order bid     | buy {5 size} at {price, price}, filled 0 | none |
        | trader margin | {margin, 2 decimals}                     | 0.00 |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status    | cancelReason | cancelledAt  |
        | {bid}   | cancelled | EXPIRED      | number {now} |
        | {bid}   | placed    | <absent>     | <absent>     |

    @transition:order/placed/cancel-all
    @clause:STATE-ORDER-CANCEL-ALL @clause:STATE-ORDER-CANCELLING-THEN-CANCELLED @assumed @R-24 @R-25
    Scenario: cancelAllOrders cancels a placed order
      Given "trader" has sent cancelAllOrders:
        | symbols | ["*"] |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status     | quantity | filledQuantity |
        | {bid}   | cancelled  | {5 size} | 0              |
        | {bid}   | cancelling | {5 size} | 0              |
        | {bid}   | placed     | {5 size} | 0              |

  Rule: a rejected request leaves a placed order unchanged

    @transition:order/placed/place @clause:PLACEORDERS-ITEM-CLIENTID @assumed @R-24 @negative
    Scenario: the client order id of a placed order cannot be used again
      When "trader" places:
        | symbol          | side | price            | quantity      | clientOrderId |
        | {second market} | buy  | {second far bid} | {second size} | mine          |
      Then item 0 is refused with IDEMPOTENCY_CONFLICT "duplicate clientOrderId"
      And nothing changed

    @transition:order/placed/modify-invalid @clause:STATE-ORDER-MODIFY-REJECTED @clause:MODIFYORDER-REJECT-HTTP @assumed @negative
    Scenario: modifyOrder rejects a quantity below the minimum for a placed order
      When "trader" sends modifyOrder:
        | orderId  | {bid}                |
        | quantity | {size below minimum} |
      Then the response is ok with:
        | status    | rejected               |
        | errorCode | QUANTITY_TOO_SMALL     |
        | error     | quantity below minimum |
      And nothing changed
