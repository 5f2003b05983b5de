@trade @lifecycle
Feature: a rejected order cannot be found
  Background:
    Given the world "quiet"
    When "trader" places:
      | symbol   | side | price                | quantity | clientOrderId |
      | {market} | buy  | {far bid + tick / 2} | {size}   | mine          |
    Then item 0 is refused with INVALID_VALUE "invalid price"

  Rule: a rejected order has no id, and its client order id stays free

    @transition:order/rejected/place @clause:PLACEORDERS-ITEM-CLIENTID @assumed @R-24
    Scenario: the client order id of a rejected order can be used by another order
      When "trader" places:
        | symbol   | side | price     | quantity | clientOrderId |
        | {market} | buy  | {far bid} | {size}   | mine          |
      Then "statuses[0].resting.id" of the response is called "bid"
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | order.clientId | status |
        | {bid}   | mine           | placed |

  Rule: a rejected order can be neither modified nor cancelled

    @clause:STATE-ORDER-MODIFY-REJECTED @clause:MODIFYORDER-ERR-NOT-FOUND @assumed @negative
    Scenario Outline: modifyOrder rejects <what> of a rejected order with ORDER_NOT_FOUND
      When "trader" sends modifyOrder:
        | clientOrderId | mine       |
        | quantity      | <quantity> |
      Then the response is ok with:
        | status    | rejected        |
        | errorCode | ORDER_NOT_FOUND |
        | error     | order not found |
      And nothing changed

      @transition:order/rejected/modify
      Examples:
        | what     | quantity |
        | a change | {2 size} |

      @transition:order/rejected/modify-invalid
      Examples: the exchange checks first whether it exists
        | what                                 | quantity             |
        | a change that no order can be put to | {size below minimum} |

    @transition:order/rejected/cancel @clause:ERR-ORDER-NOT-FOUND @negative
    Scenario: cancelOrders does not find a rejected order
      When "trader" sends cancelOrders:
        | clientOrderIds | ["mine"] |
      Then item 0 is refused with ORDER_NOT_FOUND "order not found"
      And nothing changed

    @transition:order/rejected/cancel-all @clause:CANCELALLORDERS-ERR-NONE @assumed @R-26 @negative
    Scenario: cancelAllOrders does not find a rejected order
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response is refused with 404 ORDER_NOT_FOUND "no orders found"
      And nothing changed
