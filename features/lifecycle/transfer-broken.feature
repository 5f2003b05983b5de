@trade @lifecycle
Feature: a failed transfer leaves a record and moves nothing
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"
    And the fault transferFails on transferCollateral, once

  Rule: both ends list the failed transfer

    @transition:transfer/none/break @transition:balance-update/none/transfer-broken @clause:STATE-TRANSFER-FAILED
    @clause:STATE-BALUPD-FAILED @clause:TRANSFERCOLLATERAL-ERR-OTHER @clause:TRANSFER-FIELD-ERRORMESSAGE @assumed @negative
    Scenario: getTransfers and getBalanceUpdates of both ends list a failed transfer
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 400          |
      Then the response is refused with 500 INTERNAL_ERROR "Internal server error"
      And nothing changed
      When "trader" sends getTransfers
      Then "transfers" of the response lists:
        | from        | to           | amount | status | errorMessage    |
        | {trader id} | {savings id} | 400    | failed | transfer failed |
      When "trader" sends getBalanceUpdates:
        | actionFilter | TRANSFER |
      Then "balanceUpdates" of the response lists:
        | action   | status | amount |
        | TRANSFER | failed | -400   |
      When "savings" sends getBalanceUpdates:
        | actionFilter | TRANSFER |
      Then "balanceUpdates" of the response lists:
        | action   | status | amount |
        | TRANSFER | failed | 400    |

    @transition:transfer/failed/settle @clause:STATE-TRANSFER-FAILED @assumed @negative
    Scenario: a failed transfer stays failed after a day
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 400          |
      Then the response is refused with 500 INTERNAL_ERROR "Internal server error"
      When 1 days pass
      Then nothing changed
      When "savings" sends getTransfers
      Then "transfers" of the response lists:
        | amount | status | timestamp          |
        | 400    | failed | number {now - 1 d} |

  Rule: a new request may repeat a failed transfer

    @transition:transfer/failed/transfer @clause:STATE-TRANSFER-FAILED @clause:STATE-TRANSFER-SUCCESS @assumed
    Scenario: a second transfer after a failed one succeeds under a record of its own
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 400          |
      Then the response is refused with 500 INTERNAL_ERROR "Internal server error"
      Given 1 ms pass
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 400          |
      Then the response is ok
      And these facts changed, and no others:
        | fact         | from    | to     |
        | trader USDT  | 1000000 | 999600 |
        | savings USDT | none    | 400    |
      When "trader" sends getTransfers
      Then "transfers" of the response lists:
        | amount | status  | errorMessage    |
        | 400    | success | <absent>        |
        | 400    | failed  | transfer failed |

    @transition:transfer/failed/resend @clause:AUTH-NONCE-REUSED @assumed @R-03 @negative
    Scenario: the same signed request after a failed transfer is refused for its nonce
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 400          |
      Then the response is refused with 500 INTERNAL_ERROR "Internal server error"
      When the same request is sent again
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"
      And nothing changed
      When "trader" sends getTransfers
      Then "transfers" of the response lists:
        | amount | status |
        | 400    | failed |

  Rule: an older deployment may have stored a pending transfer

    @transition:transfer/success/store-pending @transition:transfer/pending/settle @clause:STATE-TRANSFER-PENDING @assumed
    Scenario: a transfer stored as pending stays pending
      Given the fault is over
      And "trader" has transferred "400" USDT to "savings"
      When "trader" sends getTransfers
      Then "transfers[0].transferId" of the response is called "moved"
      Given the stored transfer "{moved}" reads:
        | status | pending |
      And 1 days pass
      When "savings" sends getTransfers
      Then "transfers" of the response lists:
        | transferId | amount | status  |
        | {moved}    | 400    | pending |
