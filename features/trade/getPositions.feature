@trade @getPositions
Feature: getPositions shows the positions of a subaccount
  Background:
    Given the world "quiet"
    And "trader" is long "0.5" BTC-USDT at "95000" against "maker"

  Rule: an open position has its entry price, its PnL and its margin

    @clause:GETPOSITIONS @clause:AUTH-NONONCE-GETPOSITIONS @clause:STATE-POSITION-OPEN @clause:POSITION-FIELD-SUBACCOUNTID
    @clause:POSITION-FIELD-POSITIONID @clause:POSITION-FIELD-SYMBOL @clause:POSITION-FIELD-SIDE @clause:POSITION-FIELD-ENTRYPRICE
    @clause:POSITION-FIELD-QUANTITY @clause:POSITION-FIELD-USEDMARGIN @clause:POSITION-FIELD-MAINTENANCEMARGIN
    @clause:POSITION-FIELD-STATUS @clause:POSITION-ADLBUCKET-UNRANKED @clause:POSITION-FIELD-LIQUIDATIONPRICE @assumed
    Scenario: getPositions shows every field of a long position
      When "trader" sends getPositions
      Then the response is ok with:
        | .                      | <1 item>    |
        | [0].positionId         | <id>        |
        | [0].subAccountId       | {trader id} |
        | [0].symbol             | BTC-USDT    |
        | [0].side               | long        |
        | [0].status             | open        |
        | [0].entryPrice         | 95000.00    |
        | [0].quantity           | 0.5         |
        | [0].usedMargin         | 4750.00     |
        | [0].maintenanceMargin  | 237.50      |
        | [0].liquidationPrice   | 0           |
        | [0].realizedPnl        | 0           |
        | [0].unrealizedPnl      | 0           |
        | [0].netFunding         | 0           |
        | [0].adlBucket          | number 1    |
        | [0].takeProfitOrders   | []          |
        | [0].stopLossOrders     | []          |
        | [0].takeProfitOrderIds | []          |
        | [0].stopLossOrderIds   | []          |

    @clause:GETPOSITIONS @clause:POSITION-FIELD-SIDE @clause:POSITION-FIELD-SUBACCOUNTID
    Scenario: getPositions shows the other side of the trade as short
      When "maker" sends getPositions
      Then the response lists:
        | subAccountId | symbol   | side  | entryPrice | quantity | status |
        | {maker id}   | BTC-USDT | short | 95000.00   | 0.5      | open   |

    @clause:POSITION-FIELD-ENTRYPRICE @clause:POSITION-FIELD-UNREALIZEDPNL @clause:POSITION-FIELD-QUANTITY @assumed
    Scenario: adding to a position moves its entry price to the weighted mean
      Given "trader" buys "0.5" BTC-USDT at "95010"
      When "trader" sends getPositions
      Then the response lists:
        | side | entryPrice | quantity | realizedPnl | unrealizedPnl |
        | long | 95005.00   | 1        | 0           | -5            |

    @clause:POSITION-FIELD-REALIZEDPNL @clause:POSITION-FIELD-ENTRYPRICE @assumed
    Scenario: reducing a position realizes its share and keeps the entry price
      Given "trader" sells "0.2" BTC-USDT at "94990"
      When "trader" sends getPositions
      Then the response lists:
        | side | entryPrice | quantity | realizedPnl | unrealizedPnl |
        | long | 95000.00   | 0.3      | -2          | 0             |

    @clause:POSITION-FIELD-CREATEDAT @clause:POSITION-FIELD-UPDATEDAT
    Scenario: getPositions shows when a position was opened and last changed
      Given 5 s pass
      And "trader" sells "0.2" BTC-USDT at "94990"
      And 2 s pass
      When "trader" sends getPositions
      Then the response lists:
        | createdAt          | updatedAt          |
        | number {now - 7 s} | number {now - 2 s} |

  Rule: a closed position keeps only what it realized

    @clause:STATE-POSITION-CLOSE @clause:STATE-POSITION-MOVES @clause:GETPOSITIONS-PARAM-STATUS @assumed
    Scenario: getPositions lists a closed position under status close
      Given "trader" sells "0.5" BTC-USDT at "94990"
      When "trader" sends getPositions
      Then the response lists nothing
      When "trader" sends getPositions:
        | status | close |
      Then the response lists:
        | symbol   | side | status | entryPrice | realizedPnl | unrealizedPnl | usedMargin | maintenanceMargin | liquidationPrice |
        | BTC-USDT | long | close  | 95000.00   | -5          | 0             | 0          | 0                 | 0                |

    @clause:STATE-POSITION-CLOSE @clause:POSITION-FIELD-QUANTITY @assumed @R-119
    Scenario: a closed position holds nothing, and the position history says what was closed
      Given "trader" sells "0.5" BTC-USDT at "94990"
      When "trader" sends getPositions:
        | status | close |
      Then the response lists:
        | side | quantity |
        | long | 0        |
      When "trader" sends getPositionHistory
      Then "positions" of the response lists:
        | side | quantity |
        | long | 0.5      |

    @clause:STATE-POSITION-MOVES @clause:POSITION-FIELD-POSITIONID
    Scenario: one trade through zero closes the long and opens a short with a new id
      Given "trader" sends getPositions
      And "[0].positionId" of the response is called "long"
      And "trader" sells "0.8" BTC-USDT at "94990"
      When "trader" sends getPositions:
        | status | close |
      Then the response lists:
        | positionId | side | status |
        | {long}     | long | close  |
      When "trader" sends getPositions
      Then the response lists:
        | side  | quantity | entryPrice | realizedPnl |
        | short | 0.3      | 94990.00   | 0           |
