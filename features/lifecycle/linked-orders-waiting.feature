@trade @lifecycle @placeOrders
Feature: the two sides of a group wait until one of them fires
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

  Rule: fills of the main order wake them, for as much as has filled

    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-24 @R-86
    Scenario Outline: <how>, a side that fires sells <sold>
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

  Rule: one side can be taken away or moved, and the other waits on

    @clause:STATE-ORDER-CANCEL-ONE @assumed @R-24
    Scenario Outline: <state>, a side is cancelled alone
      Given <before>
      When "trader" sends cancelOrders:
        | clientOrderIds | ["take"] |
      Then the response is ok with:
        | statuses[0].canceled.order.clientId | take |
      When "trader" sends getOpenOrders
      Then the response lists:
        | order.clientId |
        | stop           |
        | <main>         |

      @transition:linked-group/asleep/cancel-side
      Examples:
        | state  | before                | main |
        | asleep | "other" is a trader | main |

      @transition:linked-group/armed/cancel-side
      Examples:
        | state | before                                       | main |
        | armed | "other" sells "0.1" BTC-USDT at "95000" | main |

    @transition:linked-group/armed/modify-side @clause:STATE-ORDER-MODIFY-REPLACES @assumed @R-24
    Scenario: armed, a side is moved and fires where it is now
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

    @clause:CANCELALLORDERS-TYPE-TRIGGER @assumed @R-24
    Scenario Outline: <state>, everything is cancelled
      Given <before>
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response lists:
        | order.clientId | message |
        | main           | <empty> |
        | take           | <empty> |
        | stop           | <empty> |
      When "trader" sends getOpenOrders
      Then the response lists nothing

      @transition:linked-group/asleep/cancel-all
      Examples:
        | state  | before                |
        | asleep | "other" is a trader |

      @transition:linked-group/armed/cancel-all
      Examples:
        | state | before                                       |
        | armed | "other" sells "0.1" BTC-USDT at "95000" |

  Rule: a position of another order is none of theirs

    @transition:linked-group/asleep/position-closed @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-24
    Scenario: asleep, they outlast it
      Given "trader" buys "0.1" BTC-USDT at "95010"
      And "third" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 95005 | 0.1      |
      And "trader" sells "0.1" BTC-USDT at "95005"
      When "trader" sends getOpenOrders
      Then the response lists:
        | order.clientId |
        | stop           |
        | take           |
        | main           |
