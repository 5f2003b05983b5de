@trade @lifecycle
Feature: a partially filled order can fill further, change or be cancelled
  Background:
    Given the world "quiet"
    And the price midway in the spread of "{market}" is called "price"
    And "trader" has the open orders:
      | name | symbol   | side | orderType | price   | quantity | expiresAt                      | clientOrderId |
      | bid  | {market} | buy  | limitGtd  | {price} | {5 size} | number {now + 60 s in seconds} | mine          |

  Rule: the history of an order holds one row for each state it reached, the latest first

    @transition:order/partially-filled/fill-partly
    @clause:STATE-ORDER-VALUE-PARTIALLY-FILLED @assumed @R-24 @R-25
    Scenario: a partially filled order can fill in part again
      Given "early" fills "{2 size}" of the order "bid" of "trader"
      And "other" fills "{size}" of the order "bid" of "trader"
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | partially filled | {5 size} | {3 size}       |
        | {bid}   | partially filled | {5 size} | {2 size}       |
        | {bid}   | placed           | {5 size} | 0              |

    @transition:order/partially-filled/fill
    @clause:STATE-ORDER-VALUE-FILLED @assumed @R-24 @R-25
    Scenario: a partially filled order can fill completely
      Given "early" fills "{2 size}" of the order "bid" of "trader"
      And "other" fills "{3 size}" of the order "bid" of "trader"
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | filled           | {5 size} | {5 size}       |
        | {bid}   | partially filled | {5 size} | {2 size}       |
        | {bid}   | placed           | {5 size} | 0              |

    @transition:order/partially-filled/modify
    @clause:STATE-ORDER-OPEN-MODIFIED @assumed @R-24 @R-25
    Scenario: modifyOrder modifies a partially filled order
      Given "early" fills "{2 size}" of the order "bid" of "trader"
      And "trader" has sent modifyOrder:
        | orderId  | {bid}    |
        | price    | {price}  |
        | quantity | {3 size} |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | modified         | {3 size} | {2 size}       |
        | {bid}   | partially filled | {5 size} | {2 size}       |
        | {bid}   | placed           | {5 size} | 0              |

    @transition:order/partially-filled/cancel
    @clause:STATE-ORDER-CANCELLING-THEN-CANCELLED @clause:STATE-ORDER-CANCEL-ONE @assumed @R-24 @R-25
    Scenario: cancelOrders cancels a partially filled order
      Given "early" fills "{2 size}" of the order "bid" of "trader"
      And "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | cancelled        | {5 size} | {2 size}       |
        | {bid}   | cancelling       | {5 size} | {2 size}       |
        | {bid}   | partially filled | {5 size} | {2 size}       |
        | {bid}   | placed           | {5 size} | 0              |

    @transition:order/partially-filled/expire
    @clause:PLACEORDERS-TYPE-LIMITGTD @assumed @R-24 @R-25
    Scenario: a partially filled order is cancelled at its expiry
      Given "early" fills "{2 size}" of the order "bid" of "trader"
      And these figures:
        | margin | {mark x size / default leverage} |
      # The bid lifted the mid between it and the best ask, and the mark follows within the minute.
      When 60 s pass
      Then these facts changed, and no others:
        | fact          | from                                            | to                                                         |
        | order bid     | buy {5 size} at {price, price}, filled {2 size} | none                                                       |
        | trader margin | {5 margin, 2 decimals}                          | {(price + best ask) x size / default leverage, 2 decimals} |
        | early margin  | {2 margin, 2 decimals}                          | {(price + best ask) x size / default leverage, 2 decimals} |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | cancelled        | {5 size} | {2 size}       |
        | {bid}   | partially filled | {5 size} | {2 size}       |
        | {bid}   | placed           | {5 size} | 0              |

    @transition:order/partially-filled/cancel-all
    @clause:STATE-ORDER-CANCEL-ALL @clause:STATE-ORDER-CANCELLING-THEN-CANCELLED @clause:STATE-ORDER-CANCEL-PARTIAL @assumed @R-24 @R-25
    Scenario: cancelAllOrders cancels a partially filled order
      Given "early" fills "{2 size}" of the order "bid" of "trader"
      And "trader" has sent cancelAllOrders:
        | symbols | ["*"] |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity |
        | {bid}   | cancelled        | {5 size} | {2 size}       |
        | {bid}   | cancelling       | {5 size} | {2 size}       |
        | {bid}   | partially filled | {5 size} | {2 size}       |
        | {bid}   | placed           | {5 size} | 0              |

  Rule: a rejected request leaves a partially filled order unchanged

    @transition:order/partially-filled/place @clause:PLACEORDERS-ITEM-CLIENTID @assumed @R-24 @negative
    Scenario: the client order id of a partially filled order cannot be used again
      Given "early" fills "{2 size}" of the order "bid" of "trader"
      When "trader" places:
        | symbol          | side | price            | quantity      | clientOrderId |
        | {second market} | buy  | {second far bid} | {second size} | mine          |
      Then item 0 is refused with IDEMPOTENCY_CONFLICT "duplicate clientOrderId"
      And nothing changed

    @transition:order/partially-filled/modify-invalid @clause:STATE-ORDER-MODIFY-REJECTED @clause:MODIFYORDER-REJECT-HTTP @assumed @negative
    Scenario: modifyOrder rejects a total quantity equal to what has filled
      Given "early" fills "{2 size}" of the order "bid" of "trader"
      When "trader" sends modifyOrder:
        | orderId  | {bid}    |
        | quantity | {2 size} |
      Then the response is ok with:
        | status    | rejected                     |
        | errorCode | QUANTITY_BELOW_FILLED        |
        | error     | quantity below filled amount |
      And nothing changed
