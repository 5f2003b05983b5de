@trade @getPositions
Feature: getPositions shows the positions of a subaccount
  Background:
    Given the world "quiet"
    And "trader" is long "{2 size}" of "{market}" against "maker", midway in the spread, at "entry"

  Rule: an open position has its entry price, its PnL and its margin

    @clause:GETPOSITIONS @clause:AUTH-NONONCE-GETPOSITIONS @clause:STATE-POSITION-OPEN @clause:POSITION-FIELD-SUBACCOUNTID
    @clause:POSITION-FIELD-POSITIONID @clause:POSITION-FIELD-SYMBOL @clause:POSITION-FIELD-SIDE @clause:POSITION-FIELD-ENTRYPRICE
    @clause:POSITION-FIELD-QUANTITY @clause:POSITION-FIELD-USEDMARGIN @clause:POSITION-FIELD-MAINTENANCEMARGIN
    @clause:POSITION-FIELD-STATUS @clause:POSITION-ADLBUCKET-UNRANKED @clause:POSITION-FIELD-LIQUIDATIONPRICE @assumed
    Scenario: getPositions shows every field of a long position
      When "trader" sends getPositions
      Then the response is ok with:
        | .                      | <1 item>                                         |
        | [0].positionId         | <id>                                             |
        | [0].subAccountId       | {trader id}                                      |
        | [0].symbol             | {market}                                         |
        | [0].side               | long                                             |
        | [0].status             | open                                             |
        | [0].entryPrice         | {entry, entry price}                             |
        | [0].quantity           | {2 size}                                         |
        | [0].usedMargin         | {mark x 2 size / default leverage, 2 decimals}   |
        | [0].maintenanceMargin  | {mark x 2 size x maintenance rate, 2 decimals}   |
        | [0].liquidationPrice   | 0                                                |
        | [0].realizedPnl        | 0                                                |
        | [0].unrealizedPnl      | {(mark - entry) x 2 size, rounded to 8 decimals} |
        | [0].netFunding         | 0                                                |
        | [0].adlBucket          | number 1                                         |
        | [0].takeProfitOrders   | []                                               |
        | [0].stopLossOrders     | []                                               |
        | [0].takeProfitOrderIds | []                                               |
        | [0].stopLossOrderIds   | []                                               |

    @clause:GETPOSITIONS @clause:POSITION-FIELD-SIDE @clause:POSITION-FIELD-SUBACCOUNTID
    Scenario: getPositions shows the other side of the trade as short
      When "maker" sends getPositions
      Then the response lists:
        | subAccountId | symbol   | side  | entryPrice           | quantity | status |
        | {maker id}   | {market} | short | {entry, entry price} | {2 size} | open   |

    @clause:POSITION-FIELD-ENTRYPRICE @clause:POSITION-FIELD-UNREALIZEDPNL @clause:POSITION-FIELD-QUANTITY @assumed
    Scenario: adding to a position moves its entry price to the weighted mean
      Given "trader" buys "{2 size}" of "{market}" from "maker", high in the spread, at "later entry"
      When "trader" sends getPositions
      Then the response lists:
        | side | entryPrice                               | quantity | realizedPnl | unrealizedPnl                                                    |
        | long | {(entry + later entry) / 2, entry price} | {4 size} | 0           | {(2 mark - entry - later entry) x 2 size, rounded to 8 decimals} |

    @clause:POSITION-FIELD-REALIZEDPNL @clause:POSITION-FIELD-ENTRYPRICE @assumed
    Scenario: reducing a position realizes its share and keeps the entry price
      Given "trader" sells "{size}" of "{market}" to "maker", low in the spread, at "exit"
      When "trader" sends getPositions
      Then the response lists:
        | side | entryPrice           | quantity | realizedPnl             | unrealizedPnl                                  |
        | long | {entry, entry price} | {size}   | {(exit - entry) x size} | {(mark - entry) x size, rounded to 8 decimals} |

    @clause:POSITION-FIELD-CREATEDAT @clause:POSITION-FIELD-UPDATEDAT
    Scenario: getPositions shows when a position was opened and last changed
      Given 5 s pass
      And "trader" sells "{size}" of "{market}" to "maker"
      And 2 s pass
      When "trader" sends getPositions
      Then the response lists:
        | createdAt          | updatedAt          |
        | number {now - 7 s} | number {now - 2 s} |

  Rule: a closed position keeps only what it realized

    @clause:STATE-POSITION-CLOSE @clause:STATE-POSITION-MOVES @clause:GETPOSITIONS-PARAM-STATUS @assumed
    Scenario: getPositions lists a closed position under status close
      Given "trader" sells "{2 size}" of "{market}" to "maker", low in the spread, at "exit"
      When "trader" sends getPositions
      Then the response lists nothing
      When "trader" sends getPositions:
        | status | close |
      Then the response lists:
        | symbol   | side | status | entryPrice           | realizedPnl               | unrealizedPnl | usedMargin | maintenanceMargin | liquidationPrice |
        | {market} | long | close  | {entry, entry price} | {(exit - entry) x 2 size} | 0             | 0          | 0                 | 0                |

    @clause:STATE-POSITION-CLOSE @clause:POSITION-FIELD-QUANTITY @assumed @R-119
    Scenario: a closed position holds nothing, and the position history says what was closed
      Given "trader" sells "{2 size}" of "{market}" to "maker", low in the spread, at "exit"
      When "trader" sends getPositions:
        | status | close |
      Then the response lists:
        | side | quantity |
        | long | 0        |
      When "trader" sends getPositionHistory
      Then "positions" of the response lists:
        | side | quantity |
        | long | {2 size} |

    @clause:STATE-POSITION-MOVES @clause:POSITION-FIELD-POSITIONID
    Scenario: one trade through zero closes the long and opens a short with a new id
      Given "trader" sends getPositions
      And "[0].positionId" of the response is called "long"
      And "trader" sells "{3 size}" of "{market}" to "maker", low in the spread, at "exit"
      When "trader" sends getPositions:
        | status | close |
      Then the response lists:
        | positionId | side | status |
        | {long}     | long | close  |
      When "trader" sends getPositions
      Then the response lists:
        | side  | quantity | entryPrice          | realizedPnl |
        | short | {size}   | {exit, entry price} | 0           |

    # Its equity at a mark is its margin and (mark - entry) x size, so the mark at which that covers no more than the maintenance
    # margin does not depend on the mark of now.
    @clause:POSITION-FIELD-LIQUIDATIONPRICE @assumed
    Scenario: the liquidation price of an isolated position rests on its own margin alone
      Given the fee rates of "taker" are called "maker rate" and "taker rate"
      And these figures:
        | margin | {far bid x size / 2, rounded to 6 decimals} |
      And "taker" is long "{size}" of "{market}" with an isolated margin of "{margin}", against "maker", at "bought"
      And these figures:
        | left     | {margin - bought x size x taker rate}                                              |
        | estimate | {(bought x size - left) / (size x (1 - maintenance rate)), rounded to whole ticks} |
      When "taker" sends getPositions
      Then the response lists:
        | side | entryPrice            | liquidationPrice  |
        | long | {bought, entry price} | {estimate, price} |
