@trade @lifecycle @placeOrders
Feature: a group of linked orders that fired or was cancelled has no further effect
  # The main order of each group buys 0.3 at 95000, where others can meet it; what fires must not meet it
  # while it rests, so a third trader bids more.
  Background:
    Given the world "quiet"
    When "trader" places with grouping "normalTpsl":
      | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity | clientOrderId |
      | BTC-USDT | buy  | limitGtc  | 95000 |              |                 | 0.3      | main          |
      | BTC-USDT | sell | triggerTp |       | 95500        | true            | 0.3      | take          |
      | BTC-USDT | sell | triggerSl |       | 94500        | true            | 0.3      | stop          |
    Then "statuses[0].resting.id" of the response is called "main"

  Rule: one side fires, the other is cancelled, and neither acts again

    @transition:linked-group/fired/trigger @clause:STATE-ORDER-SIBLING-NORMALTPSL @assumed
    Scenario: the sibling of a fired take profit does not fire later
      Given "other" sells "0.3" BTC-USDT at "95000"
      And the index of "BTC-USDT" is "95500"
      And "trader" is long "0.1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "94500"
      When "trader" sends getOrderHistory:
        | type | STOP_LOSS |
      Then the response lists:
        | order.clientId | status    | cancelReason      | quantity |
        | stop           | cancelled | SIBLING_TRIGGERED | 0.3      |
        | stop           | placed    | <absent>          | 0.3      |
      When "trader" sends getPositions
      Then the response lists:
        | side | quantity |
        | long | 0.1      |

    @clause:STATE-ORDER-SIBLING-NORMALTPSL @assumed
    Scenario Outline: a fill of <later> after the take profit fired is not covered by the group
      Given "other" sells "0.1" BTC-USDT at "95000"
      And "third" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 95005 | 0.1      |
      And the index of "BTC-USDT" is "95500"
      And "other" sells "<later>" BTC-USDT at "95000"
      And the index of "BTC-USDT" is "94500"
      When "trader" sends getPositions
      Then the response lists:
        | side | quantity |
        | long | <later>  |
      When "trader" sends getOrderHistory:
        | limit  | number 1                |
        | status | ["cancelled", "filled"] |
        | type   | STOP_LOSS               |
      Then the response lists:
        | order.clientId | status    | cancelReason      |
        | stop           | cancelled | SIBLING_TRIGGERED |

      @transition:linked-group/fired/main-part
      Examples:
        | later |
        | 0.1   |

      @transition:linked-group/fired/main-whole
      Examples:
        | later |
        | 0.2   |

  Rule: the main order may end after its children

    @transition:linked-group/fired/main-cancel @clause:STATE-ORDER-CANCEL-ONE @assumed @R-24
    Scenario: the rest of the main order can be cancelled after a child fired
      Given "other" sells "0.1" BTC-USDT at "95000"
      And "third" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 95005 | 0.1      |
      And the index of "BTC-USDT" is "95500"
      When "trader" sends cancelOrders:
        | orderIds | ["{main}"] |
      Then the response is ok with:
        | statuses[0].canceled.id | {main} |
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | order.clientId | cancelReason                | filledQuantity |
        | main           | <absent>                    | 0.1            |
        | stop           | SIBLING_TRIGGERED           | 0              |
        | take           | REDUCE_ONLY_POSITION_CLOSED | 0.1            |

    @transition:linked-group/ended/trigger @clause:STATE-ORDER-CANCEL-ONE @assumed @R-24
    Scenario Outline: cancelled children do not fire for <filled> of the main order that fills later
      Given "trader" has sent cancelOrders:
        | clientOrderIds | ["take", "stop"] |
      And "other" sells "<filled>" BTC-USDT at "95000"
      And the index of "BTC-USDT" is "95500"
      And the index of "BTC-USDT" is "94500"
      When "trader" sends getPositions
      Then the response lists:
        | side | quantity |
        | long | <filled> |
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | order.clientId |
        | stop           |
        | take           |

      @transition:linked-group/ended/main-part
      Examples:
        | filled |
        | 0.1    |

      @transition:linked-group/ended/main-whole
      Examples:
        | filled |
        | 0.3    |

  Rule: children that have ended can be neither cancelled nor modified

    @clause:ERR-ORDER-NOT-FOUND @negative
    Scenario Outline: cancelOrders does not find <name> after the take profit fired
      Given "other" sells "0.3" BTC-USDT at "95000"
      And the index of "BTC-USDT" is "95500"
      When "trader" sends cancelOrders:
        | clientOrderIds | ["<name>"] |
      Then item 0 is refused with ORDER_NOT_FOUND "order not found"
      And nothing changed

      @transition:linked-group/fired/cancel-side
      Examples: the side that fired, and the other
        | name |
        | take |
        | stop |

    @transition:linked-group/fired/cancel-all @clause:CANCELALLORDERS-ERR-NONE @assumed @R-26 @negative
    Scenario: cancelAllOrders finds no order after the take profit fired
      Given "other" sells "0.3" BTC-USDT at "95000"
      And the index of "BTC-USDT" is "95500"
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response is refused with 404 ORDER_NOT_FOUND "no orders found"
      And nothing changed

    @transition:linked-group/fired/modify-side @clause:STATE-ORDER-MODIFY-REJECTED @assumed @negative
    Scenario Outline: modifyOrder does not find <name> after the take profit fired
      Given "other" sells "0.3" BTC-USDT at "95000"
      And the index of "BTC-USDT" is "95500"
      When "trader" sends modifyOrder:
        | clientOrderId | <name> |
        | triggerPrice  | 94000  |
      Then the response is ok with:
        | status    | rejected        |
        | errorCode | ORDER_NOT_FOUND |
        | error     | order not found |
      And nothing changed

      Examples: the side that fired, and the other
        | name |
        | take |
        | stop |
