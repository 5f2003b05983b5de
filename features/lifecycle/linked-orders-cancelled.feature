@trade @lifecycle @placeOrders
Feature: one child of a main order or the whole group can be cancelled before anything fires
  # The main order of each group rests out of the way; it moves to where others can meet it when it is to fill.
  Background:
    Given the world "quiet"
    When "trader" places with grouping "normalTpsl":
      | symbol   | side | orderType | price     | triggerPrice         | isTriggerMarket | quantity | clientOrderId |
      | {market} | buy  | limitGtc  | {far bid} |                      |                 | {3 size} | main          |
      | {market} | sell | triggerTp |           | {far ask}            | true            | {3 size} | take          |
      | {market} | sell | triggerSl |           | {far bid - 10 ticks} | true            | {3 size} | stop          |
    Then "statuses[0].resting.id" of the response is called "main"

  Rule: cancelOrders cancels one child and leaves the rest of its group

    @transition:linked-group/asleep/cancel-side @clause:STATE-ORDER-CANCEL-ONE @assumed @R-24
    Scenario: cancelOrders cancels one child of a group that is asleep
      When "trader" sends cancelOrders:
        | clientOrderIds | ["take"] |
      Then the response is ok with:
        | statuses[0].canceled.order.clientId | take |
      When "trader" sends getOpenOrders
      Then the response lists:
        | order.clientId |
        | stop           |
        | main           |

    @transition:linked-group/armed/cancel-side @clause:STATE-ORDER-CANCEL-ONE @assumed @R-24
    Scenario: cancelOrders cancels one child of a group that is armed
      Given the price midway in the spread of "{market}" is called "price"
      And "trader" has sent modifyOrder:
        | orderId | {main}  |
        | price   | {price} |
      And "other" fills "{size}" of the order "main" of "trader"
      When "trader" sends cancelOrders:
        | clientOrderIds | ["take"] |
      Then the response is ok with:
        | statuses[0].canceled.order.clientId | take |
      When "trader" sends getOpenOrders
      Then the response lists:
        | order.clientId |
        | stop           |
        | main           |

  Rule: cancelAllOrders cancels main order and children

    @transition:linked-group/asleep/cancel-all @clause:CANCELALLORDERS-TYPE-TRIGGER @assumed @R-24
    Scenario: cancelAllOrders cancels the whole group while it is asleep
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response lists:
        | order.clientId | message |
        | main           | <empty> |
        | take           | <empty> |
        | stop           | <empty> |
      When "trader" sends getOpenOrders
      Then the response lists nothing

    @transition:linked-group/armed/cancel-all @clause:CANCELALLORDERS-TYPE-TRIGGER @assumed @R-24
    Scenario: cancelAllOrders cancels the whole group while it is armed
      Given the price midway in the spread of "{market}" is called "price"
      And "trader" has sent modifyOrder:
        | orderId | {main}  |
        | price   | {price} |
      And "other" fills "{size}" of the order "main" of "trader"
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response lists:
        | order.clientId | message |
        | main           | <empty> |
        | take           | <empty> |
        | stop           | <empty> |
      When "trader" sends getOpenOrders
      Then the response lists nothing

  Rule: children do not end with a position of another order

    @transition:linked-group/asleep/position-closed @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-24
    Scenario: children that are not armed stay open when another position is closed
      Given "trader" buys "{size}" of "{market}" from "third"
      And "trader" sells "{size}" of "{market}" to "third"
      When "trader" sends getOpenOrders
      Then the response lists:
        | order.clientId |
        | stop           |
        | take           |
        | main           |

  Rule: cancelled children are gone, and their main order stands alone

    @transition:linked-group/ended/main-cancel @clause:STATE-ORDER-CANCEL-ONE @assumed @R-24
    Scenario: the main order can be cancelled after both children were cancelled
      Given "trader" has sent cancelOrders:
        | clientOrderIds | ["take", "stop"] |
      When "trader" sends cancelOrders:
        | orderIds | ["{main}"] |
      Then the response is ok with:
        | statuses[0].canceled.id | {main} |
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | order.clientId | cancelReason |
        | main           | <absent>     |
        | stop           | <absent>     |
        | take           | <absent>     |

    @transition:linked-group/ended/cancel-side @transition:linked-group/ended/modify-side @transition:linked-group/ended/cancel-all
    @clause:ERR-ORDER-NOT-FOUND @clause:STATE-ORDER-MODIFY-REJECTED @clause:CANCELALLORDERS-ERR-NONE @assumed @R-26 @negative
    Scenario: no action finds the children after cancelAllOrders
      Given "trader" has sent cancelAllOrders:
        | symbols | ["*"] |
      When "trader" sends cancelOrders:
        | clientOrderIds | ["stop"] |
      Then item 0 is refused with ORDER_NOT_FOUND "order not found"
      And nothing changed
      When "trader" sends modifyOrder:
        | clientOrderId | take                 |
        | triggerPrice  | {far ask + 10 ticks} |
      Then the response is ok with:
        | status    | rejected        |
        | errorCode | ORDER_NOT_FOUND |
        | error     | order not found |
      And nothing changed
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response is refused with 404 ORDER_NOT_FOUND "no orders found"
      And nothing changed
