@trade @lifecycle
Feature: a modified order can fill, change again or be cancelled
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | orderType | price     | quantity | expiresAt                      | clientOrderId |
      | bid  | {market} | buy  | limitGtd  | {far bid} | {5 size} | number {now + 60 s in seconds} | mine          |
    And "trader" has sent modifyOrder:
      | orderId  | {bid}    |
      | quantity | {4 size} |

  Rule: the history of an order holds one row for each state it reached, the latest first

    @transition:order/modified/fill-partly
    @clause:STATE-ORDER-VALUE-PARTIALLY-FILLED @assumed @R-24 @R-25
    Scenario: a modified order can fill in part
      Given the price midway in the spread of "{market}" is called "price"
      And "trader" has sent modifyOrder:
        | orderId | {bid}   |
        | price   | {price} |
      And "other" fills "{size}" of the order "bid" of "trader"
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | partially filled | {4 size} | {size}         |
        | {bid}   | modified         | {4 size} | 0              |
        | {bid}   | modified         | {4 size} | 0              |
        | {bid}   | placed           | {5 size} | 0              |

    @transition:order/modified/fill
    @clause:STATE-ORDER-VALUE-FILLED @assumed @R-24 @R-25
    Scenario: a modified order can fill completely
      Given the price midway in the spread of "{market}" is called "price"
      And "trader" has sent modifyOrder:
        | orderId | {bid}   |
        | price   | {price} |
      And "other" fills "{4 size}" of the order "bid" of "trader"
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status   | quantity | filledQuantity |
        | {bid}   | filled   | {4 size} | {4 size}       |
        | {bid}   | modified | {4 size} | 0              |
        | {bid}   | modified | {4 size} | 0              |
        | {bid}   | placed   | {5 size} | 0              |

    @transition:order/modified/modify
    @clause:STATE-ORDER-OPEN-MODIFIED @assumed @R-24 @R-25
    Scenario: a modified order can be modified again
      Given "trader" has sent modifyOrder:
        | orderId  | {bid}    |
        | quantity | {3 size} |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status   | quantity | filledQuantity |
        | {bid}   | modified | {3 size} | 0              |
        | {bid}   | modified | {4 size} | 0              |
        | {bid}   | placed   | {5 size} | 0              |

    @transition:order/modified/cancel
    @clause:STATE-ORDER-CANCELLING-THEN-CANCELLED @clause:STATE-ORDER-CANCEL-ONE @assumed @R-24 @R-25
    Scenario: cancelOrders cancels a modified order
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status     | quantity | filledQuantity |
        | {bid}   | cancelled  | {4 size} | 0              |
        | {bid}   | cancelling | {4 size} | 0              |
        | {bid}   | modified   | {4 size} | 0              |
        | {bid}   | placed     | {5 size} | 0              |

    @transition:order/modified/expire
    @clause:PLACEORDERS-TYPE-LIMITGTD @assumed @R-24 @R-25
    Scenario: a modified order is cancelled at its expiry
      Given these figures:
        | margin | {mark x 4 size / default leverage} |
      When 60 s pass
      Then these facts changed, and no others:
        | fact          | from                                       | to   |
        | order bid     | buy {4 size} at {far bid, price}, filled 0 | none |
        | trader margin | {margin, 2 decimals}                       | 0.00 |

    @clause:PLACEORDERS-TYPE-LIMITGTD @assumed @R-24 @R-25
    Scenario: a modified order that has expired is cancelled in the history
      When 60 s pass
      And "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status    | quantity | filledQuantity |
        | {bid}   | cancelled | {4 size} | 0              |
        | {bid}   | modified  | {4 size} | 0              |
        | {bid}   | placed    | {5 size} | 0              |

    @transition:order/modified/cancel-all
    @clause:STATE-ORDER-CANCEL-ALL @clause:STATE-ORDER-CANCELLING-THEN-CANCELLED @assumed @R-24 @R-25
    Scenario: cancelAllOrders cancels a modified order
      Given "trader" has sent cancelAllOrders:
        | symbols | ["*"] |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status     | quantity | filledQuantity |
        | {bid}   | cancelled  | {4 size} | 0              |
        | {bid}   | cancelling | {4 size} | 0              |
        | {bid}   | modified   | {4 size} | 0              |
        | {bid}   | placed     | {5 size} | 0              |

  Rule: a rejected request leaves a modified order unchanged

    @transition:order/modified/place @clause:PLACEORDERS-ITEM-CLIENTID @assumed @R-24 @negative
    Scenario: the client order id of a modified order cannot be used again
      When "trader" places:
        | symbol          | side | price            | quantity      | clientOrderId |
        | {second market} | buy  | {second far bid} | {second size} | mine          |
      Then item 0 is refused with IDEMPOTENCY_CONFLICT "duplicate clientOrderId"
      And nothing changed

    @transition:order/modified/modify-invalid @clause:STATE-ORDER-MODIFY-REJECTED @clause:MODIFYORDER-REJECT-HTTP @assumed @negative
    Scenario: modifyOrder rejects a quantity below the minimum for a modified order
      When "trader" sends modifyOrder:
        | orderId  | {bid}                |
        | quantity | {size below minimum} |
      Then the response is ok with:
        | status    | rejected               |
        | errorCode | QUANTITY_TOO_SMALL     |
        | error     | quantity below minimum |
      And nothing changed
