@trade @lifecycle
Feature: a transfer is complete when it is acknowledged and happens once
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"
    And "savings" receives "1000" USDT

  Rule: a refused transfer leaves no record

    @transition:transfer/none/transfer-short @clause:TRANSFERCOLLATERAL-ERR-MARGIN @negative
    Scenario: transferCollateral refuses more than the balance and leaves no record
      When "savings" sends transferCollateral:
        | destinationSubAccountId | {trader id} |
        | symbol                  | USDT        |
        | amount                  | 1000.000001 |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed
      When "savings" sends getTransfers
      Then the response is ok with:
        | transfers | []       |
        | total     | number 0 |

  Rule: a completed transfer is final

    @transition:transfer/success/transfer @clause:TRANSFERCOLLATERAL-ERR-MARGIN @clause:STATE-TRANSFER-SUCCESS @negative
    Scenario: transferCollateral refuses to move the same amount again
      Given "savings" has transferred "1000" USDT to "trader"
      When "savings" sends transferCollateral:
        | destinationSubAccountId | {trader id} |
        | symbol                  | USDT        |
        | amount                  | 1000        |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed
      When "savings" sends getTransfers
      Then "transfers" of the response lists:
        | amount | status  |
        | 1000   | success |

    @transition:transfer/success/resend @clause:AUTH-NONCE-REUSED @clause:STATE-TRANSFER-SUCCESS @negative
    Scenario: the same signed transfer sent again is refused for its nonce
      When "savings" sends transferCollateral:
        | destinationSubAccountId | {trader id} |
        | symbol                  | USDT        |
        | amount                  | 400         |
      Then the response is ok
      When the same request is sent again
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"
      And nothing changed
      When "savings" sends getTransfers
      Then "transfers" of the response lists:
        | amount | status  |
        | 400    | success |

    @transition:transfer/success/return @clause:STATE-TRANSFER-SUCCESS @clause:GETTRANSFERS-ORDERING
    Scenario: a transfer back is a transfer of its own
      Given "savings" has transferred "1000" USDT to "trader"
      And 1 ms pass
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 1000         |
      Then the response is ok
      And these facts changed, and no others:
        | fact         | from    | to      |
        | savings USDT | 0       | 1000    |
        | trader USDT  | 1001000 | 1000000 |
      When "savings" sends getTransfers
      Then "transfers" of the response lists:
        | from         | to           | amount | status  |
        | {trader id}  | {savings id} | 1000   | success |
        | {savings id} | {trader id}  | 1000   | success |

    @transition:transfer/success/settle @clause:STATE-TRANSFER-SUCCESS
    Scenario: a completed transfer stays unchanged after a day
      Given "savings" has transferred "1000" USDT to "trader"
      When 1 days pass
      Then nothing changed
      When "savings" sends getTransfers
      Then "transfers" of the response lists:
        | amount | status  | errorMessage | timestamp          |
        | 1000   | success | <absent>     | number {now - 1 d} |
