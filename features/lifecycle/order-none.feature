@trade @lifecycle
Feature: an order is accepted or rejected, and an unknown order cannot be changed
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: an accepted order is placed, and a rejected one leaves only an event

    @transition:order/none/place @clause:STATE-ORDER-OTHER-MOVES @assumed @R-24 @R-25
    Scenario: placeOrders places an accepted order with its margin and one history row
      Given these figures:
        | margin | {mark x size / default leverage} |
      When "trader" places:
        | symbol   | side | price     | quantity |
        | {market} | buy  | {far bid} | {size}   |
      Then "statuses[0].resting.id" of the response is called "bid"
      And these facts changed, and no others:
        | fact          | from | to                                       |
        | order bid     | none | buy {size} at {far bid, price}, filled 0 |
        | trader margin | 0.00 | {margin, 2 decimals}                     |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status | quantity | filledQuantity |
        | {bid}   | placed | {size}   | 0              |

    @transition:order/none/place-invalid @clause:STATE-ORDER-OTHER-MOVES @clause:STATE-ORDER-VALUE-REJECTED @assumed @R-24
    @negative
    Scenario: a rejected order sends orderRejected and leaves no history row
      Given "trader" follows subAccountUpdates
      When "trader" places:
        | symbol   | side | price                | quantity | clientOrderId |
        | {market} | buy  | {far bid + tick / 2} | {size}   | mine          |
      Then item 0 is refused with INVALID_VALUE "invalid price"
      And nothing changed
      And the stream of "trader" sends in order:
        | eventType     | status   | orderId | clientOrderId | errorCode     | error         |
        | orderRejected | rejected | <empty> | mine          | INVALID_VALUE | invalid price |
      When "trader" sends getOrderHistory
      Then the response lists nothing

  Rule: an unknown order can be neither modified nor cancelled

    @clause:MODIFYORDER-ERR-NOT-FOUND @clause:STATE-ORDER-MODIFY-REJECTED @assumed @negative
    Scenario Outline: modifyOrder rejects a <what> of an unknown order with ORDER_NOT_FOUND
      When "trader" sends modifyOrder:
        | orderId  | 999        |
        | quantity | <quantity> |
      Then the response is ok with:
        | status    | rejected        |
        | errorCode | ORDER_NOT_FOUND |
        | error     | order not found |
      And nothing changed

      @transition:order/none/modify
      Examples:
        | what   | quantity |
        | change | {2 size} |

      @transition:order/none/modify-invalid
      Examples: the exchange checks first whether it exists
        | what                               | quantity             |
        | change that no order can be put to | {size below minimum} |

    @transition:order/none/cancel @clause:ERR-ORDER-NOT-FOUND @negative
    Scenario Outline: cancelOrders rejects an unknown order in <list> with ORDER_NOT_FOUND
      When "trader" sends cancelOrders:
        | <list> | ["<id>"] |
      Then item 0 is refused with ORDER_NOT_FOUND "order not found"
      And nothing changed

      Examples:
        | list           | id   |
        | orderIds       | 999  |
        | clientOrderIds | mine |

    @transition:order/none/cancel-all @clause:CANCELALLORDERS-ERR-NONE @assumed @R-26 @negative
    Scenario: cancelAllOrders without open orders responds ORDER_NOT_FOUND
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response is refused with 404 ORDER_NOT_FOUND "no orders found"
      And nothing changed
