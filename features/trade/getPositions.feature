@trade @getPositions
Feature: getPositions shows what a subaccount holds
  Background:
    Given the world "quiet"
    And "trader" is long "0.5" BTC-USDT at "95000" against "maker"

  Rule: an open position carries its entry, its results and its margin

    @clause:GETPOSITIONS @clause:AUTH-NONONCE-GETPOSITIONS @clause:STATE-POSITION-OPEN @clause:POSITION-FIELD-SUBACCOUNTID
    @clause:POSITION-FIELD-POSITIONID @clause:POSITION-FIELD-SYMBOL @clause:POSITION-FIELD-SIDE @clause:POSITION-FIELD-ENTRYPRICE
    @clause:POSITION-FIELD-QUANTITY @clause:POSITION-FIELD-USEDMARGIN @clause:POSITION-FIELD-MAINTENANCEMARGIN
    @clause:POSITION-FIELD-STATUS @clause:POSITION-ADLBUCKET-UNRANKED @clause:POSITION-FIELD-LIQUIDATIONPRICE @assumed
    Scenario: a long position
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
    Scenario: the other side of the same trade is short
      When "maker" sends getPositions
      Then the response lists:
        | subAccountId | symbol   | side  | entryPrice | quantity | status |
        | {maker id}   | BTC-USDT | short | 95000.00   | 0.5      | open   |

    @clause:POSITION-FIELD-ENTRYPRICE @clause:POSITION-FIELD-UNREALIZEDPNL @clause:POSITION-FIELD-QUANTITY @assumed
    Scenario: adding moves the entry to the mean weighted by size
      Given "trader" buys "0.5" BTC-USDT at "95010"
      When "trader" sends getPositions
      Then the response lists:
        | side | entryPrice | quantity | realizedPnl | unrealizedPnl |
        | long | 95005.00   | 1        | 0           | -5            |

    @clause:POSITION-FIELD-REALIZEDPNL @clause:POSITION-FIELD-ENTRYPRICE @assumed
    Scenario: reducing realizes its share and leaves the entry where it was
      Given "trader" sells "0.2" BTC-USDT at "94990"
      When "trader" sends getPositions
      Then the response lists:
        | side | entryPrice | quantity | realizedPnl | unrealizedPnl |
        | long | 95000.00   | 0.3      | -2          | 0             |

    @clause:POSITION-FIELD-CREATEDAT @clause:POSITION-FIELD-UPDATEDAT
    Scenario: the times of opening and of the last change
      Given 5 s pass
      And "trader" sells "0.2" BTC-USDT at "94990"
      And 2 s pass
      When "trader" sends getPositions
      Then the response lists:
        | createdAt          | updatedAt          |
        | number {now - 7 s} | number {now - 2 s} |

  Rule: a closed position keeps what it realized and nothing else

    @clause:STATE-POSITION-CLOSE @clause:STATE-POSITION-MOVES @clause:GETPOSITIONS-PARAM-STATUS @assumed
    Scenario: closing moves the position from the open ones to the closed ones
      Given "trader" sells "0.5" BTC-USDT at "94990"
      When "trader" sends getPositions
      Then the response lists nothing
      When "trader" sends getPositions:
        | status | close |
      Then the response lists:
        | symbol   | side | status | entryPrice | realizedPnl | unrealizedPnl | usedMargin | maintenanceMargin | liquidationPrice |
        | BTC-USDT | long | close  | 95000.00   | -5          | 0             | 0          | 0                 | 0                |

    @clause:STATE-POSITION-MOVES @clause:POSITION-FIELD-POSITIONID
    Scenario: one trade through zero closes the long and opens a short under a new id
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
