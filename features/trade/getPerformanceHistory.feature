@trade @getPerformanceHistory
Feature: getPerformanceHistory shows the account value over time
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a period ends with the last full step and has one point per step

    @clause:GETPERFORMANCEHISTORY @clause:AUTH-NONONCE-GETPERFORMANCEHISTORY @assumed
    Scenario: getPerformanceHistory shows a day in hourly points
      Given 24 hours pass
      And 5 minutes pass
      When "trader" sends getPerformanceHistory
      Then the response has exactly the keys "subAccountId, period, performanceHistory"
      And "performanceHistory" of the response has exactly the keys "history, volume"
      And the response is ok with:
        | subAccountId                               | {trader id}          |
        | period                                     | day                  |
        | performanceHistory.history                 | <24 items>           |
        | performanceHistory.history[0].sampledAt    | number {now - 83100 s} |
        | performanceHistory.history[1].sampledAt    | number {now - 79500 s} |
        | performanceHistory.history[23].sampledAt   | number {now - 300 s} |
        | performanceHistory.history[0].accountValue | 1161000.00           |
        | performanceHistory.history[0].pnl          | 0                    |
        | performanceHistory.volume                  | 0                    |

    @clause:GETPERFORMANCEHISTORY @assumed
    Scenario Outline: getPerformanceHistory shows <points> points for a <period>
      Given <days> days pass
      When "trader" sends getPerformanceHistory:
        | period | <period> |
      Then the response is ok with:
        | period                                  | <period>       |
        | performanceHistory.history              | <<points> items> |
        | performanceHistory.history[0].sampledAt | number {now - <first>} |

      Examples:
        | period | days | points | first   |
        | day    | 2    | 24     | 23 h    |
        | week   | 8    | 28     | 162 h   |
        | month  | 31   | 30     | 29 d    |
        | year   | 366  | 365    | 364 d   |

    @clause:GETPERFORMANCEHISTORY @assumed
    Scenario: a point of an hour is listed from its first millisecond on
      Given 59 minutes pass
      And 59999 ms pass
      When "trader" sends getPerformanceHistory
      Then the response is ok with:
        | performanceHistory.history | [] |
      When 1 ms pass
      And "trader" sends getPerformanceHistory
      Then "performanceHistory.history" of the response lists:
        | sampledAt    | accountValue | pnl |
        | number {now} | 1161000.00   | 0   |

    @clause:GETPERFORMANCEHISTORY @clause:AUTH-NONONCE-GETPERFORMANCEHISTORY @assumed
    Scenario Outline: getPerformanceHistory of a <period> names the subaccount and the period
      When "trader" sends getPerformanceHistory:
        | period | <period> |
      Then the response has exactly the keys "subAccountId, period, performanceHistory"
      And "performanceHistory" of the response has exactly the keys "history, volume"
      And the response is ok with:
        | subAccountId              | {trader id} |
        | period                    | <period>    |
        | performanceHistory.volume | <decimal>   |

      Examples:
        | period |
        | day    |
        | week   |
        | month  |
        | year   |

  Rule: PnL counts from the start of the period without deposits and withdrawals

    @clause:GETPERFORMANCEHISTORY @assumed
    Scenario: getPerformanceHistory shows fees, losses and volume
      Given 1 hours pass
      And "trader" is long "1" BTC-USDT at "95000" against "maker"
      And "trader" sells "1" BTC-USDT at "94990"
      And 2 hours pass
      When "trader" sends getPerformanceHistory
      Then "performanceHistory.history" of the response lists:
        | sampledAt          | accountValue | pnl      |
        | number {now - 2 h} | 1161000.00   | 0        |
        | number {now - 1 h} | 1160895.00   | -104.995 |
        | number {now}       | 1160895.00   | -104.995 |
      And the response is ok with:
        | performanceHistory.volume | 189990 |

    @clause:GETPERFORMANCEHISTORY @assumed
    Scenario: deposits and withdrawals change the value and not the PnL
      Given 1 hours pass
      And "trader" receives "500" USDT
      And 1 hours pass
      And "trader" has sent withdrawCollateral:
        | symbol      | USDT             |
        | amount      | 100              |
        | destination | {trader address} |
      And 1 hours pass
      When "trader" sends getPerformanceHistory
      Then "performanceHistory.history" of the response lists:
        | accountValue | pnl |
        | 1161000.00   | 0   |
        | 1161500.00   | 0   |
        | 1161400.00   | 0   |

    @clause:GETPERFORMANCEHISTORY @assumed
    Scenario: a loss before the period is not part of its PnL
      Given "trader" is long "1" BTC-USDT at "95000" against "maker"
      And "trader" sells "1" BTC-USDT at "94990"
      And 25 hours pass
      When "trader" sends getPerformanceHistory
      Then the response is ok with:
        | performanceHistory.history[0].accountValue | 1160895.00 |
        | performanceHistory.history[0].pnl          | 0          |
        | performanceHistory.volume                  | 0          |
      When "trader" sends getPerformanceHistory:
        | period | week |
      Then the response is ok with:
        | performanceHistory.history[0].pnl | -104.995 |
        | performanceHistory.volume         | 189990   |

  Rule: malformed parameters and signers without a right are refused

    @clause:GETPERFORMANCEHISTORY @assumed @negative
    Scenario Outline: getPerformanceHistory with the period <period> is refused
      When "trader" sends getPerformanceHistory:
        | period | <period> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | period   | code             | message              |
        | hour     | VALIDATION_ERROR | invalid period       |
        | Day      | VALIDATION_ERROR | invalid period       |
        | <empty>  | VALIDATION_ERROR | invalid period       |
        | number 1 | INVALID_FORMAT   | Invalid request body |

    @clause:ROLE-SESSION-GETPERFORMANCEHISTORY
    Scenario: getPerformanceHistory responds to a session delegate
      Given "bob" is a session delegate of "trader"
      And 1 hours pass
      When "bob" sends getPerformanceHistory for "trader"
      Then the response is ok with:
        | subAccountId               | {trader id} |
        | performanceHistory.history | <1 item>    |

    @clause:ROLE-STRANGER-READ @negative
    Scenario: getPerformanceHistory refuses a stranger
      When "stranger" sends getPerformanceHistory for "trader"
      Then the response is refused with 401 UNAUTHORIZED "wallet {stranger wallet} is not authorized to act on this subaccount"
      And nothing changed
