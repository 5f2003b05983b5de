@trade @getBalanceUpdates
Feature: getBalanceUpdates has a window of seven days by default and one year at most
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"
    And "savings" receives "5" USDT

  Rule: both ends of the window are included

    Scenario Outline: getBalanceUpdates with <param> <shift> the record lists <rows>
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

  Rule: a missing bound lies seven days from the other

    @clause:GETBALANCEUPDATES-DEFAULT-WINDOW
    Scenario: getBalanceUpdates without bounds lists a record for exactly seven days
      Given 7 days pass
      When "savings" sends getBalanceUpdates
      Then the response is ok with:
        | balanceUpdates | <1 item> |
      When 1 ms pass
      And "savings" sends getBalanceUpdates
      Then the response is ok with:
        | balanceUpdates | [] |

    @clause:GETBALANCEUPDATES-DEFAULT-START
    Scenario: getBalanceUpdates with an end alone lists the seven days before it
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
    Scenario: getBalanceUpdates with a start alone lists the seven days after it
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
    Scenario: getBalanceUpdates reads an end in the future as now
      When "savings" sends getBalanceUpdates:
        | startTime | number {now - 1 d} |
        | endTime   | number {now + 1 d} |
      Then the response is ok with:
        | balanceUpdates | <1 item> |

  Rule: a window spans at most 365 days

    @clause:GETBALANCEUPDATES-RANGE-365D
    Scenario: getBalanceUpdates lists a record of forty days ago in a window that includes it
      Given 40 days pass
      When "savings" sends getBalanceUpdates:
        | startTime | number {now - 365 d} |
        | endTime   | number {now}         |
      Then "balanceUpdates" of the response lists:
        | amount | timestamp           |
        | 5      | number {now - 40 d} |
