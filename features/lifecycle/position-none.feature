@trade @lifecycle
Feature: only a fill opens a position where there is none
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the first fill opens a position with a new id

    @transition:position/none/open @clause:STATE-POSITION-OPEN @clause:STATE-POSITION-MOVES
    Scenario: a first fill opens a position
      Given "trader" buys "{size}" of "{market}" from "other", at "entry"
      When "trader" sends getPositions
      Then the response lists:
        | positionId | status | side | quantity | entryPrice           |
        | <id>       | open   | long | {size}   | {entry, entry price} |

    @transition:position/close/open @clause:STATE-POSITION-MOVES @clause:POSITION-FIELD-POSITIONID @assumed
    Scenario: a fill after a close opens a new position and leaves the closed one unchanged
      Given "trader" buys "{size}" of "{market}" from "other", high in the spread, at "entry"
      And the {market} position of "trader" is called "first"
      And "trader" sells "{size}" of "{market}" to "other", low in the spread, at "exit"
      And "trader" buys "{2 size}" of "{market}" from "other"
      And the {market} position of "trader" is called "next"
      When "trader" sends getPositions
      Then the response lists:
        | positionId | status | quantity |
        | {next}     | open   | {2 size} |
      When "trader" sends getPositions:
        | status | close |
      Then the response lists:
        | positionId | status | realizedPnl             |
        | {first}    | close  | {(exit - entry) x size} |

  Rule: orders and actions that need a position are refused

    @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @negative
    Scenario Outline: placeOrders rejects a reduce-only order for <quantity> where <what>
      Given <before>
      When "trader" places:
        | symbol   | side | orderType | quantity   | reduceOnly |
        | {market} | sell | market    | <quantity> | true       |
      Then item 0 is refused with REDUCE_ONLY_NO_POSITION "no open position found, cannot place reduce-only order"
      And nothing changed

      @transition:position/none/reduce @transition:position/none/close
      Examples:
        | what                | quantity   | before               |
        | there never was one | {size / 2} | "trader" is a trader |
        | there never was one | {size}     | "trader" is a trader |

      @transition:position/close/reduce @transition:position/close/close
      Examples:
        | what                    | quantity   | before                                                           |
        | a larger one was closed | {size / 2} | "trader" opens and closes "{size}" of "{market}" against "other" |
        | one as large was closed | {size}     | "trader" opens and closes "{size}" of "{market}" against "other" |

    @clause:POSITION-FIELD-STOPLOSSORDERS @assumed @negative
    Scenario Outline: placeOrders rejects a stop with grouping positionTpsl where <what>
      Given <before>
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | closePosition |
        | {market} | sell | triggerSl | {far bid}    | true            | 0        | true          |
      Then item 0 is refused with REDUCE_ONLY_NO_POSITION "no open position found, cannot place reduce-only order"
      And nothing changed

      @transition:position/none/cover
      Examples:
        | what                | before               |
        | there never was one | "trader" is a trader |

      @transition:position/close/cover
      Examples:
        | what          | before                                                           |
        | it was closed | "trader" opens and closes "{size}" of "{market}" against "other" |

    @clause:UPDATEISOLATEDMARGIN @assumed @R-11 @negative
    Scenario Outline: updateIsolatedMargin responds POSITION_NOT_FOUND where <what>
      Given <before>
      When "trader" sends updateIsolatedMargin:
        | symbol      | {market} |
        | marginDelta | 100      |
      Then the response is refused with 404 POSITION_NOT_FOUND "position not found"
      And nothing changed

      @transition:position/none/set-margin
      Examples:
        | what                | before               |
        | there never was one | "trader" is a trader |

      @transition:position/close/set-margin
      Examples:
        | what          | before                                                           |
        | it was closed | "trader" opens and closes "{size}" of "{market}" against "other" |

  Rule: events of the market leave an account without a position unchanged

    @transition:position/none/fire @clause:STATE-ORDER-LOCAL-CANCEL @clause:STATE-ORDER-LOCAL-CANCEL-HISTORY
    Scenario: a stop that fires without a position is cancelled with reason NO_POSITION
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | stop | BTC-USDT | sell | triggerSl | 94500        | true            | 0.1      | true       |
      When the index of "BTC-USDT" moves to "94500"
      Then these facts changed, and no others:
        | fact       | from                                    | to   |
        | order stop | sell 0.1 at market from 94500, filled 0 | none |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status    | cancelReason |
        | {stop}  | cancelled | NO_POSITION  |
        | {stop}  | placed    | <absent>     |

    @transition:position/close/fire @clause:STATE-POSITION-CLOSE @assumed
    Scenario: a stop that ended with its position does not fire later
      Given "trader" buys "0.1" BTC-USDT at "95010"
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | closePosition |
        | BTC-USDT | sell | triggerSl | 94500        | true            | 0        | true          |
      Then "statuses[0].resting.id" of the response is called "stop"
      Given "trader" sells "0.1" BTC-USDT at "94990"
      When the index of "BTC-USDT" moves to "94500"
      Then nothing changed
      When "trader" sends getOrderHistory:
        | type | STOP_LOSS |
      Then the response lists:
        | orderId | status    | cancelReason    |
        | {stop}  | cancelled | POSITION_CLOSED |
        | {stop}  | placed    | <absent>        |

    @transition:position/none/fund @clause:POSITION-FIELD-NETFUNDING
    Scenario: an account without a position has no funding payment
      Given "other" buys "{size}" {market} at "{best ask + 20 ticks}"
      When 1 hours pass
      And "trader" sends getFundingPayments
      Then the response is ok with:
        | fundingHistory | [] |
      When "trader" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity | 1000000 |

    @clause:UPDATELEVERAGE @assumed @needs:fresh-account
    Scenario Outline: updateLeverage where <what> applies to the next position
      Given <before>
      When "trader" sends updateLeverage:
        | symbol   | {market}             |
        | leverage | {2 default leverage} |
      Then the response is ok with:
        | . | {"symbol":"{market}","previousLeverage":"{default leverage}","newLeverage":"{2 default leverage}"} |
      And nothing changed
      Given "trader" is long "{size}" of "{market}" against "other"
      When "trader" sends getPositions
      Then the response lists:
        | status | quantity | usedMargin                                       |
        | open   | {size}   | {mark x size / (2 default leverage), 2 decimals} |
      When "trader" sends getPositionHistory
      Then the response is ok with:
        | positions             | <closed> |
        | positions[0].leverage | <absent> |

      @transition:position/none/set-leverage
      Examples:
        | what           | before               | closed    |
        | there was none | "trader" is a trader | <0 items> |

      @transition:position/close/set-leverage
      Examples:
        | what          | before                                                           | closed   |
        | one is closed | "trader" opens and closes "{size}" of "{market}" against "other" | <1 item> |
