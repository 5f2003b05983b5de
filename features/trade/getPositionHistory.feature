@trade @getPositionHistory
Feature: getPositionHistory lists closed positions
  Background:
    Given the world "quiet"
    And "trader" is long "0.5" BTC-USDT at "95000" against "maker"

  Rule: a position is listed from the trade that closed it

    @clause:GETPOSITIONHISTORY @clause:AUTH-NONONCE-GETPOSITIONHISTORY @clause:GETPOSITIONHISTORY-RESP-POSITIONS
    @clause:GETPOSITIONHISTORY-RESP-HASMORE @clause:POSHIST-FIELD-POSITIONID @clause:POSHIST-FIELD-SYMBOL @clause:POSHIST-FIELD-SIDE
    @clause:POSHIST-FIELD-ENTRYPRICE @clause:POSHIST-FIELD-QUANTITY @clause:POSHIST-FIELD-CLOSEPRICE @clause:POSHIST-FIELD-CLOSEREASON
    @clause:POSHIST-FIELD-REALIZEDPNL @clause:POSHIST-FIELD-ACCUMULATEDFEES @clause:POSHIST-FIELD-NETFUNDING @clause:POSHIST-FIELD-CLOSEDAT
    @clause:POSHIST-FIELD-CREATEDAT @clause:POSHIST-FIELD-TRADEID @clause:POSHIST-LEVERAGE-OMITTED @assumed
    @needs:fresh-account
    Scenario: a long that grew, shrank and closed is one record with every field
      Given 5 s pass
      And "trader" buys "0.5" BTC-USDT at "95010"
      And "trader" sells "0.4" BTC-USDT at "94990"
      And 2 s pass
      And "trader" sells "0.6" BTC-USDT at "94990"
      When "trader" sends getPositionHistory
      Then the response is ok with:
        | positions                    | <1 item>           |
        | positions[0].positionId      | <id>               |
        | positions[0].symbol          | BTC-USDT           |
        | positions[0].side            | long               |
        | positions[0].entryPrice      | 95005.00           |
        | positions[0].quantity        | 1                  |
        | positions[0].closePrice      | 94990.00           |
        | positions[0].closeReason     | close              |
        | positions[0].leverage        | <absent>           |
        | positions[0].realizedPnl     | -15                |
        | positions[0].accumulatedFees | 94.9975            |
        | positions[0].netFunding      | 0                  |
        | positions[0].createdAt       | number {now - 7 s} |
        | positions[0].closedAt        | number {now}       |
        | hasMore                      | false              |
      When "trader" sends getTrades:
        | limit | number 1 |
      Then "trades[0].tradeId" of the response is called "closing"
      When "trader" sends getPositionHistory
      Then the response is ok with:
        | positions[0].tradeId | {closing} |

    @clause:GETPOSITIONHISTORY @clause:GETPOSITIONHISTORY-RESP-POSITIONS
    Scenario: an open position is not listed
      When "trader" sends getPositionHistory
      Then the response is ok with:
        | positions | []    |
        | hasMore   | false |

    @clause:POSHIST-FIELD-CLOSEPRICE @clause:POSHIST-FIELD-REALIZEDPNL @assumed @R-89
    Scenario: closePrice is the average price of the closing fills, weighted by quantity
      # 0.4 at 94995 and 0.1 at 95000: 94996, so that (94996 - 95000) x 0.5 is the realized loss of 2.
      Given "other" is long "0.4" BTC-USDT at "94995" against "trader"
      And "other" is long "0.1" BTC-USDT at "95000" against "trader"
      When "trader" sends getPositionHistory
      Then "positions" of the response lists:
        | side | quantity | entryPrice | closePrice | realizedPnl |
        | long | 0.5      | 95000.00   | 94996.00   | -2          |

    @clause:POSHIST-FIELD-CLOSEREASON @clause:POSHIST-FIELD-SIDE @assumed
    Scenario: a trade through zero closes one position and opens the next
      Given "trader" sells "0.8" BTC-USDT at "94990"
      And "trader" buys "0.3" BTC-USDT at "95010"
      When "trader" sends getPositionHistory
      Then "positions" of the response lists:
        | side  | quantity | entryPrice | closePrice | closeReason | realizedPnl |
        | short | 0.3      | 94990.00   | 95010.00   | close       | -6          |
        | long  | 0.5      | 95000.00   | 94990.00   | flip        | -5          |

    @clause:POSHIST-FIELD-LEVERAGE @clause:POSHIST-LEVERAGE-OMITTED @needs:fresh-account
    Scenario: leverage is what was set for the market and left out in another
      Given "trader" has sent updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 20       |
      And "trader" sells "0.5" BTC-USDT at "94990"
      And 1 ms pass
      And "trader" opens and closes "1" ETH-USDT 1 times
      When "trader" sends getPositionHistory
      Then "positions" of the response lists:
        | symbol   | leverage  |
        | ETH-USDT | <absent>  |
        | BTC-USDT | number 20 |

    @clause:GETPOSITIONHISTORY-PARAM-SYMBOL
    Scenario Outline: getPositionHistory with a symbol lists only closed positions of <symbol>
      Given "trader" sells "0.5" BTC-USDT at "94990"
      And "trader" opens and closes "1" ETH-USDT 1 times
      When "trader" sends getPositionHistory:
        | symbol | <symbol> |
      Then "positions" of the response lists:
        | symbol   |
        | <listed> |

      Examples:
        | symbol   | listed   |
        | BTC-USDT | BTC-USDT |
        | ETH-USDT | ETH-USDT |
        | eth-usdt | ETH-USDT |

  Rule: the subaccount is named subaccountId, also beside params

    @clause:GETPOSITIONHISTORY-PARAM-SUBACCOUNTID
    Scenario Outline: getPositionHistory accepts the subaccount at <place>
      Given "trader" sells "0.5" BTC-USDT at "94990"
      When "trader" sends getPositionHistory:
        | tampered.params.subAccountId | <absent>    |
        | tampered.<place>             | {trader id} |
      Then the response is ok with:
        | positions | <1 item> |

      Examples:
        | place               |
        | params.subaccountId |

      @assumed
      Examples: places that other clients use
        | place               |
        | params.subAccountId |
        | subaccountId        |
        | subAccountId        |

    @clause:ROLE-SESSION-GETPOSITIONHISTORY @clause:ROLE-DELEGATE-READS
    Scenario Outline: getPositionHistory responds to a <kind> delegate
      Given "bob" is a <kind> delegate of "trader"
      And "trader" sells "0.5" BTC-USDT at "94990"
      When "bob" sends getPositionHistory for "trader"
      Then the response is ok with:
        | positions | <1 item> |

      Examples:
        | kind    |
        | session |
        | full    |

    @clause:GETPOSITIONHISTORY-RESP-REQUESTID @clause:GETPOSITIONHISTORY-RESP-TIMESTAMP @rest-only
    Scenario: getPositionHistory carries the request id twice and the time
      When "trader" sends getPositionHistory
      Then "request_id" of the body is called "request"
      And the response is 200 with:
        | request_id | <request id> |
        | requestId  | {request}    |
        | timestamp  | number {now} |

    @clause:GETPOSITIONHISTORY @assumed
    Scenario: getPositionHistory lists the later of two simultaneous closes first
      Given "latest" is a trader
      And "latest" opens and closes "0.1" BTC-USDT 1 times
      And "latest" opens and closes "1" ETH-USDT 1 times
      When "latest" sends getPositionHistory
      Then "positions" of the response lists:
        | symbol   |
        | ETH-USDT |
        | BTC-USDT |
