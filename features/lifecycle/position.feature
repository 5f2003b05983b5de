@trade @lifecycle
Feature: an open position can grow, shrink, close and flip
  Background:
    Given the world "quiet"
    And "trader" is long "0.5" BTC-USDT at "95000" against "other"
    And the BTC-USDT position of "trader" is called "long"

  Rule: a position keeps its id until it is closed

    @transition:position/open/add @clause:STATE-POSITION-OPEN @clause:POSITION-FIELD-POSITIONID
    Scenario: a buy adds to an open long
      Given "trader" buys "0.5" BTC-USDT at "95010"
      When "trader" sends getPositions
      Then the response lists:
        | positionId | status | side | quantity | entryPrice | realizedPnl |
        | {long}     | open   | long | 1        | 95005.00   | 0           |

    @transition:position/open/reduce @clause:STATE-POSITION-OPEN @clause:POSITION-FIELD-POSITIONID
    Scenario: a reduce-only sell reduces an open long
      When "trader" places:
        | symbol   | side | orderType | quantity | reduceOnly |
        | BTC-USDT | sell | market    | 0.2      | true       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.2 |
      When "trader" sends getPositions
      Then the response lists:
        | positionId | status | side | quantity | entryPrice | realizedPnl |
        | {long}     | open   | long | 0.3      | 95000.00   | -2          |

    @transition:position/open/close @clause:STATE-POSITION-CLOSE @clause:STATE-POSITION-MOVES @assumed
    Scenario: a reduce-only sell of the whole quantity closes an open long
      When "trader" places:
        | symbol   | side | orderType | quantity | reduceOnly |
        | BTC-USDT | sell | market    | 0.5      | true       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.5 |
      When "trader" sends getPositions
      Then the response lists nothing
      When "trader" sends getPositions:
        | status | close |
      Then the response lists:
        | positionId | status | side | entryPrice | realizedPnl | usedMargin |
        | {long}     | close  | long | 95000.00   | -5          | 0          |

    @transition:position/open/reverse @clause:STATE-POSITION-CLOSE @clause:STATE-POSITION-MOVES @assumed
    Scenario: a sell through zero closes the long and opens a short
      Given "trader" sells "0.8" BTC-USDT at "94990"
      And the BTC-USDT position of "trader" is called "short"
      When "trader" sends getPositions:
        | status | close |
      Then the response lists:
        | positionId | status | side | realizedPnl |
        | {long}     | close  | long | -5          |
      When "trader" sends getPositions
      Then the response lists:
        | positionId | status | side  | quantity | entryPrice |
        | {short}    | open   | short | 0.3      | 94990.00   |
      When "trader" sends getPositionHistory
      Then "positions" of the response lists:
        | positionId | closeReason |
        | {long}     | flip        |

    @transition:position/open/fire @clause:STATE-POSITION-CLOSE @assumed
    Scenario: a stop closes the position
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | closePosition |
        | BTC-USDT | sell | triggerSl | 94500        | true            | 0        | true          |
      Then "statuses[0].resting.id" of the response is called "stop"
      When the index of "BTC-USDT" moves to "94500"
      And "trader" sends getPositions
      Then the response lists nothing
      When "trader" sends getPositionHistory
      Then "positions" of the response lists:
        | positionId | closeReason | closePrice | realizedPnl |
        | {long}     | close       | 94990.00   | -5          |

  Rule: a reduce-only order neither adds to a position nor flips it

    @transition:position/open/same-side @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @negative
    Scenario Outline: placeOrders rejects a reduce-only <orderType> order on the side of the position
      When "trader" places:
        | symbol   | side | orderType   | price   | quantity | reduceOnly |
        | BTC-USDT | buy  | <orderType> | <price> | 0.1      | true       |
      Then item 0 is refused with REDUCE_ONLY_SAME_SIDE "same side position found, reduce-only order failed"
      And nothing changed

      Examples:
        | orderType | price |
        | limitGtc  | 94000 |
        | market    |       |

    @transition:position/open/exceed @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @negative
    Scenario Outline: placeOrders rejects a reduce-only <orderType> order larger than the position
      When "trader" places:
        | symbol   | side | orderType   | price   | quantity | reduceOnly |
        | BTC-USDT | sell | <orderType> | <price> | 0.50001  | true       |
      Then item 0 is refused with REDUCE_ONLY_WOULD_INCREASE "reduce-only orders would exceed position size"
      And nothing changed

      Examples:
        | orderType | price |
        | limitGtc  | 96000 |
        | market    |       |
