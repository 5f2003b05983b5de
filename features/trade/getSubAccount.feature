@trade @getSubAccount
Feature: getSubAccount shows one subaccount as it is now
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the record shows the state, the funds and the limits of the subaccount

    @clause:GETSUBACCOUNT @clause:AUTH-NONONCE-GETSUBACCOUNT @clause:CONV-SUBACCOUNT-ID-U64 @clause:SUBACCT-FIELD-SUBACCOUNTID
    @clause:SUBACCT-FIELD-MASTERACCOUNTID @clause:SUBACCT-FIELD-SUBACCOUNTNAME @assumed @R-80
    Scenario: getSubAccount shows a funded master account
      When "trader" sends getSubAccount
      Then the response is ok with:
        | subAccountId    | {trader id} |
        | masterAccountId | null        |
        | subAccountName  | <empty>     |
        | positions       | []          |

    @clause:SUBACCT-FIELD-COLLATERALS @clause:SUBACCT-COLLATERAL-SYMBOL @clause:SUBACCT-COLLATERAL-QUANTITY @clause:SUBACCT-COLLATERAL-PRICE
    @clause:SUBACCT-COLLATERAL-COLLATERALVALUE @clause:SUBACCT-COLLATERAL-ADJUSTEDCOLLATERALVALUE @clause:SUBACCT-COLLATERAL-HAIRCUTRATE
    @clause:SUBACCT-COLLATERAL-HAIRCUTADJUSTMENT @clause:SUBACCT-COLLATERAL-PENDINGWITHDRAW @clause:SUBACCT-COLLATERAL-WITHDRAWABLE
    @clause:CONV-DECIMAL-STRINGS @assumed @R-80 @needs:fresh-account
    Scenario: getSubAccount values collateral at its price less its haircut
      When "trader" sends getSubAccount
      Then "collaterals" of the response lists:
        | symbol | quantity | price | collateralValue | adjustedCollateralValue | haircutRate | haircutAdjustment | pendingWithdraw | withdrawable |
        | USDT   | 1000000  | 1     | 1000000.00      | 1000000.00              | 0           | 0                 | 0               | 1000000      |
        | WETH   | 20       | 3300  | 66000.00        | 62700.00                | 0.05        | <decimal>         | 0               | 20           |
        | BTC    | 1        | 95000 | 95000.00        | 90250.00                | 0.05        | <decimal>         | 0               | 1            |

    @clause:SUBACCT-COLLATERAL-CALCULATEDAT @clause:SUBACCT-COLLATERAL-CALCULATEDAT-USDT
    Scenario: a price has a time, except that of the settlement asset
      When "trader" sends getSubAccount
      Then the response is ok with:
        | collaterals[symbol={settlement collateral}].calculatedAt | number 0 |
        | collaterals[symbol={haircut collateral}].calculatedAt    | <ms>     |

    @clause:SUBACCT-FIELD-FEERATES @clause:SUBACCT-FEERATES-MAKERFEERATE @clause:SUBACCT-FEERATES-TAKERFEERATE @clause:SUBACCT-FEERATES-TIERNAME
    @clause:SUBACCT-FIELD-ACCOUNTLIMITS @clause:SUBACCT-LIMITS-MAXBORROWCAPACITY @clause:SUBACCT-LIMITS-MAXORDERSPERMARKET
    @clause:SUBACCT-LIMITS-MAXSUBACCOUNTS @clause:SUBACCT-LIMITS-MAXTOTALORDERS @clause:SUBACCT-TIER-ID @assumed
    Scenario Outline: getSubAccount shows the rates and the limits of <tier>
      Given "trader" is in tier "<tier>"
      When "trader" sends getSubAccount
      Then the response is ok with:
        | feeRates.makerFeeRate            | <maker>            |
        | feeRates.takerFeeRate            | <taker>            |
        | feeRates.tierName                | <name>             |
        | accountLimits.maxBorrowCapacity  | <borrow>           |
        | accountLimits.maxOrdersPerMarket | number <perMarket> |
        | accountLimits.maxSubAccounts     | number <accounts>  |
        | accountLimits.maxTotalOrders     | number <orders>    |
        | tier_id                          | <tier>             |
        | tier_name                        | <name>             |

      Examples:
        | tier         | name         | maker   | taker   | perMarket | accounts | orders | borrow   |
        | tier_0       | Regular User | 0.0002  | 0.0005  | 10        | 1        | 50     | 10000    |
        | tier_5       | Tier 5       | 0.00008 | 0.00025 | 150       | 10       | 700    | 1000000  |
        | market_maker | Market Maker | 0       | 0.00017 | 200       | 10       | 1000   | 10000000 |

  Rule: margin figures follow positions, orders and prices

    @clause:SUBACCT-FIELD-CROSSMARGINSUMMARY @clause:SUBACCT-MARGIN-ACCOUNTVALUE @clause:SUBACCT-MARGIN-AVAILABLEMARGIN
    @clause:SUBACCT-MARGIN-TOTALUNREALIZEDPNL @clause:SUBACCT-MARGIN-MAINTENANCEMARGIN @clause:SUBACCT-MARGIN-INITIALMARGIN
    @clause:SUBACCT-MARGIN-WITHDRAWABLE @clause:SUBACCT-MARGIN-ADJUSTEDACCOUNTVALUE @clause:SUBACCT-MARGIN-DEBT @assumed
    @needs:fresh-account
    Scenario: getSubAccount shows a losing long position and its margin
      Given "trader" buys "0.5" BTC-USDT at "95010"
      When "trader" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity                 | 999976.2475 |
        | crossMarginSummary.totalUnrealizedPnl   | -5.00       |
        | crossMarginSummary.accountValue         | 1160971.25  |
        | crossMarginSummary.adjustedAccountValue | 1152921.25  |
        | crossMarginSummary.initialMargin        | 4750.00     |
        | crossMarginSummary.maintenanceMargin    | 237.50      |
        | crossMarginSummary.availableMargin      | 1148171.25  |
        | crossMarginSummary.withdrawable         | <decimal>   |
        | crossMarginSummary.debt                 | 0.00        |

    @clause:SUBACCT-MARGIN-INITIALMARGIN @clause:SUBACCT-MARGIN-AVAILABLEMARGIN @assumed @needs:fresh-account
    Scenario: getSubAccount shows the initial margin of a resting order
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.5      |
      When "trader" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.initialMargin     | 4750.00    |
        | crossMarginSummary.availableMargin   | 1148200.00 |
        | crossMarginSummary.maintenanceMargin | 0.00       |

    @clause:SUBACCT-FIELD-POSITIONS @clause:SUBACCT-POSITIONS-ELEMENT @assumed
    Scenario: getSubAccount shows a position under short field names
      Given "trader" buys "{5 size}" of "{market}" from "maker", high in the spread, at "entry"
      And "trader" sells "{size}" of "{market}" to "maker", low in the spread, at "exit"
      When "trader" sends getSubAccount
      Then "positions" of the response lists:
        | symbol   | side | entryPrice           | quantity | pnl                     | upnl                                             | usedMargin                                     | maintenanceMargin                              | liquidationPrice | realizedPnl |
        | {market} | long | {entry, entry price} | {4 size} | {(exit - entry) x size} | {(mark - entry) x 4 size, rounded to 8 decimals} | {mark x 4 size / default leverage, 2 decimals} | {mark x 4 size x maintenance rate, 2 decimals} | 0                | <absent>    |

    @clause:SUBACCT-FIELD-MARKETPREFERENCES @clause:SUBACCT-LEVERAGES-ELEMENT @assumed
    Scenario: getSubAccount shows the leverage of each market, and the default where none was set
      When "trader" sends getSubAccount
      Then the response is ok with:
        | marketPreferences.leverages.BTC-USDT | number 10 |
        | marketPreferences.leverages.WTI-USDT | number 10 |
