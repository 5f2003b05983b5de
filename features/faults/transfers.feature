@trade @transferCollateral @faults @needs:fault
Feature: a transfer may fail while it is carried out, and its record gives the reason
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"

  Rule: a failed transfer responds 500 and moves nothing

    @clause:TRANSFERCOLLATERAL-ERR-OTHER @assumed @R-27 @negative
    Scenario: transferCollateral under the fault transferFails responds 500 and changes nothing
      Given the fault transferFails, once
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 25           |
      Then the response is refused with 500 INTERNAL_ERROR "Internal server error"
      And "error" of the body has exactly the keys "category, code, message, retryable"
      And nothing changed

    @getTransfers @clause:STATE-TRANSFER-FAILED @clause:TRANSFER-FIELD-ERRORMESSAGE
    Scenario Outline: getTransfers of <who> lists the failed transfer with its error message
      Given the fault transferFails, once:
        | effect.errorMessage | ledger is offline |
      And "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 25           |
      And the response is refused with 500 INTERNAL_ERROR "Internal server error"
      When "<who>" sends getTransfers
      Then "transfers" of the response lists:
        | from        | to           | amount | status | errorMessage      | usdtNotional |
        | {trader id} | {savings id} | 25     | failed | ledger is offline | 25           |

      Examples:
        | who     |
        | trader  |
        | savings |

    @getBalanceUpdates @clause:STATE-BALUPD-FAILED
    Scenario: getBalanceUpdates lists the failed transfer with status failed
      Given the fault transferFails, once
      And "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 25           |
      And the response is refused with 500 INTERNAL_ERROR "Internal server error"
      When "savings" sends getBalanceUpdates
      Then "balanceUpdates" of the response lists:
        | action   | status | amount | collateral |
        | TRANSFER | failed | 25     | USDT       |

    @clause:TRANSFERCOLLATERAL-ERR-MARGIN @negative
    Scenario: a transfer without sufficient margin is refused as usual and leaves no record
      Given the fault transferFails, once
      When "savings" sends transferCollateral:
        | destinationSubAccountId | {trader id} |
        | symbol                  | USDT        |
        | amount                  | 25          |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      When "savings" sends getTransfers
      Then the response is ok with:
        | total | number 0 |

  Rule: a record may be pending or have no value

    @getTransfers @clause:STATE-TRANSFER-PENDING @clause:STATE-TRANSFER-MOVES @assumed @R-27
    Scenario: getTransfers lists a transfer stored as pending, and later as success
      Given "trader" has transferred "25" USDT to "savings"
      And "trader" sends getTransfers
      And "transfers[0].transferId" of the response is called "transfer"
      And the stored transfer "{transfer}" reads:
        | status | pending |
      When "trader" sends getTransfers
      Then "transfers" of the response lists:
        | transferId | status  | errorMessage |
        | {transfer} | pending | <absent>     |
      When the stored transfer "{transfer}" reads:
        | status | success |
      And "trader" sends getTransfers
      Then "transfers" of the response lists:
        | transferId | status  |
        | {transfer} | success |

    @getTransfers @clause:TRANSFER-USDTNOTIONAL-ZERO
    Scenario: getTransfers shows the notional "0" of a record stored before values were kept
      Given "trader" has transferred "2.5" WETH to "savings"
      And "trader" sends getTransfers
      And "transfers[0].transferId" of the response is called "transfer"
      And the stored transfer "{transfer}" reads:
        | usdtNotional | text 0 |
      When "savings" sends getTransfers
      Then "transfers" of the response lists:
        | transferId | amount | usdtNotional | status  |
        | {transfer} | 2.5    | text 0       | success |
