@risk @worked-example
Feature: the worked examples of docs/risk.md show margin and collateral
  # Each scenario stands word for word in the book, which works its figures out step by step.

  Rule: an account has value and needs margin

    @clause:SUBACCT-FIELD-CROSSMARGINSUMMARY @clause:SUBACCT-MARGIN-ACCOUNTVALUE @clause:SUBACCT-MARGIN-ADJUSTEDACCOUNTVALUE
    @clause:SUBACCT-MARGIN-INITIALMARGIN @clause:SUBACCT-MARGIN-MAINTENANCEMARGIN @clause:SUBACCT-MARGIN-AVAILABLEMARGIN
    @clause:SUBACCT-MARGIN-WITHDRAWABLE @clause:SUBACCT-MARGIN-TOTALUNREALIZEDPNL @assumed
    Scenario: the summary of an account adds up a position and ether
      Given the world "bare"
      And "owner" also owns the subaccount "account"
      And "account" receives "10000" USDT
      And "account" receives "2" WETH
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "94000"
      When "account" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.totalUnrealizedPnl   | -1000.00 |
        | crossMarginSummary.accountValue         | 15552.50 |
        | crossMarginSummary.adjustedAccountValue | 15222.50 |
        | crossMarginSummary.initialMargin        | 9400.00  |
        | crossMarginSummary.maintenanceMargin    | 470.00   |
        | crossMarginSummary.availableMargin      | 5822.50  |
        | crossMarginSummary.withdrawable         | 5822.50  |
        | crossMarginSummary.debt                 | 0.00     |

    @clause:POSITION-FIELD-MAINTENANCEMARGIN @clause:POSITION-FIELD-USEDMARGIN @assumed
    Scenario: a position in the second margin tier reserves a larger share
      Given the world "bare"
      And "trader" is long "8" BTC-USDT at "95000" against "other"
      And "trader" has sent updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 100      |
      When "trader" sends getPositions
      Then the response lists:
        | quantity | usedMargin | maintenanceMargin |
        | 8        | 15200.00   | 5100.00           |

    @clause:SUBACCT-MARGIN-INITIALMARGIN @assumed
    Scenario: orders on both sides of a position reserve margin for the worse side
      Given the world "bare"
      And "trader" is long "0.5" BTC-USDT at "95000" against "other"
      And "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 1        |
        | ask  | BTC-USDT | sell | 96000 | 2.2      |
      When "trader" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.initialMargin | 16150.00 |

  Rule: collateral counts for less than its value

    @clause:SUBACCT-COLLATERAL-ADJUSTEDCOLLATERALVALUE @clause:SUBACCT-COLLATERAL-HAIRCUTRATE @clause:SUBACCT-COLLATERAL-HAIRCUTADJUSTMENT @assumed
    Scenario: a holding in the second haircut band counts with its addition
      Given the world "bare"
      And "owner" also owns the subaccount "account"
      And "account" receives "400" WETH
      When "account" sends getSubAccount
      Then "collaterals" of the response lists:
        | symbol | quantity | price | collateralValue | haircutRate | haircutAdjustment | adjustedCollateralValue |
        | WETH   | 400      | 3300  | 1320000.00      | 0.1         | 25000             | 1213000.00              |

    @clause:SUBACCT-COLLATERAL-PRICE @clause:SUBACCT-COLLATERAL-COLLATERALVALUE @assumed
    Scenario: a collateral that loses its peg counts for less
      Given the world "bare"
      And "owner" also owns the subaccount "account"
      And "account" receives "10" WETH
      And the peg of "WETH" is "0.8"
      When "account" sends getSubAccount
      Then "collaterals" of the response lists:
        | symbol | price | collateralValue | adjustedCollateralValue |
        | WETH   | 2640  | 26400.00        | 25080.00                |

    @clause:SUBACCT-MARGIN-DEBT @assumed @R-60
    Scenario: a debt above the upper level is sold down to the lower level
      Given the world "bare"
      And "owner" also owns the subaccount "account"
      And "account" receives "1000" USDT
      And "account" receives "10" WETH
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "70000"
      And "account" is short "1" BTC-USDT at "70000" against "other"
      When the index of "ETH-USDT" moves to "2500"
      Then these facts changed, and no others:
        | fact      | from     | to      |
        | account USDT | -24082.5 | -8257.5 |
        | account WETH | 10       | 3.67    |

  Rule: an isolated market uses only its own margin

    @clause:POSITION-FIELD-LIQUIDATIONPRICE @clause:POSITION-FIELD-USEDMARGIN @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario: an isolated position shows the price at which it is liquidated
      Given the world "bare"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | ask  | BTC-USDT | sell | 95000 | 0.1      |
      And "trader" has sent placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitIoc","price":"95000","quantity":"0.1"} |
        | leverage       | 20  |
        | isolatedMargin | 500 |
      And the index of "BTC-USDT" is "90500"
      When "trader" sends getPositions
      Then the response lists:
        | quantity | usedMargin | unrealizedPnl | maintenanceMargin | liquidationPrice |
        | 0.1      | 495.25     | -450          | 45.25             | 90500            |
