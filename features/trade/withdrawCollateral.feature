@trade @withdrawCollateral
Feature: withdrawCollateral moves collateral out of the exchange
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the amount leaves the balance at once and is pending for one minute

    @clause:WITHDRAWCOLLATERAL @clause:ROLE-OWNER-WITHDRAWCOLLATERAL @assumed
    Scenario: withdrawCollateral returns an id of its own
      When "trader" sends withdrawCollateral:
        | symbol      | WETH             |
        | amount      | 1.5              |
        | destination | {trader address} |
      Then the response is ok with:
        | requestId    | <text>           |
        | symbol       | WETH             |
        | amount       | 1.5              |
        | destination  | {trader address} |
        | timestamp    | number 0         |
        | withdrawTime | number 0         |
      And these facts changed, and no others:
        | fact                | from | to   |
        | trader WETH         | 20   | 18.5 |
        | trader pending WETH | none | 1.5  |

    @transition:balance-update/pending/due
    @clause:STATE-BALUPD-PENDING @clause:STATE-BALUPD-SUCCESS @clause:STATE-BALUPD-MOVES @assumed
    Scenario: a withdrawal is paid after sixty seconds and not 1 ms earlier
      Given "trader" has withdrawn "100" USDT as "payment"
      When 59999 ms pass
      Then nothing changed
      When 1 ms pass
      Then these facts changed, and no others:
        | fact                | from | to   |
        | trader pending USDT | 100  | none |
      When "trader" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then "balanceUpdates" of the response lists:
        | status  | amount | timestamp            |
        | success | -100   | number {now - 60 s}  |

    @transition:balance-update/pending/fail
    @clause:STATE-BALUPD-PENDING @clause:STATE-BALUPD-FAILED @clause:STATE-BALUPD-MOVES @assumed
    Scenario: a failed withdrawal returns amount and fee
      Given "trader" has withdrawn "0.12345678" BTC as "payment"
      When "trader" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then "balanceUpdates" of the response lists:
        | status  | amount      | fee     | txHash   |
        | pending | -0.12345678 | 0.00005 | <absent> |
      When the withdrawal "payment" fails
      Then these facts changed, and no others:
        | fact               | from       | to   |
        | trader BTC         | 0.87654322 | 1    |
        | trader pending BTC | 0.12345678 | none |
      When "trader" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then "balanceUpdates" of the response lists:
        | status | amount      | fee     | txHash   |
        | failed | -0.12345678 | 0.00005 | <absent> |

    @clause:STATE-BALUPD-FAILED @assumed
    Scenario: only the next withdrawal fails
      Given the next withdrawal of "trader" will fail
      And "trader" has withdrawn "100" USDT as "first"
      And "trader" has withdrawn "200" USDT as "second"
      When 60 s pass
      Then these facts changed, and no others:
        | fact                | from   | to     |
        | trader USDT         | 999700 | 999800 |
        | trader pending USDT | 300    | none   |

    @clause:SUBACCT-COLLATERAL-PENDINGWITHDRAW @clause:SUBACCT-COLLATERAL-QUANTITY @assumed
    Scenario: a pending withdrawal backs no orders
      Given "trader" has withdrawn "400000" USDT as "payment"
      When "trader" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity             | 600000     |
        | collaterals[0].pendingWithdraw      | 400000     |
        | collaterals[0].withdrawable         | 600000     |
        | crossMarginSummary.accountValue     | 761000.00  |
        | crossMarginSummary.availableMargin  | 752950.00  |
        | crossMarginSummary.withdrawable     | 600000.00  |

  Rule: managers may withdraw to the owner

    @clause:ROLE-MANAGER-WITHDRAWCOLLATERAL @assumed
    Scenario: withdrawCollateral lets a manager pay the owner
      Given "keeper" is the manager of "trader"
      When "keeper" sends withdrawCollateral for "trader":
        | symbol      | USDT             |
        | amount      | 50               |
        | destination | {trader address} |
      Then the response is ok
      And these facts changed, and no others:
        | fact                | from    | to     |
        | trader USDT         | 1000000 | 999950 |
        | trader pending USDT | none    | 50     |

  Rule: an older name does the same

    @clause:WITHDRAWCOLLATERAL-ALIAS @assumed @R-12
    Scenario: withdraw responds like withdrawCollateral
      When "trader" sends withdraw:
        | symbol      | USDT                                       |
        | amount      | 50                                         |
        | destination | 0x00000000000000000000000000000000000000aa |
      Then the response is ok with:
        | symbol | USDT |
        | amount | 50   |
      And these facts changed, and no others:
        | fact                | from    | to     |
        | trader USDT         | 1000000 | 999950 |
        | trader pending USDT | none    | 50     |
