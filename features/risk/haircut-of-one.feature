@risk @collateral
Feature: one coin of a collateral shows its haircut
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"

  Rule: the value counts less the haircut of the first tier

    # 3,300 less 5 % is 3,135. The adjustment is what lower tiers take less, of which the first has none.
    @clause:SUBACCT-COLLATERAL-HAIRCUTRATE @clause:SUBACCT-COLLATERAL-HAIRCUTADJUSTMENT @clause:SUBACCT-COLLATERAL-ADJUSTEDCOLLATERALVALUE
    @clause:SUBACCT-COLLATERAL-COLLATERALVALUE @clause:SUBACCT-COLLATERAL-PRICE @needs:reference-market
    Scenario: one WETH on a subaccount of its own counts for 3135 USDT of margin
      Given "trader" has transferred "1" WETH to "savings"
      When "savings" sends getSubAccount
      Then the response is ok with:
        | collaterals[symbol=WETH].quantity                | 1       |
        | collaterals[symbol=WETH].price                   | 3300    |
        | collaterals[symbol=WETH].collateralValue         | 3300.00 |
        | collaterals[symbol=WETH].adjustedCollateralValue | 3135.00 |
        | collaterals[symbol=WETH].haircutRate             | 0.05    |
        | collaterals[symbol=WETH].haircutAdjustment       | 0       |
