@trade @lifecycle @assumed
Feature: a withdrawn amount is in one place at a time
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"
    And "savings" receives "1000" USDT

  Rule: a pending or paid amount cannot be withdrawn or transferred again

    @clause:WITHDRAWCOLLATERAL @clause:STATE-BALUPD-PENDING @negative
    Scenario Outline: withdrawCollateral refuses an amount whose withdrawal is in state <state>
      Given "savings" has withdrawn "1000" USDT as "payment"
      And <passes> ms pass
      When "savings" sends withdrawCollateral:
        | symbol      | USDT             |
        | amount      | 1000             |
        | destination | {trader address} |
      Then the response is refused with 400 VALIDATION_ERROR "Insufficient withdrawable balance"
      And nothing changed
      When "savings" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then "balanceUpdates" of the response lists:
        | status  | amount |
        | <state> | -1000  |

      @transition:balance-update/pending/withdraw
      Examples:
        | state   | passes |
        | pending | 59999  |

      @transition:balance-update/success/withdraw
      Examples:
        | state   | passes |
        | success | 60000  |

    @clause:TRANSFERCOLLATERAL-ERR-MARGIN @clause:STATE-BALUPD-PENDING @negative
    Scenario Outline: transferCollateral refuses an amount whose withdrawal is in state <state>
      Given "savings" has withdrawn "1000" USDT as "payment"
      And <passes> ms pass
      When "savings" sends transferCollateral:
        | destinationSubAccountId | {trader id} |
        | symbol                  | USDT        |
        | amount                  | 1000        |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed
      When "savings" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL,TRANSFER |
      Then "balanceUpdates" of the response lists:
        | action     | status  | amount |
        | WITHDRAWAL | <state> | -1000  |

      @transition:balance-update/pending/transfer
      Examples:
        | state   | passes |
        | pending | 59999  |

      @transition:balance-update/success/transfer
      Examples:
        | state   | passes |
        | success | 60000  |

  Rule: a failed withdrawal returns the amount

    @transition:balance-update/failed/withdraw @clause:STATE-BALUPD-FAILED @clause:STATE-BALUPD-PENDING
    Scenario: an amount whose withdrawal failed can be withdrawn again under a new record
      Given "savings" has withdrawn "1000" USDT as "first"
      When the withdrawal "first" fails
      And "savings" has withdrawn "1000" USDT as "second"
      And "savings" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then "balanceUpdates" of the response lists:
        | status  | amount |
        | pending | -1000  |
        | failed  | -1000  |

    @transition:balance-update/failed/transfer @clause:STATE-BALUPD-FAILED @clause:STATE-BALUPD-SUCCESS
    Scenario: an amount whose withdrawal failed can be transferred under a new record
      Given "savings" has withdrawn "1000" USDT as "first"
      When the withdrawal "first" fails
      And "savings" has transferred "1000" USDT to "trader"
      And "savings" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL,TRANSFER |
      Then "balanceUpdates" of the response lists:
        | action     | status  | amount |
        | TRANSFER   | success | -1000  |
        | WITHDRAWAL | failed  | -1000  |

  Rule: a withdrawal is settled once

    @clause:STATE-BALUPD-MOVES @negative
    Scenario Outline: a withdrawal in state <state> cannot be settled again
      Given "savings" has withdrawn "1000" USDT as "payment"
      When the withdrawal "payment" <ends>
      Then the withdrawal "payment" cannot succeed
      And nothing changed
      And the withdrawal "payment" cannot fail
      And nothing changed
      When "savings" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then "balanceUpdates" of the response lists:
        | status  | amount |
        | <state> | -1000  |

      @transition:balance-update/success/succeed @transition:balance-update/success/fail
      Examples:
        | state   | ends     |
        | success | succeeds |

      @transition:balance-update/failed/succeed @transition:balance-update/failed/fail
      Examples:
        | state  | ends  |
        | failed | fails |

    @transition:balance-update/none/succeed @transition:balance-update/none/fail @clause:STATE-BALUPD-MOVES @negative
    Scenario: a withdrawal that does not exist cannot be settled
      Then the withdrawal "0000000000000000" cannot succeed
      And nothing changed
      And the withdrawal "0000000000000000" cannot fail
      And nothing changed
      When "savings" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then the response is ok with:
        | balanceUpdates | [] |

    @clause:STATE-BALUPD-MOVES
    Scenario Outline: a withdrawal settled early as <state> is not settled again after its minute
      Given "savings" has withdrawn "1000" USDT as "payment"
      When the withdrawal "payment" <ends>
      And 60 s pass
      Then nothing changed
      When "savings" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then "balanceUpdates" of the response lists:
        | status  | amount | txHash |
        | <state> | -1000  | <hash> |

      @transition:balance-update/success/due
      Examples:
        | state   | ends     | hash   |
        | success | succeeds | <text> |

      @transition:balance-update/failed/due
      Examples:
        | state  | ends  | hash     |
        | failed | fails | <absent> |
