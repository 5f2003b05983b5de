@risk @collateral @assumed
Feature: collateral covers a debt and is sold when it no longer does
  # The account bought a bitcoin at 95,000 and sold it at 70,000: 1,000 less 47.50, 25,000 and 35 are -24,082.50, beside ten ether.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "10" WETH

  Rule: the debt is the negative balance less unrealized gains

    # 33,000 of ether count for 31,350.
    @clause:SUBACCT-MARGIN-DEBT @clause:SUBACCT-MARGIN-WITHDRAWABLE @clause:SUBACCT-MARGIN-ADJUSTEDACCOUNTVALUE @R-60
    Scenario: a loss beyond the cash balance is shown as debt
      Given "account" receives "1000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "70000"
      And "account" is short "1" BTC-USDT at "70000" against "other"
      When "account" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity                 | -24082.5  |
        | collaterals[0].adjustedCollateralValue  | -24082.50 |
        | crossMarginSummary.debt                 | 24082.50  |
        | crossMarginSummary.accountValue         | 8917.50   |
        | crossMarginSummary.adjustedAccountValue | 7267.50   |
        | crossMarginSummary.availableMargin      | 7267.50   |
        | crossMarginSummary.withdrawable         | 0.00      |

    # A tenth bought for 3.50 of fee has gained 500 at 75,000.
    @clause:SUBACCT-MARGIN-DEBT @R-60
    Scenario: unrealized gains reduce the debt and unrealized losses leave it unchanged
      Given "account" receives "1000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "70000"
      And "account" is short "1" BTC-USDT at "70000" against "other"
      And "account" is long "0.1" BTC-USDT at "70000" against "other"
      And the index of "BTC-USDT" is "75000"
      When "account" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.debt | 23586.00 |
      Given the index of "BTC-USDT" is "65000"
      When "account" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.debt | 24086.00 |

  Rule: above 95 % of the collateral value the debt is sold down to 90 %

    # 10 x 2,535 x 0.95 = 24,082.50: not beyond. A cent less, and 5.00037476 ether are the fewest that leave
    # 11,406.60 of debt on 90 % of the rest.
    @clause:SUBACCT-MARGIN-DEBT @R-60
    Scenario Outline: WETH is sold at an index of <price> only if the debt exceeds 95 % of its value
      Given "account" receives "1000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "70000"
      And "account" is short "1" BTC-USDT at "70000" against "other"
      And the index of "ETH-USDT" is "<price>"
      When "account" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity | <cash>  |
        | collaterals[1].quantity | <ether> |

      Examples: at the index, without a haircut
        | price   | cash            | ether      |
        | 2535    | -24082.5        | 10         |
        | 2534.99 | -11406.599988   | 4.99962524 |
        | 2500    | -8257.5         | 3.67       |

  Rule: the vault pays the debt that the collateral does not cover

    # Ten ether bring 20,000; 4,082.50 are missing.
    @clause:SUBACCT-MARGIN-DEBT @R-61
    Scenario: the vault pays the rest when all collateral is sold
      Given "account" receives "1000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "70000"
      And "account" is short "1" BTC-USDT at "70000" against "other"
      When the index of "ETH-USDT" moves to "2000"
      Then these facts changed, and no others:
        | fact      | from     | to |
        | account USDT | -24082.5 | 0  |
        | account WETH | 10       | 0  |

    @clause:SUBACCT-MARGIN-DEBT @R-61
    Scenario: a vault with 1,000 USDT pays what it has and leaves a debt
      Given the world "bare" with:
        | risk.vaultFunds | 1000 |
      And "owner" also owns the subaccount "account"
      And "account" receives "10" WETH
      And "account" receives "1000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "70000"
      And "account" is short "1" BTC-USDT at "70000" against "other"
      When the index of "ETH-USDT" moves to "2000"
      Then these facts changed, and no others:
        | fact      | from     | to      |
        | account USDT | -24082.5 | -3082.5 |
        | account WETH | 10       | 0       |

  Rule: collateral with a stale price is not sold

    # 76 % of 33,000 carry 23,826. With the feed on, 6.02272728 ether at 2,508 leave 8,977.50 on 90 % of the rest.
    @clause:SUBACCT-MARGIN-DEBT @R-60
    Scenario: a forced exchange waits while the price feed is stopped
      Given "account" receives "1000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "70000"
      And "account" is short "1" BTC-USDT at "70000" against "other"
      And the price feed of "ETH-USDT" stops
      And 60 s pass
      When the peg of "WETH" moves to "0.76"
      Then nothing changed
      When the price feed of "ETH-USDT" goes on
      Then these facts changed, and no others:
        | fact      | from     | to                |
        | account USDT | -24082.5 | -8977.499982      |
        | account WETH | 10       | 3.97727272        |

  Rule: forced exchange can be switched off

    # 19,000 of ether that count, 24,082.50 of debt: nothing leaves.
    @clause:SUBACCT-MARGIN-DEBT @clause:TRANSFERCOLLATERAL-ERR-MARGIN @R-60 @negative
    Scenario: an account keeps its debt and its collateral while forced exchange is off
      Given the world "bare" with:
        | risk.forcedExchange | false |
      And "owner" also owns the subaccount "account"
      And "account" receives "10" WETH
      And "account" receives "1000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "70000"
      And "account" is short "1" BTC-USDT at "70000" against "other"
      When the index of "ETH-USDT" moves to "2000"
      Then nothing changed
      When "account" sends transferCollateral:
        | destinationSubAccountId | {owner id} |
        | symbol                  | WETH       |
        | amount                  | 0.1        |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
