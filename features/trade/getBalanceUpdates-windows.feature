@trade @getBalanceUpdates
Feature: getBalanceUpdates looks at a window of seven days, or of as much as a year when asked
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"
    And "savings" receives "5" USDT

  Rule: both ends of the window are inside

    Scenario Outline: <param> <shift> the record finds <rows>
      Given 5 s pass
      When "savings" sends getBalanceUpdates:
        | <param> | number {now - <ago> ms} |
      Then the response is ok with:
        | balanceUpdates | <rows> |

      @clause:GETBALANCEUPDATES-PARAM-STARTTIME @assumed
      Examples: from a time on
        | param     | shift       | ago  | rows      |
        | startTime | 1 ms before | 5001 | <1 item>  |
        | startTime | at          | 5000 | <1 item>  |
        | startTime | 1 ms after  | 4999 | <0 items> |

      @clause:GETBALANCEUPDATES-PARAM-ENDTIME @assumed
      Examples: up to a time
        | param   | shift       | ago  | rows      |
        | endTime | 1 ms before | 5001 | <0 items> |
        | endTime | at          | 5000 | <1 item>  |
        | endTime | 1 ms after  | 4999 | <1 item>  |

  Rule: a bound that is missing lies seven days from the other

    @clause:GETBALANCEUPDATES-DEFAULT-WINDOW
    Scenario: with neither, a record leaves the window one millisecond after seven days
      Given 7 days pass
      When "savings" sends getBalanceUpdates
      Then the response is ok with:
        | balanceUpdates | <1 item> |
      When 1 ms pass
      And "savings" sends getBalanceUpdates
      Then the response is ok with:
        | balanceUpdates | [] |

    @clause:GETBALANCEUPDATES-DEFAULT-START
    Scenario: with an end alone, the window begins seven days before it
      Given 7 days pass
      And 2 ms pass
      When "savings" sends getBalanceUpdates:
        | endTime | number {now - 2 ms} |
      Then the response is ok with:
        | balanceUpdates | <1 item> |
      When "savings" sends getBalanceUpdates:
        | endTime | number {now - 1 ms} |
      Then the response is ok with:
        | balanceUpdates | [] |

    @clause:GETBALANCEUPDATES-DEFAULT-END
    Scenario: with a start alone, the window ends seven days after it
      Given 7 days pass
      And "savings" receives "6" USDT
      And 1 ms pass
      And "savings" receives "7" USDT
      And 5 s pass
      When "savings" sends getBalanceUpdates:
        | startTime | number {now - 604805001 ms} |
      Then "balanceUpdates" of the response lists:
        | amount |
        | 6      |
        | 5      |

    @clause:GETBALANCEUPDATES-DEFAULT-END @assumed
    Scenario: an end in the future counts as now
      When "savings" sends getBalanceUpdates:
        | startTime | number {now - 1 d} |
        | endTime   | number {now + 1 d} |
      Then the response is ok with:
        | balanceUpdates | <1 item> |

  Rule: a window spans at most 365 days

    @clause:GETBALANCEUPDATES-RANGE-365D
    Scenario: a record of forty days ago is found where the window reaches it
      Given 40 days pass
      When "savings" sends getBalanceUpdates:
        | startTime | number {now - 365 d} |
        | endTime   | number {now}         |
      Then "balanceUpdates" of the response lists:
        | amount | timestamp           |
        | 5      | number {now - 40 d} |
