@trade @lifecycle
Feature: a transfer that breaks leaves a record, and the money where it was
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"
    And the fault transferFails on transferCollateral, once

  Rule: it has failed, and both ends say so

    @transition:transfer/none/break @transition:balance-update/none/transfer-broken @clause:STATE-TRANSFER-FAILED
    @clause:STATE-BALUPD-FAILED @clause:TRANSFERCOLLATERAL-ERR-OTHER @clause:TRANSFER-FIELD-ERRORMESSAGE @assumed @negative
    Scenario: none, then failed
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
    Scenario: failed, time changes nothing about it
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

  Rule: it may be tried again, by another request

    @transition:transfer/failed/transfer @clause:STATE-TRANSFER-FAILED @clause:STATE-TRANSFER-SUCCESS @assumed
    Scenario: failed, then made as another
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
    Scenario: failed, the same request is not taken again
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

  Rule: an older deployment may have left one on its way

    @transition:transfer/success/store-pending @transition:transfer/pending/settle @clause:STATE-TRANSFER-PENDING @assumed
    Scenario: stored as pending, it says so as long as it is stored
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
