@trade @getTradesForPosition
Feature: getTradesForPosition lists what made one position
  Background:
    Given the world "quiet"
    And "trader" is long "0.5" BTC-USDT at "95000" against "maker"
    And the BTC-USDT position of "trader" is called "position"

  Rule: every execution that touched the position is listed, newest first

    @clause:GETTRADESFORPOSITION @clause:AUTH-NONONCE-GETTRADESFORPOSITION @clause:GETTRADESFORPOSITION-RESP-TRADES
    @clause:GETTRADESFORPOSITION-RESP-HASMORE @clause:GETTRADESFORPOSITION-RESP-NO-TOTAL
    @clause:GETTRADESFORPOSITION-PARAM-POSITIONID @clause:GETTRADESFORPOSITION-PARAM-SUBACCOUNTID
    Scenario: opening, adding and reducing, but nothing of another market
      Given "trader" buys "0.25" BTC-USDT at "95010"
      And "trader" buys "1" ETH-USDT at "3301"
      And "trader" sells "0.1" BTC-USDT at "94990"
      When "trader" sends getTradesForPosition:
        | positionId | {position} |
      Then "trades" of the response lists:
        | tradeId | orderType | symbol   | side | direction  | price | quantity | maker |
        | <id>    | limit     | BTC-USDT | sell | close long | 94990 | 0.1      | false |
        | <id>    | limit     | BTC-USDT | buy  | open long  | 95010 | 0.25     | false |
        | <id>    | limit     | BTC-USDT | buy  | open long  | 95000 | 0.5      | false |
      And the response has exactly the keys "trades, hasMore"
      And the response is ok with:
        | hasMore | false |

    @clause:GETTRADESFORPOSITION-RESP-TRADES @assumed
    Scenario: the records are those of getTrades
      When "trader" sends getTrades
      Then "trades[0]" of the response has exactly the keys "tradeId, order, orderId, orderType, symbol, side, direction, price, quantity, realizedPnl, fee, feeRate, markPrice, entryPrice, timestamp, maker, reduceOnly, postOnly, triggeredByLiquidation"
      When "trader" sends getTradesForPosition:
        | positionId | {position} |
      Then "trades[0]" of the response has exactly the keys "tradeId, order, orderId, orderType, symbol, side, direction, price, quantity, realizedPnl, fee, feeRate, markPrice, entryPrice, timestamp, maker, reduceOnly, postOnly, triggeredByLiquidation"

    @clause:GETTRADESFORPOSITION @assumed
    Scenario: a trade through zero belongs to the position it closed and to the one it opened
      Given "trader" sells "0.8" BTC-USDT at "94990"
      When "trader" sends getTradesForPosition:
        | positionId | {position} |
      Then "trades" of the response lists:
        | side | quantity |
        | sell | 0.8      |
        | buy  | 0.5      |
      Given the BTC-USDT position of "trader" is called "short"
      When "trader" sends getTradesForPosition:
        | positionId | {short} |
      Then "trades" of the response lists:
        | side | quantity | direction  |
        | sell | 0.8      | open short |

    @clause:GETTRADESFORPOSITION-NO-FILTERS @assumed
    Scenario: a symbol, an order and a window make no difference
      When "trader" sends getTradesForPosition:
        | positionId | {position}         |
        | symbol     | ETH-USDT           |
        | orderId    | 1                  |
        | startTime  | number {now + 1 s} |
        | endTime    | number {now + 2 s} |
      Then the response is ok with:
        | trades | <1 item> |

    @clause:GETTRADESFORPOSITION-NO-FILTERS @assumed
    Scenario: a trade older than thirty days is still listed
      Given 31 days pass
      When "trader" sends getTradesForPosition:
        | positionId | {position} |
      Then the response is ok with:
        | trades | <1 item> |

  Rule: only the subaccount's own positions have trades to show

    @clause:GETTRADESFORPOSITION-PARAM-POSITIONID @assumed
    Scenario Outline: <what> has none
      When "stranger" sends getTradesForPosition:
        | positionId | <position> |
      Then the response is ok with:
        | trades  | []    |
        | hasMore | false |

      Examples:
        | what                     | position             |
        | somebody else's position | {position}           |
        | a position that never was | 999999              |
        | zero                     | 0                    |
        | the highest id there is  | 18446744073709551615 |

    @clause:ROLE-SESSION-GETTRADESFORPOSITION @clause:ROLE-DELEGATE-READS
    Scenario Outline: a <kind> delegate reads them
      Given "bob" is a <kind> delegate of "trader"
      When "bob" sends getTradesForPosition for "trader":
        | positionId | {position} |
      Then the response is ok with:
        | trades | <1 item> |

      Examples:
        | kind    |
        | session |
        | full    |
