@trade @lifecycle @placeOrders
Feature: the children of a main order wait until one of them fires
  # The main order of each group buys 0.3 at 95000, where others can meet it.
  Background:
    Given the world "quiet"
    When "trader" places with grouping "normalTpsl":
      | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity | clientOrderId |
      | BTC-USDT | buy  | limitGtc  | 95000 |              |                 | 0.3      | main          |
      | BTC-USDT | sell | triggerTp |       | 95500        | true            | 0.3      | take          |
      | BTC-USDT | sell | triggerSl |       | 94500        | true            | 0.3      | stop          |
    Then the response is ok with:
      | statuses[0].resting.order.clientId | main |
      | statuses[1].resting.order.clientId | take |
      | statuses[2].resting.order.clientId | stop |

  Rule: a fill of the main order arms the children for the filled quantity

    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-24 @R-86
    Scenario Outline: a stop whose main order is <how> sells <sold> when it fires
      Given "other" sells "<first>" BTC-USDT at "95000"
      And "other" sells "<second>" BTC-USDT at "<at>"
      # What fires must not meet the main order, which may still rest.
      And "third" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 95005 | <sold>   |
      And the index of "BTC-USDT" is "94500"
      When "trader" sends getOrderHistory:
        | type  | STOP_LOSS |
        | limit | number 1  |
      Then the response lists:
        | order.clientId | status | quantity | filledQuantity |
        | stop           | <ends> | 0.3      | <sold>         |
      When "trader" sends getOrderHistory:
        | type   | TAKE_PROFIT   |
        | status | ["cancelled"] |
      Then the response lists:
        | order.clientId | cancelReason      |
        | take           | SIBLING_TRIGGERED |

      # The second sale goes by the main order, once there is nothing left of it.
      @transition:linked-group/asleep/main-whole
      Examples: woken by a fill of the whole
        | how                | first | second | at    | sold | ends   |
        | filled at one time | 0.3   | 0.1    | 94990 | 0.3  | filled |

      @transition:linked-group/armed/main-part
      Examples: awake, and filled a part more
        | how                   | first | second | at    | sold | ends      |
        | filled twice in parts | 0.1   | 0.1    | 95000 | 0.2  | cancelled |

      @transition:linked-group/armed/main-whole
      Examples: awake, and filled whole
        | how                       | first | second | at    | sold | ends   |
        | filled in parts and whole | 0.1   | 0.2    | 95000 | 0.3  | filled |

  Rule: one child can be modified while the other waits

    @transition:linked-group/armed/modify-side @clause:STATE-ORDER-MODIFY-REPLACES @assumed @R-24
    Scenario: modifyOrder moves the trigger of an armed stop, which fires at the new trigger
      Given "other" sells "0.3" BTC-USDT at "95000"
      And "trader" has sent modifyOrder:
        | clientOrderId | stop  |
        | triggerPrice  | 94400 |
      And the index of "BTC-USDT" is "94500"
      When "trader" sends getOpenOrders
      Then the response lists:
        | order.clientId | triggerPrice |
        | stop           | 94400        |
        | take           | 95500        |
      When the index of "BTC-USDT" moves to "94400"
      And "trader" sends getOpenOrders
      Then the response lists nothing
