@trade @lifecycle @negative
Feature: an order that has ended stays as it is
  Background:
    Given the world "quiet"
    And the price midway in the spread of "{market}" is called "price"
    And "trader" has the open orders:
      | name | symbol   | side | price   | quantity | clientOrderId |
      | bid  | {market} | buy  | {price} | {5 size} | mine          |

  Rule: a filled order can be neither cancelled nor modified

    @transition:order/filled/cancel
    @clause:ERR-ORDER-NOT-FOUND
    Scenario Outline: a filled order named by <list> is not found by cancelOrders
      Given "other" fills "{5 size}" of the order "bid" of "trader"
      When "trader" sends cancelOrders:
        | <list> | ["<id>"] |
      Then item 0 is refused with ORDER_NOT_FOUND "order not found"
      And nothing changed

      Examples:
        | list           | id    |
        | orderIds       | {bid} |
        | clientOrderIds | mine  |

    @transition:order/filled/modify
    @clause:MODIFYORDER-FILLED @clause:STATE-ORDER-MODIFY-REJECTED
    Scenario: a filled order is not found by modifyOrder
      Given "other" fills "{5 size}" of the order "bid" of "trader"
      When "trader" sends modifyOrder:
        | orderId | {bid}     |
        | price   | {far bid} |
      Then the response is ok with:
        | status    | rejected        |
        | errorCode | ORDER_NOT_FOUND |
        | error     | order not found |
      And nothing changed

    @transition:order/filled/modify-invalid @clause:MODIFYORDER-FILLED @clause:STATE-ORDER-MODIFY-REJECTED @assumed
    Scenario: modifyOrder reports that an order is filled before it checks the values
      Given "other" fills "{5 size}" of the order "bid" of "trader"
      When "trader" sends modifyOrder:
        | orderId  | {bid}                |
        | quantity | {size below minimum} |
      Then the response is ok with:
        | status    | rejected        |
        | errorCode | ORDER_NOT_FOUND |
        | error     | order not found |
      And nothing changed

    @transition:order/filled/cancel-all @clause:CANCELALLORDERS-ERR-NONE @assumed @R-26
    Scenario: a filled order is not found by cancelAllOrders
      Given "other" fills "{5 size}" of the order "bid" of "trader"
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response is refused with 404 ORDER_NOT_FOUND "no orders found"
      And nothing changed

  Rule: a cancelled order neither fills, nor is cancelled or modified again

    @transition:order/cancelled/fill
    @clause:STATE-ORDER-CANCEL-ONE
    Scenario: an incoming order meets the next level instead of a cancelled order
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      And "trader" bids for "{size}" of "{market}" inside the spread, low, at "next"
      When "other" places:
        | symbol   | side | orderType | price  | quantity |
        | {market} | sell | limitIoc  | {next} | {size}   |
      Then the response is ok with:
        | statuses[0].filled.avgPrice | {next, entry price} |

    @transition:order/cancelled/cancel
    @clause:ERR-ORDER-NOT-FOUND
    Scenario: a cancelled order is not found by cancelOrders
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then item 0 is refused with ORDER_NOT_FOUND "order not found"
      And nothing changed

    @transition:order/cancelled/cancel-all
    @clause:CANCELALLORDERS-ERR-NONE @assumed @R-26
    Scenario: a cancelled order is not found by cancelAllOrders
      Given "trader" has sent cancelAllOrders:
        | symbols | ["*"] |
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response is refused with 404 ORDER_NOT_FOUND "no orders found"
      And nothing changed

    @transition:order/cancelled/modify
    @clause:MODIFYORDER-CANCELLED @clause:STATE-ORDER-MODIFY-REJECTED
    Scenario: a cancelled order is not found by modifyOrder
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" sends modifyOrder:
        | clientOrderId | mine      |
        | price         | {far bid} |
      Then the response is ok with:
        | status    | rejected        |
        | errorCode | ORDER_NOT_FOUND |
        | error     | order not found |
      And nothing changed

    @transition:order/cancelled/modify-invalid @clause:MODIFYORDER-CANCELLED @clause:STATE-ORDER-MODIFY-REJECTED @assumed
    Scenario: modifyOrder reports that an order is cancelled before it checks the values
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" sends modifyOrder:
        | orderId  | {bid}                |
        | quantity | {size below minimum} |
      Then the response is ok with:
        | status    | rejected        |
        | errorCode | ORDER_NOT_FOUND |
        | error     | order not found |
      And nothing changed
