@trade @getPositionHistory
Feature: getPositionHistory shows the whole life of a closed position
  Background:
    Given the world "quiet"

  Rule: the record sums up the trades of the position

    @clause:GETPOSITIONHISTORY @clause:GETPOSITIONHISTORY-RESP-POSITIONS @clause:GETPOSITIONHISTORY-RESP-HASMORE
    @clause:POSHIST-FIELD-POSITIONID @clause:POSHIST-FIELD-SYMBOL @clause:POSHIST-FIELD-SIDE @clause:POSHIST-FIELD-ENTRYPRICE
    @clause:POSHIST-FIELD-QUANTITY @clause:POSHIST-FIELD-CLOSEPRICE @clause:POSHIST-FIELD-CLOSEREASON @clause:POSHIST-FIELD-REALIZEDPNL
    @clause:POSHIST-FIELD-ACCUMULATEDFEES @clause:POSHIST-FIELD-CLOSEDAT @clause:POSHIST-FIELD-CREATEDAT @clause:POSHIST-FIELD-TRADEID
    @assumed
    Scenario: a reduced and closed long is one record with its fees, its times and its last trade
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And "trader" is long "{2 size}" of "{market}" against "maker", high in the spread, at "entry"
      And the {market} position of "trader" is called "position"
      And 1 s pass
      And "trader" sells "{size}" of "{market}" to "maker", low in the spread, at "earlier exit"
      And "trader" sells "{size}" of "{market}" to "maker", midway in the spread, at "later exit"
      And these figures:
        | entry fee   | {entry x 2 size x taker rate, rounded to 8 decimals}      |
        | earlier fee | {earlier exit x size x taker rate, rounded to 8 decimals} |
        | later fee   | {later exit x size x taker rate, rounded to 8 decimals}   |
      When "trader" sends getTrades:
        | limit | number 1 |
      Then "trades[0].tradeId" of the response is called "closing"
      When "trader" sends getPositionHistory
      Then the response is ok with:
        | positions                    | <1 item>                                       |
        | positions[0].positionId      | {position}                                     |
        | positions[0].symbol          | {market}                                       |
        | positions[0].side            | long                                           |
        | positions[0].entryPrice      | {entry, entry price}                           |
        | positions[0].quantity        | {2 size}                                       |
        | positions[0].closePrice      | {(earlier exit + later exit) / 2, entry price} |
        | positions[0].closeReason     | close                                          |
        | positions[0].realizedPnl     | {(earlier exit + later exit - 2 entry) x size} |
        | positions[0].accumulatedFees | {entry fee + earlier fee + later fee}          |
        | positions[0].netFunding      | <decimal>                                      |
        | positions[0].createdAt       | number {now - 1 s}                             |
        | positions[0].closedAt        | number {now}                                   |
        | positions[0].tradeId         | {closing}                                      |
        | hasMore                      | false                                          |

    @clause:POSHIST-FIELD-SIDE @clause:POSHIST-FIELD-REALIZEDPNL @clause:POSHIST-FIELD-LEVERAGE
    Scenario: a closed short has its own side and the leverage of the market
      Given "trader" has sent updateLeverage:
        | symbol   | {market}           |
        | leverage | {largest leverage} |
      And "trader" is short "{size}" of "{market}" against "maker", low in the spread, at "entry"
      And "trader" buys "{size}" of "{market}" from "maker", high in the spread, at "exit"
      When "trader" sends getPositionHistory
      Then "positions" of the response lists:
        | symbol   | side  | entryPrice           | quantity | closePrice          | realizedPnl             | leverage                  |
        | {market} | short | {entry, entry price} | {size}   | {exit, entry price} | {(entry - exit) x size} | number {largest leverage} |
