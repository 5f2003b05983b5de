@trade @getPositionHistory
Feature: getPositionHistory shows the whole life of a closed position
  Background:
    Given the world "quiet"

  Rule: the record sums up the trades of the position

    # Fees of 0.0005: 0.002 x 95,000, 0.001 x 94,990 and 0.001 x 94,990 make 0.095 + 0.047495 + 0.047495.
    @clause:GETPOSITIONHISTORY @clause:GETPOSITIONHISTORY-RESP-POSITIONS @clause:GETPOSITIONHISTORY-RESP-HASMORE
    @clause:POSHIST-FIELD-POSITIONID @clause:POSHIST-FIELD-SYMBOL @clause:POSHIST-FIELD-SIDE @clause:POSHIST-FIELD-ENTRYPRICE
    @clause:POSHIST-FIELD-QUANTITY @clause:POSHIST-FIELD-CLOSEPRICE @clause:POSHIST-FIELD-CLOSEREASON @clause:POSHIST-FIELD-REALIZEDPNL
    @clause:POSHIST-FIELD-ACCUMULATEDFEES @clause:POSHIST-FIELD-CLOSEDAT @clause:POSHIST-FIELD-CREATEDAT @clause:POSHIST-FIELD-TRADEID
    @assumed
    Scenario: a reduced and closed long is one record with its fees, its times and its last trade
      Given "trader" is long "0.002" BTC-USDT at "95000" against "maker"
      And the BTC-USDT position of "trader" is called "position"
      And 1 s pass
      And "trader" sells "0.001" BTC-USDT at "94990"
      And "trader" sells "0.001" BTC-USDT at "94990"
      When "trader" sends getTrades:
        | limit | number 1 |
      Then "trades[0].tradeId" of the response is called "closing"
      When "trader" sends getPositionHistory
      Then the response is ok with:
        | positions                    | <1 item>           |
        | positions[0].positionId      | {position}         |
        | positions[0].symbol          | BTC-USDT           |
        | positions[0].side            | long               |
        | positions[0].entryPrice      | 95000.00           |
        | positions[0].quantity        | 0.002              |
        | positions[0].closePrice      | 94990.00           |
        | positions[0].closeReason     | close              |
        | positions[0].realizedPnl     | -0.02              |
        | positions[0].accumulatedFees | 0.18999            |
        | positions[0].netFunding      | <decimal>          |
        | positions[0].createdAt       | number {now - 1 s} |
        | positions[0].closedAt        | number {now}       |
        | positions[0].tradeId         | {closing}          |
        | hasMore                      | false              |

    @clause:POSHIST-FIELD-SIDE @clause:POSHIST-FIELD-REALIZEDPNL @clause:POSHIST-FIELD-LEVERAGE
    Scenario: a closed short has its own side and the leverage of the market
      Given "trader" has sent updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 20       |
      And "trader" is short "0.001" BTC-USDT at "95000" against "maker"
      And "trader" buys "0.001" BTC-USDT at "95010"
      When "trader" sends getPositionHistory
      Then "positions" of the response lists:
        | symbol   | side  | entryPrice | quantity | closePrice | realizedPnl | leverage  |
        | BTC-USDT | short | 95000.00   | 0.001    | 95010.00   | -0.01       | number 20 |
