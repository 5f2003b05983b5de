@trade @lifecycle
Feature: an open position can grow, shrink, close and flip
  Background:
    Given the world "quiet"
    And "trader" is long "{2 size}" of "{market}" against "other", at "entry"
    And the {market} position of "trader" is called "long"

  Rule: a position keeps its id until it is closed

    @transition:position/open/add @clause:STATE-POSITION-OPEN @clause:POSITION-FIELD-POSITIONID
    Scenario: a buy adds to an open long
      Given "trader" buys "{2 size}" of "{market}" from "other", high in the spread, at "later entry"
      When "trader" sends getPositions
      Then the response lists:
        | positionId | status | side | quantity | entryPrice                               | realizedPnl |
        | {long}     | open   | long | {4 size} | {(entry + later entry) / 2, entry price} | 0           |

    @transition:position/open/reduce @clause:STATE-POSITION-OPEN @clause:POSITION-FIELD-POSITIONID
    Scenario: a reduce-only sell reduces an open long
      Given "other" bids for "{size}" of "{market}" inside the spread, low, at "exit"
      When "trader" places:
        | symbol   | side | orderType | quantity | reduceOnly |
        | {market} | sell | market    | {size}   | true       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size} |
      When "trader" sends getPositions
      Then the response lists:
        | positionId | status | side | quantity | entryPrice           | realizedPnl             |
        | {long}     | open   | long | {size}   | {entry, entry price} | {(exit - entry) x size} |

    @transition:position/open/close @clause:STATE-POSITION-CLOSE @clause:STATE-POSITION-MOVES @assumed
    Scenario: a reduce-only sell of the whole quantity closes an open long
      Given "other" bids for "{2 size}" of "{market}" inside the spread, low, at "exit"
      When "trader" places:
        | symbol   | side | orderType | quantity | reduceOnly |
        | {market} | sell | market    | {2 size} | true       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {2 size} |
      When "trader" sends getPositions
      Then the response lists nothing
      When "trader" sends getPositions:
        | status | close |
      Then the response lists:
        | positionId | status | side | entryPrice           | realizedPnl               | usedMargin |
        | {long}     | close  | long | {entry, entry price} | {(exit - entry) x 2 size} | 0          |

    @transition:position/open/reverse @clause:STATE-POSITION-CLOSE @clause:STATE-POSITION-MOVES @assumed
    Scenario: a sell through zero closes the long and opens a short
      Given "trader" sells "{3 size}" of "{market}" to "other", low in the spread, at "turn"
      And the {market} position of "trader" is called "short"
      When "trader" sends getPositions:
        | status | close |
      Then the response lists:
        | positionId | status | side | realizedPnl               |
        | {long}     | close  | long | {(turn - entry) x 2 size} |
      When "trader" sends getPositions
      Then the response lists:
        | positionId | status | side  | quantity | entryPrice          |
        | {short}    | open   | short | {size}   | {turn, entry price} |
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
        | positionId | closeReason | closePrice | realizedPnl                |
        | {long}     | close       | 94990.00   | {(94990 - entry) x 2 size} |

  Rule: a reduce-only order neither adds to a position nor flips it

    @transition:position/open/same-side @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @negative
    Scenario Outline: placeOrders rejects a reduce-only <orderType> order on the side of the position
      When "trader" places:
        | symbol   | side | orderType   | price   | quantity | reduceOnly |
        | {market} | buy  | <orderType> | <price> | {size}   | true       |
      Then item 0 is refused with REDUCE_ONLY_SAME_SIDE "same side position found, reduce-only order failed"
      And nothing changed

      Examples:
        | orderType | price     |
        | limitGtc  | {far bid} |
        | market    |           |

    @transition:position/open/exceed @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @negative
    Scenario Outline: placeOrders rejects a reduce-only <orderType> order larger than the position
      When "trader" places:
        | symbol   | side | orderType   | price   | quantity       | reduceOnly |
        | {market} | sell | <orderType> | <price> | {2 size + lot} | true       |
      Then item 0 is refused with REDUCE_ONLY_WOULD_INCREASE "reduce-only orders would exceed position size"
      And nothing changed

      Examples:
        | orderType | price     |
        | limitGtc  | {far ask} |
        | market    |           |
