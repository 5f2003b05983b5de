@trade @getTransfers
Feature: getTransfers lists collateral moved between subaccounts
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"

  Rule: a transfer is listed at both ends

    @transition:transfer/none/transfer
    @clause:GETTRANSFERS @clause:GETTRANSFERS-RESP-TRANSFERS @clause:GETTRANSFERS-RESP-TOTAL @clause:TRANSFER-FIELD-TRANSFERID
    @clause:TRANSFER-FIELD-FROM @clause:TRANSFER-FIELD-TO @clause:TRANSFER-FIELD-SYMBOL @clause:TRANSFER-FIELD-AMOUNT
    @clause:TRANSFER-FIELD-TRANSFERTYPE @clause:TRANSFER-FIELD-STATUS @clause:TRANSFER-FIELD-USDTNOTIONAL @clause:TRANSFER-FIELD-TIMESTAMP
    @clause:STATE-TRANSFER-SUCCESS @clause:AUTH-NONONCE-GETTRANSFERS @needs:reference-market
    Scenario Outline: getTransfers of <who> lists the transfer
      Given "trader" has transferred "2.5" WETH to "savings"
      When "<who>" sends getTransfers
      Then "transfers" of the response lists:
        | transferId | from        | to           | symbol | amount | transferType        | status  | usdtNotional | timestamp    |
        | <id>       | {trader id} | {savings id} | WETH   | 2.5    | COLLATERAL_TRANSFER | success | 8250         | number {now} |
      And the response is ok with:
        | total | number 1 |

      Examples:
        | who     |
        | trader  |
        | savings |

    @clause:GETTRANSFERS @clause:GETTRANSFERS-RESP-TRANSFERS @clause:GETTRANSFERS-RESP-TOTAL @clause:TRANSFER-FIELD-TRANSFERID
    @clause:TRANSFER-FIELD-FROM @clause:TRANSFER-FIELD-TO @clause:TRANSFER-FIELD-SYMBOL @clause:TRANSFER-FIELD-AMOUNT
    @clause:TRANSFER-FIELD-TRANSFERTYPE @clause:TRANSFER-FIELD-STATUS @clause:TRANSFER-FIELD-USDTNOTIONAL @clause:TRANSFER-FIELD-TIMESTAMP
    @clause:STATE-TRANSFER-SUCCESS @clause:AUTH-NONONCE-GETTRANSFERS
    Scenario Outline: getTransfers of <who> lists a transfer of the settlement asset at its amount
      Given "trader" has transferred "2.5" USDT to "savings"
      When "<who>" sends getTransfers
      Then "transfers" of the response lists:
        | transferId | from        | to           | symbol | amount | transferType        | status  | usdtNotional | timestamp    |
        | <id>       | {trader id} | {savings id} | USDT   | 2.5    | COLLATERAL_TRANSFER | success | 2.5          | number {now} |
      And the response is ok with:
        | total | number 1 |

      Examples:
        | who     |
        | trader  |
        | savings |

    @clause:TRANSFER-ERRORMESSAGE-OMITTED
    Scenario: getTransfers shows no error fields of a successful transfer
      Given "trader" has transferred "1" USDT to "savings"
      When "trader" sends getTransfers
      Then "transfers[0]" of the response has exactly the keys "transferId, from, to, symbol, amount, transferType, status, usdtNotional, timestamp"

    @clause:GETTRANSFERS-ORDERING
    Scenario: getTransfers lists the newest transfer first
      Given "trader" has transferred "1" USDT to "savings"
      And "trader" has transferred "2" USDT to "savings"
      And 1 ms pass
      And "savings" has transferred "0.5" USDT to "trader"
      When "trader" sends getTransfers
      Then "transfers" of the response lists:
        | amount | from         | timestamp           |
        | 0.5    | {savings id} | number {now}        |
        | 2      | {trader id}  | number {now - 1 ms} |
        | 1      | {trader id}  | number {now - 1 ms} |

    @clause:GETTRANSFERS
    Scenario: getTransfers leaves out deposits, withdrawals and transfers of others
      Given "other" also owns the subaccount "elsewhere"
      And "other" has transferred "1" USDT to "elsewhere"
      And "trader" has withdrawn "10" USDT as "payment"
      When "trader" sends getTransfers
      Then the response is ok with:
        | transfers | []       |
        | total     | number 0 |

    @clause:ROLE-SESSION-GETTRANSFERS
    Scenario: getTransfers responds to a session delegate
      Given "trader" has transferred "1" USDT to "savings"
      And "helper" is a session delegate of "trader"
      When "helper" sends getTransfers for "trader"
      Then the response is ok with:
        | transfers | <1 item> |

  Rule: a symbol selects transfers, and a page has 50 by default

    @clause:GETTRANSFERS-PARAM-SYMBOL
    Scenario Outline: getTransfers with symbol <symbol> lists <rows>
      Given "trader" has transferred "1" {settlement collateral} to "savings"
      And "trader" has transferred "2" {haircut collateral} to "savings"
      When "trader" sends getTransfers:
        | symbol | <symbol> |
      Then the response is ok with:
        | transfers           | <rows>         |
        | transfers[0].symbol | <first>        |
        | total               | number <total> |

      Examples:
        | symbol                  | rows      | first                   | total |
        | {haircut collateral}    | <1 item>  | {haircut collateral}    | 1     |
        | {settlement collateral} | <1 item>  | {settlement collateral} | 1     |
        | <absent>                | <2 items> | {haircut collateral}    | 2     |

      @needs:usual-schedule
      Examples: an asset that was not moved
        | symbol | rows      | first    | total |
        | BTC    | <0 items> | <absent> | 0     |

      @assumed
      Examples: other spellings
        | symbol                              | rows      | first                | total |
        | {haircut collateral, in lower case} | <1 item>  | {haircut collateral} | 1     |
        | <empty>                             | <2 items> | {haircut collateral} | 2     |

    @clause:GETTRANSFERS-LIMIT-DEFAULT @clause:GETTRANSFERS-OFFSET-DEFAULT @clause:GETTRANSFERS-RESP-TOTAL
    Scenario: getTransfers lists the fifty-first transfer on the next page
      Given "trader" has transferred "1" USDT to "savings"
      And "trader" has transferred "2" USDT to "savings" 50 times
      When "savings" sends getTransfers
      Then the response is ok with:
        | transfers            | <50 items> |
        | transfers[49].amount | 2          |
        | total                | number 51  |
      When "savings" sends getTransfers:
        | offset | number 50 |
      Then the response is ok with:
        | transfers           | <1 item>  |
        | transfers[0].amount | 1         |
        | total               | number 51 |

    @clause:GETTRANSFERS-LIMIT-MAX @clause:GETTRANSFERS-RESP-TOTAL
    Scenario Outline: getTransfers with limit <limit> and offset <offset> lists that part of three transfers
      Given "trader" has transferred "1" USDT to "savings" 3 times
      When "trader" sends getTransfers:
        | limit  | number <limit>  |
        | offset | number <offset> |
      Then the response is ok with:
        | transfers | <rows>   |
        | total     | number 3 |

      Examples:
        | limit | offset | rows      |
        | 2     | 0      | <2 items> |
        | 3     | 0      | <3 items> |
        | 4     | 0      | <3 items> |
        | 2     | 2      | <1 item>  |
        | 2     | 3      | <0 items> |
        | 999   | 0      | <3 items> |
        | 1000  | 0      | <3 items> |
