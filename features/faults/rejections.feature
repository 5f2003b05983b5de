@trade @faults @needs:fault
Feature: a fault can reject with codes that no rule of the exchange gives
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity |
      | bid  | BTC-USDT | buy  | 94000 | 0.1      |

  Rule: a rejected request changes nothing

    @placeOrders @clause:PLACEORDERS-STATUS-OTHER @assumed @negative
    Scenario Outline: placeOrders rejects an order with the injected code <code>
      Given the fault reject on placeOrders:
        | effect.code | <code> |
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 93000 | 0.1      |
      Then item 0 is refused with <code> "<text>"
      And nothing changed

      Examples:
        | code                  | text                                            |
        | WICK_INSURANCE_ACTIVE | orders blocked during wick insurance protection |
        | IOC_NOT_FILLED        | order could not be filled                       |
        | FOK_NOT_FILLED        | order could not be filled completely            |
        | OPERATION_TIMEOUT     | context timeout                                 |

    @cancelOrders @clause:CANCELORDERS @assumed @negative
    Scenario: cancelOrders rejects a cancel with the injected code CANCEL_FAILED
      Given the fault reject on cancelOrders:
        | effect.code | CANCEL_FAILED |
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then item 0 is refused with CANCEL_FAILED "cancel failed"
      And nothing changed

    @modifyOrder @clause:STATE-ORDER-MODIFY-REJECTED @assumed @negative
    Scenario: modifyOrder rejects a change with the injected code WICK_INSURANCE_ACTIVE
      Given the fault reject on modifyOrder:
        | effect.code | WICK_INSURANCE_ACTIVE |
      When "trader" sends modifyOrder:
        | orderId | {bid} |
        | price   | 93000 |
      Then the response is ok with:
        | status    | rejected                                        |
        | error     | orders blocked during wick insurance protection |
        | errorCode | WICK_INSURANCE_ACTIVE                           |
      And nothing changed

    @createSubaccount @clause:CREATESUBACCOUNT @assumed @negative
    Scenario: createSubaccount is refused with the injected code MAX_SUB_ACCOUNTS_EXCEEDED
      Given the fault reject on createSubaccount:
        | effect.code | MAX_SUB_ACCOUNTS_EXCEEDED |
      When "trader" sends createSubaccount:
        | name | account |
      Then the response is refused with 400 MAX_SUB_ACCOUNTS_EXCEEDED "Subaccount limit reached"
      And nothing changed

  Rule: the same request succeeds once the fault is over

    @cancelOrders @clause:CANCELORDERS-RESP-CANCELED
    Scenario: a cancel that a fault rejected once succeeds at the second attempt
      Given the fault reject on cancelOrders, once:
        | effect.code | CANCEL_FAILED |
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then item 0 is refused with CANCEL_FAILED "cancel failed"
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then the response is ok with:
        | statuses[0].canceled.order.venueId | {bid} |
      And these facts changed, and no others:
        | fact          | from                       | to   |
        | order bid     | buy 0.1 at 94000, filled 0 | none |
        | trader margin | 950.00                     | 0.00 |
