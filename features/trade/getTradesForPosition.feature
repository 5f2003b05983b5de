@trade @getTradesForPosition
Feature: getTradesForPosition lists the trades of one position
  Background:
    Given the world "quiet"
    And "trader" is long "{2 size}" of "{market}" against "maker", at "entry"
    And the {market} position of "trader" is called "position"

  Rule: every trade of the position is listed, the newest first

    @clause:GETTRADESFORPOSITION @clause:AUTH-NONONCE-GETTRADESFORPOSITION @clause:GETTRADESFORPOSITION-RESP-TRADES
    @clause:GETTRADESFORPOSITION-RESP-HASMORE @clause:GETTRADESFORPOSITION-RESP-NO-TOTAL
    @clause:GETTRADESFORPOSITION-PARAM-POSITIONID @clause:GETTRADESFORPOSITION-PARAM-SUBACCOUNTID
    Scenario: getTradesForPosition lists opening, adding and reducing trades of that market only
      Given "trader" buys "{3 size}" of "{market}" from "maker", high in the spread, at "later entry"
      And "trader" buys "{second size}" of "{second market}" from "maker"
      And "trader" sells "{size}" of "{market}" to "maker", low in the spread, at "exit"
      When "trader" sends getTradesForPosition:
        | positionId | {position} |
      Then "trades" of the response lists:
        | tradeId | orderType | symbol   | side | direction  | price                | quantity | maker |
        | <id>    | limit     | {market} | sell | close long | {exit, price}        | {size}   | false |
        | <id>    | limit     | {market} | buy  | open long  | {later entry, price} | {3 size} | false |
        | <id>    | limit     | {market} | buy  | open long  | {entry, price}       | {2 size} | false |
      And the response has exactly the keys "trades, hasMore"
      And the response is ok with:
        | hasMore | false |

    @clause:GETTRADESFORPOSITION-RESP-TRADES @assumed
    Scenario: getTradesForPosition shows the same records as getTrades
      When "trader" sends getTrades
      Then "trades[0]" of the response has exactly the keys "tradeId, order, orderId, orderType, symbol, side, direction, price, quantity, realizedPnl, fee, feeRate, markPrice, entryPrice, timestamp, maker, reduceOnly, postOnly, triggeredByLiquidation"
      When "trader" sends getTradesForPosition:
        | positionId | {position} |
      Then "trades[0]" of the response has exactly the keys "tradeId, order, orderId, orderType, symbol, side, direction, price, quantity, realizedPnl, fee, feeRate, markPrice, entryPrice, timestamp, maker, reduceOnly, postOnly, triggeredByLiquidation"

    @clause:GETTRADESFORPOSITION @assumed
    Scenario: a trade through zero is listed for the closed and for the opened position
      Given "trader" sells "{3 size}" of "{market}" to "maker"
      When "trader" sends getTradesForPosition:
        | positionId | {position} |
      Then "trades" of the response lists:
        | side | quantity |
        | sell | {3 size} |
        | buy  | {2 size} |
      Given the {market} position of "trader" is called "short"
      When "trader" sends getTradesForPosition:
        | positionId | {short} |
      Then "trades" of the response lists:
        | side | quantity | direction  |
        | sell | {3 size} | open short |

    @clause:GETTRADESFORPOSITION-NO-FILTERS @assumed
    Scenario: getTradesForPosition ignores symbol, order id and window
      When "trader" sends getTradesForPosition:
        | positionId | {position}         |
        | symbol     | {second market}    |
        | orderId    | 1                  |
        | startTime  | number {now + 1 s} |
        | endTime    | number {now + 2 s} |
      Then the response is ok with:
        | trades | <1 item> |

    @clause:GETTRADESFORPOSITION-NO-FILTERS @assumed
    Scenario: getTradesForPosition lists a trade older than thirty days
      Given 31 days pass
      When "trader" sends getTradesForPosition:
        | positionId | {position} |
      Then the response is ok with:
        | trades | <1 item> |

  Rule: only positions of the subaccount have trades to list

    @clause:GETTRADESFORPOSITION-PARAM-POSITIONID @assumed
    Scenario Outline: getTradesForPosition lists nothing for <what>
      When "stranger" sends getTradesForPosition:
        | positionId | <position> |
      Then the response is ok with:
        | trades  | []    |
        | hasMore | false |

      Examples:
        | what                      | position             |
        | a foreign position        | {position}           |
        | a position that never was | 999999               |
        | zero                      | 0                    |
        | the highest id there is   | 18446744073709551615 |

    @clause:ROLE-SESSION-GETTRADESFORPOSITION @clause:ROLE-DELEGATE-READS
    Scenario Outline: getTradesForPosition responds to a <kind> delegate
      Given "bob" is a <kind> delegate of "trader"
      When "bob" sends getTradesForPosition for "trader":
        | positionId | {position} |
      Then the response is ok with:
        | trades | <1 item> |

      Examples:
        | kind    |
        | session |
        | full    |
