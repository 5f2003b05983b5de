@trade @lifecycle @assumed
Feature: money on its way out is in one place at a time
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"
    And "savings" receives "1000" USDT

  Rule: what is pending, or gone, cannot leave once more

    @clause:WITHDRAWCOLLATERAL @clause:STATE-BALUPD-PENDING @negative
    Scenario Outline: <state>, it cannot be withdrawn again
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
    Scenario Outline: <state>, it cannot be transferred either
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

  Rule: what has failed is back, and may leave again

    @transition:balance-update/failed/withdraw @clause:STATE-BALUPD-FAILED @clause:STATE-BALUPD-PENDING
    Scenario: failed, then withdrawn as another record
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
    Scenario: failed, then transferred as another record
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
    Scenario Outline: <state>, it is settled no more
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
    Scenario: never asked for, it is not settled
      Then the withdrawal "0000000000000000" cannot succeed
      And nothing changed
      And the withdrawal "0000000000000000" cannot fail
      And nothing changed
      When "savings" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then the response is ok with:
        | balanceUpdates | [] |

    @clause:STATE-BALUPD-MOVES
    Scenario Outline: <state> before its minute is over, it passes that minute
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
