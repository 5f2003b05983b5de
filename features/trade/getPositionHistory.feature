@trade @getPositionHistory
Feature: getPositionHistory lists closed positions
  Background:
    Given the world "quiet"
    And the fee rates of "trader" are called "maker rate" and "taker rate"
    And "trader" is long "{2 size}" of "{market}" against "maker", midway in the spread, at "entry"

  Rule: a position is listed from the trade that closed it

    @clause:GETPOSITIONHISTORY @clause:AUTH-NONONCE-GETPOSITIONHISTORY @clause:GETPOSITIONHISTORY-RESP-POSITIONS
    @clause:GETPOSITIONHISTORY-RESP-HASMORE @clause:POSHIST-FIELD-POSITIONID @clause:POSHIST-FIELD-SYMBOL @clause:POSHIST-FIELD-SIDE
    @clause:POSHIST-FIELD-ENTRYPRICE @clause:POSHIST-FIELD-QUANTITY @clause:POSHIST-FIELD-CLOSEPRICE @clause:POSHIST-FIELD-CLOSEREASON
    @clause:POSHIST-FIELD-REALIZEDPNL @clause:POSHIST-FIELD-ACCUMULATEDFEES @clause:POSHIST-FIELD-NETFUNDING @clause:POSHIST-FIELD-CLOSEDAT
    @clause:POSHIST-FIELD-CREATEDAT @clause:POSHIST-FIELD-TRADEID @clause:POSHIST-LEVERAGE-OMITTED @assumed
    @needs:fresh-account
    Scenario: a long that grew, shrank and closed is one record with every field
      Given 5 s pass
      And "trader" buys "{2 size}" of "{market}" from "maker", high in the spread, at "later entry"
      And "trader" sells "{size}" of "{market}" to "maker", low in the spread, at "exit"
      And 2 s pass
      And "trader" sells "{3 size}" of "{market}" to "maker", low in the spread, at "later exit"
      And these figures:
        | fees | {(2 entry + 2 later entry + exit + 3 later exit) x size x taker rate} |
      When "trader" sends getPositionHistory
      Then the response is ok with:
        | positions                    | <1 item>                                                 |
        | positions[0].positionId      | <id>                                                     |
        | positions[0].symbol          | {market}                                                 |
        | positions[0].side            | long                                                     |
        | positions[0].entryPrice      | {(entry + later entry) / 2, entry price}                 |
        | positions[0].quantity        | {4 size}                                                 |
        | positions[0].closePrice      | {(exit + 3 later exit) / 4, entry price}                 |
        | positions[0].closeReason     | close                                                    |
        | positions[0].leverage        | <absent>                                                 |
        | positions[0].realizedPnl     | {(exit + 3 later exit - 2 entry - 2 later entry) x size} |
        | positions[0].accumulatedFees | {fees}                                                   |
        | positions[0].netFunding      | 0                                                        |
        | positions[0].createdAt       | number {now - 7 s}                                       |
        | positions[0].closedAt        | number {now}                                             |
        | hasMore                      | false                                                    |
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
      Given "other" is long "{3 size / 2}" of "{market}" against "trader", low in the spread, at "earlier exit"
      And "other" is long "{size / 2}" of "{market}" against "trader", high in the spread, at "later exit"
      When "trader" sends getPositionHistory
      Then "positions" of the response lists:
        | side | quantity | entryPrice           | closePrice                                       | realizedPnl                                          |
        | long | {2 size} | {entry, entry price} | {(3 earlier exit + later exit) / 4, entry price} | {(3 earlier exit + later exit - 4 entry) x size / 2} |

    @clause:POSHIST-FIELD-CLOSEREASON @clause:POSHIST-FIELD-SIDE @assumed
    Scenario: a trade through zero closes one position and opens the next
      Given "trader" sells "{3 size}" of "{market}" to "maker", low in the spread, at "turn"
      And "trader" buys "{size}" of "{market}" from "maker", high in the spread, at "exit"
      When "trader" sends getPositionHistory
      Then "positions" of the response lists:
        | side  | quantity | entryPrice           | closePrice          | closeReason | realizedPnl               |
        | short | {size}   | {turn, entry price}  | {exit, entry price} | close       | {(turn - exit) x size}    |
        | long  | {2 size} | {entry, entry price} | {turn, entry price} | flip        | {(turn - entry) x 2 size} |

    @clause:POSHIST-FIELD-LEVERAGE @clause:POSHIST-LEVERAGE-OMITTED @needs:fresh-account
    Scenario: leverage is what was set for the market and left out in another
      Given "trader" has sent updateLeverage:
        | symbol   | {market}           |
        | leverage | {largest leverage} |
      And "trader" sells "{2 size}" of "{market}" to "maker"
      And 1 ms pass
      And "trader" opens and closes "{second size}" of "{second market}" against "maker"
      When "trader" sends getPositionHistory
      Then "positions" of the response lists:
        | symbol          | leverage                  |
        | {second market} | <absent>                  |
        | {market}        | number {largest leverage} |

    @clause:GETPOSITIONHISTORY-PARAM-SYMBOL
    Scenario Outline: getPositionHistory with a symbol lists only closed positions of <symbol>
      Given "trader" sells "{2 size}" of "{market}" to "maker"
      And "trader" opens and closes "{second size}" of "{second market}" against "maker"
      When "trader" sends getPositionHistory:
        | symbol | <symbol> |
      Then "positions" of the response lists:
        | symbol   |
        | <listed> |

      Examples:
        | symbol                         | listed          |
        | {market}                       | {market}        |
        | {second market}                | {second market} |
        | {second market, in lower case} | {second market} |

  Rule: the subaccount is named subaccountId, also beside params

    @clause:GETPOSITIONHISTORY-PARAM-SUBACCOUNTID
    Scenario Outline: getPositionHistory accepts the subaccount at <place>
      Given "trader" sells "{2 size}" of "{market}" to "maker"
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
      And "trader" sells "{2 size}" of "{market}" to "maker"
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
      And "latest" opens and closes "{size}" of "{market}" against "maker"
      And "latest" opens and closes "{second size}" of "{second market}" against "maker"
      When "latest" sends getPositionHistory
      Then "positions" of the response lists:
        | symbol          |
        | {second market} |
        | {market}        |

  Rule: of positions that were closed at one moment the last is the first

    @clause:GETPOSITIONHISTORY @assumed
    Scenario: of two positions that one request closes getPositionHistory lists the second one first
      Given "trader" is long "{second size}" of "{second market}" against "other"
      And "other" bids for "{2 size}" of "{market}" inside the spread, at "one"
      And "other" bids for "{second size}" of "{second market}" inside the spread, at "two"
      And "trader" has sent placeOrders:
        | orders | [{"symbol":"{market}","side":"sell","orderType":"limitIoc","price":"{one}","quantity":"{2 size}","reduceOnly":true},{"symbol":"{second market}","side":"sell","orderType":"limitIoc","price":"{two}","quantity":"{second size}","reduceOnly":true}] |
      When "trader" sends getPositionHistory:
        | limit | number 2 |
      Then "positions" of the response lists:
        | symbol          | side | quantity      |
        | {second market} | long | {second size} |
        | {market}        | long | {2 size}      |
