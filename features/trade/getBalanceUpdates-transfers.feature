@trade @getBalanceUpdates
Feature: getBalanceUpdates lists a transfer of one USDT on any deployment
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"

  Rule: a transfer leaves a record at both ends

    @clause:GETBALANCEUPDATES @clause:BALUPD-FIELD-ID @clause:BALUPD-FIELD-SUBACCOUNTID @clause:BALUPD-FIELD-ACTION @clause:BALUPD-FIELD-STATUS
    @clause:BALUPD-FIELD-AMOUNT @clause:BALUPD-FIELD-FEE @clause:BALUPD-FIELD-GROSSAMOUNT @clause:BALUPD-FIELD-COLLATERAL
    @clause:BALUPD-FIELD-USDTNOTIONAL @clause:BALUPD-FIELD-TIMESTAMP @clause:BALUPD-FIELD-FROMSUBACCOUNTID @clause:BALUPD-FIELD-TOSUBACCOUNTID
    @clause:AUTH-NONONCE-GETBALANCEUPDATES @assumed
    Scenario: getBalanceUpdates shows every field of an incoming transfer
      Given "trader" has transferred "1" USDT to "savings"
      When "savings" sends getBalanceUpdates
      Then "balanceUpdates" of the response lists:
        | id   | subAccountId | action   | status  | amount | fee | grossAmount | collateral | usdtNotional | timestamp    | fromSubAccountId | toSubAccountId |
        | <id> | {savings id} | TRANSFER | success | 1      | 0   | 1           | USDT       | 1            | number {now} | {trader id}      | {savings id}   |

    @clause:GETBALANCEUPDATES @clause:GETBALANCEUPDATES-ORDERING
    Scenario: getBalanceUpdates lists the newer of two transfers first
      Given "trader" has transferred "1" USDT to "savings"
      And 1 ms pass
      And "savings" has transferred "0.5" USDT to "trader"
      When "savings" sends getBalanceUpdates
      Then "balanceUpdates" of the response lists:
        | amount |
        | -0.5   |
        | 1      |

  Rule: a filter selects the kinds that are listed

    Scenario Outline: getBalanceUpdates with the filter <filter> lists <rows> of a transfer
      Given "trader" has transferred "1" USDT to "savings"
      When "savings" sends getBalanceUpdates:
        | actionFilter | <filter> |
      Then the response is ok with:
        | balanceUpdates | <rows> |

      @clause:GETBALANCEUPDATES-FILTER-ONE
      Examples: one kind
        | filter     | rows      |
        | TRANSFER   | <1 item>  |
        | DEPOSIT    | <0 items> |
        | WITHDRAWAL | <0 items> |

      @clause:GETBALANCEUPDATES-FILTER-COMBINED
      Examples: several
        | filter                      | rows      |
        | DEPOSIT,TRANSFER            | <1 item>  |
        | TRANSFER,WITHDRAWAL         | <1 item>  |
        | DEPOSIT,WITHDRAWAL          | <0 items> |
        | DEPOSIT,WITHDRAWAL,TRANSFER | <1 item>  |

  Rule: a window spans at most 365 days

    @clause:GETBALANCEUPDATES-RANGE-365D @negative @assumed
    Scenario Outline: getBalanceUpdates refuses a window of <what>
      When "savings" sends getBalanceUpdates:
        | startTime | <start> |
        | endTime   | <end>   |
      Then the response is refused with 400 VALIDATION_ERROR "invalid request parameters"
      And nothing changed

      Examples:
        | what                    | start                         | end                  |
        | 365 days and 1 ms       | number {now - 31536000001 ms} | number {now}         |
        | an end before its start | number {now}                  | number {now - 1 ms}  |
        | a negative start        | number -1                     | <absent>             |
        | a negative end          | <absent>                      | number -1            |
