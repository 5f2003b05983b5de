@trade @getBalanceUpdates
Feature: getBalanceUpdates filters by kind and has pages
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"

  Rule: a filter names one kind, or several separated by commas

    Scenario Outline: getBalanceUpdates with the filter <filter> lists <rows>
      Given "savings" receives "100" USDT
      And "savings" has transferred "1" USDT to "trader"
      And "savings" has withdrawn "10" USDT as "payment"
      When "savings" sends getBalanceUpdates:
        | actionFilter | <filter> |
      Then the response is ok with:
        | balanceUpdates           | <rows>  |
        | balanceUpdates[0].action | <first> |

      @clause:GETBALANCEUPDATES-FILTER-ONE
      Examples: one kind
        | filter     | rows     | first      |
        | DEPOSIT    | <1 item> | DEPOSIT    |
        | TRANSFER   | <1 item> | TRANSFER   |
        | WITHDRAWAL | <1 item> | WITHDRAWAL |

      @clause:GETBALANCEUPDATES-FILTER-COMBINED
      Examples: several
        | filter                      | rows      | first      |
        | DEPOSIT,TRANSFER            | <2 items> | TRANSFER   |
        | TRANSFER,WITHDRAWAL         | <2 items> | WITHDRAWAL |
        | DEPOSIT,TRANSFER,WITHDRAWAL | <3 items> | WITHDRAWAL |
        | DEPOSIT,DEPOSIT             | <1 item>  | DEPOSIT    |

      @clause:GETBALANCEUPDATES-FILTER-DEFAULT
      Examples: none
        | filter   | rows      | first      |
        | <absent> | <3 items> | WITHDRAWAL |

      @clause:GETBALANCEUPDATES-FILTER-DEFAULT @assumed
      Examples: nothing in it
        | filter  | rows      | first      |
        | <empty> | <3 items> | WITHDRAWAL |

    @clause:GETBALANCEUPDATES-ERR-FILTER @negative
    Scenario Outline: getBalanceUpdates refuses the filter "<filter>"
      When "trader" sends getBalanceUpdates:
        | actionFilter | <filter> |
      Then the response is refused with 400 VALIDATION_ERROR "invalid action filter, available filters: DEPOSIT, WITHDRAWAL, TRANSFER"

      Examples:
        | filter           |
        | FUNDING          |
        | deposit          |
        | DEPOSIT,FUNDING  |
        | DEPOSIT,         |
        | ,                |
        | DEPOSIT;TRANSFER |

    # An hour's funding of half a coin at 95,000: 47,500 x 0.0000125 = 0.59375.
    @clause:GETBALANCEUPDATES-NO-FUNDING
    Scenario: getBalanceUpdates lists no funding payments
      Given "savings" receives "10000" USDT
      And "savings" buys "0.5" BTC-USDT at "95010"
      When 1 hours pass
      Then these facts changed, and no others:
        | fact         | from      | to         |
        | savings USDT | 9976.2475 | 9975.65375 |
      When "savings" sends getBalanceUpdates
      Then "balanceUpdates" of the response lists:
        | action  | amount |
        | DEPOSIT | 10000  |

  Rule: a page has 50 records by default

    @clause:GETBALANCEUPDATES-LIMIT-DEFAULT @clause:GETBALANCEUPDATES-OFFSET-DEFAULT @clause:GETBALANCEUPDATES-LIMIT-ZERO @assumed
    Scenario: getBalanceUpdates lists the fifty-first record on the next page
      Given "trader" has transferred "1" USDT to "savings"
      And "trader" has transferred "2" USDT to "savings" 50 times
      When "savings" sends getBalanceUpdates
      Then the response is ok with:
        | balanceUpdates            | <50 items> |
        | balanceUpdates[49].amount | 2          |
      When "savings" sends getBalanceUpdates:
        | limit | number 0 |
      Then the response is ok with:
        | balanceUpdates | <50 items> |
      When "savings" sends getBalanceUpdates:
        | offset | number 50 |
      Then "balanceUpdates" of the response lists:
        | amount |
        | 1      |

    @clause:GETBALANCEUPDATES-LIMIT-MAX @clause:GETBALANCEUPDATES-OFFSET-MAX @needs:fresh-account
    Scenario Outline: getBalanceUpdates with limit <limit> and offset <offset> lists that part of three records
      When "trader" sends getBalanceUpdates:
        | limit  | number <limit>  |
        | offset | number <offset> |
      Then the response is ok with:
        | balanceUpdates               | <rows>  |
        | balanceUpdates[0].collateral | <first> |

      Examples:
        | limit | offset | rows      | first    |
        | 2     | 0      | <2 items> | BTC      |
        | 3     | 0      | <3 items> | BTC      |
        | 4     | 0      | <3 items> | BTC      |
        | 2     | 2      | <1 item>  | USDT     |
        | 2     | 3      | <0 items> | <absent> |
        | 1000  | 0      | <3 items> | BTC      |
        | 999   | 9999   | <0 items> | <absent> |
        | 1000  | 10000  | <0 items> | <absent> |

    @negative
    Scenario Outline: getBalanceUpdates refuses <param> <value>
      When "trader" sends getBalanceUpdates:
        | <param> | <value> |
      Then the response is refused with 400 <code> "<message>"

      @clause:GETBALANCEUPDATES-ERR-LIMIT-OVER @clause:GETBALANCEUPDATES-LIMIT-MAX
      Examples: pages too large
        | param | value       | code             | message                  |
        | limit | number 1001 | VALIDATION_ERROR | limit cannot exceed 1000 |

      @clause:GETBALANCEUPDATES-ERR-LIMIT-NEGATIVE
      Examples: less than nothing
        | param | value     | code             | message                    |
        | limit | number -1 | VALIDATION_ERROR | limit must be non-negative |

      @clause:GETBALANCEUPDATES-ERR-OFFSET-NEGATIVE
      Examples: before the first
        | param  | value     | code             | message                     |
        | offset | number -1 | VALIDATION_ERROR | offset must be non-negative |

      @clause:GETBALANCEUPDATES-ERR-OFFSET-OVER @clause:GETBALANCEUPDATES-OFFSET-MAX
      Examples: too far back
        | param  | value        | code             | message                    |
        | offset | number 10001 | VALIDATION_ERROR | offset cannot exceed 10000 |

      @clause:GETBALANCEUPDATES @assumed @R-29
      Examples: no number
        | param  | value | code           | message                |
        | limit  | ten   | INVALID_FORMAT | invalid request format |
        | offset | ten   | INVALID_FORMAT | invalid request format |

    @clause:GETBALANCEUPDATES-ERR-SUBACCOUNTID @clause:GETBALANCEUPDATES-PARAM-SUBACCOUNTID @negative
    Scenario: getBalanceUpdates without a subaccount is refused
      When "trader" sends getBalanceUpdates:
        | tampered.params.subAccountId | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "subAccountId is required"
