@risk @margin @figures @assumed
Feature: the figures of a position are taken at the mark while the index stands elsewhere
  # Two tenths at 95,000 and one at 95,001 cost 28,500.1. Two thirds of it, 19,000.06666667, go with the two tenths that are closed:
  # the eighth decimal is rounded, for a gain as for a loss, for a long as for a short.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "5000" USDT

  Rule: a cross position and its account agree

    # Balance: 5,000 less 9.5 and 4.75005 of taker fees, less 0.0002 of the value closed, plus what was realized. A tenth is left.
    @clause:POSITION-FIELD-UNREALIZEDPNL @clause:POSITION-FIELD-REALIZEDPNL @clause:POSITION-FIELD-USEDMARGIN @clause:POSITION-FIELD-ENTRYPRICE
    @clause:POSITION-FIELD-MAINTENANCEMARGIN @clause:POSITION-FIELD-LIQUIDATIONPRICE @clause:POSITION-FIELD-QUANTITY @clause:WS-EMISSION
    @clause:SUBACCT-MARGIN-ACCOUNTVALUE @clause:SUBACCT-MARGIN-TOTALUNREALIZEDPNL @clause:SUBACCT-MARGIN-INITIALMARGIN
    Scenario Outline: a cross <side> closed in part at <close> has the PnL <realized> and <unrealized> at the mark <mark>
      Given the index of "BTC-USDT" is "<index>"
      And "account" is <side> "0.2" BTC-USDT at "95000" against "other"
      And "account" is <side> "0.1" BTC-USDT at "95001" against "other"
      And "other" is <side> "0.2" BTC-USDT at "<close>" against "account"
      And "account" follows subAccountUpdates
      When the mark of "BTC-USDT" moves to "<mark>"
      Then the stream of "account" sends at last:
        | eventType                               | marginUpdate |
        | crossMarginSummary.accountValue         | <value>      |
        | crossMarginSummary.adjustedAccountValue | <value>      |
        | crossMarginSummary.availableMargin      | <available>  |
        | crossMarginSummary.totalUnrealizedPnl   | <total>      |
        | crossMarginSummary.maintenanceMargin    | <maint>      |
        | crossMarginSummary.initialMargin        | <used>       |
        | crossMarginSummary.withdrawable         | <free>       |
        | collaterals[0].quantity                 | <cash>       |
        | collaterals[0].collateralValue          | <worth>      |
        | collaterals[0].adjustedCollateralValue  | <worth>      |
        | collaterals[0].withdrawable             | <out>        |
        | positions[0].side                       | <side>       |
        | positions[0].entryPrice                 | 95000.33     |
        | positions[0].quantity                   | 0.1          |
        | positions[0].pnl                        | <realized>   |
        | positions[0].upnl                       | <unrealized> |
        | positions[0].usedMargin                 | <used>       |
        | positions[0].maintenanceMargin          | <maint>      |
        | positions[0].liquidationPrice           | <liquidated> |
      When "account" sends getPositions
      Then the response lists:
        | side   | entryPrice | quantity | realizedPnl | unrealizedPnl | usedMargin | maintenanceMargin | liquidationPrice | netFunding |
        | <side> | 95000.33   | 0.1      | <realized>  | <unrealized>  | <used>     | <maint>           | <liquidated>     | 0          |
      When "account" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.accountValue         | <value>      |
        | crossMarginSummary.adjustedAccountValue | <value>      |
        | crossMarginSummary.availableMargin      | <available>  |
        | crossMarginSummary.totalUnrealizedPnl   | <total>      |
        | crossMarginSummary.maintenanceMargin    | <maint>      |
        | crossMarginSummary.initialMargin        | <used>       |
        | crossMarginSummary.withdrawable         | <free>       |
        | crossMarginSummary.debt                 | 0.00         |
        | collaterals[0].quantity                 | <cash>       |
        | collaterals[0].collateralValue          | <worth>      |
        | collaterals[0].adjustedCollateralValue  | <worth>      |
        | collaterals[0].withdrawable             | <out>        |
        | positions[0].entryPrice                 | 95000.33     |
        | positions[0].quantity                   | 0.1          |
        | positions[0].pnl                        | <realized>   |
        | positions[0].upnl                       | <unrealized> |
        | positions[0].usedMargin                 | <used>       |
        | positions[0].maintenanceMargin          | <maint>      |
        | positions[0].liquidationPrice           | <liquidated> |

      Examples:
        | side  | close | index | mark  | realized     | unrealized   | used   | maint | liquidated | value   | available | total  | free    | cash          | worth   | out         |
        | long  | 95050 | 95400 | 95200 | 9.93333333   | 19.96666667  | 952.00 | 47.60 | 45308      | 5011.85 | 4059.85   | 19.97  | 4039.88 | 4991.881283 | 4991.88 | 4039.881283 |
        | long  | 94950 | 94600 | 94800 | -10.06666667 | -20.03333333 | 948.00 | 47.40 | 45509      | 4951.85 | 4003.85   | -20.03 | 4003.85 | 4971.885283 | 4971.89 | 4003.85195  |
        | short | 95050 | 95400 | 95200 | -9.93333333  | -19.96666667 | 952.00 | 47.60 | 144000     | 4952.05 | 4000.05   | -19.97 | 4000.04 | 4972.014616 | 4972.01 | 4000.04795  |
        | short | 94950 | 94600 | 94800 | 10.06666667  | 20.03333333  | 948.00 | 47.40 | 144200     | 5012.05 | 4064.05   | 20.03  | 4044.01 | 4992.018616 | 4992.02 | 4044.018616 |

  Rule: an isolated position has margin of its own, and the account shows none of it

    # 3,000 of the 5,000 are set apart; fees and PnL are booked there.
    @clause:POSITION-FIELD-UNREALIZEDPNL @clause:POSITION-FIELD-REALIZEDPNL @clause:POSITION-FIELD-USEDMARGIN @clause:POSITION-FIELD-ENTRYPRICE
    @clause:POSITION-FIELD-MAINTENANCEMARGIN @clause:POSITION-FIELD-LIQUIDATIONPRICE @clause:SUBACCT-MARGIN-ACCOUNTVALUE @clause:WS-EMISSION @R-11
    Scenario Outline: an isolated <side> closed in part at <close> has the PnL <realized> and <unrealized> at the mark <mark>
      Given the index of "BTC-USDT" is "<index>"
      And "other" has placed:
        | symbol   | side    | price | quantity |
        | BTC-USDT | <other> | 95000 | 0.2      |
      And "account" has sent placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"<own>","orderType":"limitIoc","price":"95000","quantity":"0.2"} |
        | leverage       | 10                                                                                           |
        | isolatedMargin | 3000                                                                                         |
      And "account" is <side> "0.1" BTC-USDT at "95001" against "other"
      And "other" is <side> "0.2" BTC-USDT at "<close>" against "account"
      And "account" follows subAccountUpdates
      When the mark of "BTC-USDT" moves to "<mark>"
      Then the stream of "account" sends at last:
        | eventType                      | marginUpdate |
        | crossMarginSummary.accountValue | 2000.00 |
        | crossMarginSummary.adjustedAccountValue | 2000.00 |
        | crossMarginSummary.availableMargin | 2000.00 |
        | crossMarginSummary.totalUnrealizedPnl | 0.00 |
        | crossMarginSummary.maintenanceMargin | 0.00 |
        | crossMarginSummary.initialMargin | 0.00 |
        | crossMarginSummary.withdrawable | 2000.00 |
        | positions[0].side              | <side>       |
        | positions[0].entryPrice        | 95000.33     |
        | positions[0].quantity          | 0.1          |
        | positions[0].pnl               | <realized>   |
        | positions[0].upnl              | <unrealized> |
        | positions[0].usedMargin        | <used>       |
        | positions[0].maintenanceMargin | <maint>      |
        | positions[0].liquidationPrice  | <liquidated> |
      When "account" sends getPositions
      Then the response lists:
        | side   | entryPrice | quantity | realizedPnl | unrealizedPnl | usedMargin | maintenanceMargin | liquidationPrice | netFunding |
        | <side> | 95000.33   | 0.1      | <realized>  | <unrealized>  | <used>     | <maint>           | <liquidated>     | 0          |
      When "account" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.accountValue         | 2000.00      |
        | crossMarginSummary.adjustedAccountValue | 2000.00      |
        | crossMarginSummary.availableMargin      | 2000.00      |
        | crossMarginSummary.totalUnrealizedPnl   | 0.00         |
        | crossMarginSummary.maintenanceMargin    | 0.00         |
        | crossMarginSummary.initialMargin        | 0.00         |
        | crossMarginSummary.withdrawable         | 2000.00      |
        | crossMarginSummary.debt                 | 0.00         |
        | collaterals[0].quantity                 | 2000         |
        | collaterals[0].collateralValue          | 2000.00      |
        | collaterals[0].adjustedCollateralValue  | 2000.00      |
        | collaterals[0].withdrawable             | 2000         |
        | positions[0].entryPrice                 | 95000.33     |
        | positions[0].quantity                   | 0.1          |
        | positions[0].pnl                        | <realized>   |
        | positions[0].upnl                       | <unrealized> |
        | positions[0].usedMargin                 | <used>       |
        | positions[0].maintenanceMargin          | <maint>      |
        | positions[0].liquidationPrice           | <liquidated> |

      Examples:
        | side  | own  | other | close | index | mark  | realized     | unrealized   | used    | maint | liquidated |
        | long  | buy  | sell  | 95050 | 95400 | 95200 | 9.93333333   | 19.96666667  | 2991.88 | 47.60 | 65409      |
        | long  | buy  | sell  | 94950 | 94600 | 94800 | -10.06666667 | -20.03333333 | 2971.89 | 47.40 | 65610      |
        | short | sell | buy   | 95050 | 95400 | 95200 | -9.93333333  | -19.96666667 | 2972.01 | 47.60 | 124100     |
        | short | sell | buy   | 94950 | 94600 | 94800 | 10.06666667  | 20.03333333  | 2992.02 | 47.40 | 124299     |
