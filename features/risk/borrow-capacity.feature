@risk @collateral
Feature: a tier may limit what an account borrows
  # The account loses 24,082.50 more than it has, beside ten ether at 3,300: as in the feature on debts.
  Background:
    Given the world "bare" with:
      | tiers | [{"tierId":"tier_1","maxBorrowCapacity":"10000"}] |
    And "owner" also owns the subaccount "account"
    And "account" receives "10" WETH

  Rule: collateral is sold until the debt fits the capacity of the tier

    # 14,082.50 / 3,300 = 4.26742424...: a hundred-millionth more brings 14,082.500025.
    @clause:LIMIT-ACCOUNT-MAXBORROWCAPACITY @clause:SUBACCT-LIMITS-MAXBORROWCAPACITY
    Scenario: a loss beyond the borrow capacity sells collateral down to a debt of 10000
      Given "account" receives "1000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "70000"
      When "account" is short "1" BTC-USDT at "70000" against "other"
      And "account" sends getSubAccount
      Then the response is ok with:
        | accountLimits.maxBorrowCapacity | 10000           |
        | collaterals[0].quantity         | -9999.999975    |
        | collaterals[1].quantity         | 5.73257575      |
        | crossMarginSummary.debt         | 10000.00        |

    @clause:LIMIT-ACCOUNT-MAXBORROWCAPACITY
    Scenario: a debt equal to the borrow capacity sells no collateral
      Given "account" receives "15082.5" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "70000"
      When "account" is short "1" BTC-USDT at "70000" against "other"
      And "account" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity | -10000 |
        | collaterals[1].quantity | 10     |

  Rule: a capacity of 0 means no limit

    @clause:LIMIT-ACCOUNT-MAXBORROWCAPACITY @clause:SUBACCT-LIMITS-MAXBORROWCAPACITY @assumed @R-99
    Scenario: an account of a tier with capacity 0 keeps a debt that its collateral covers
      Given the world "bare" with:
        | tiers | [{"tierId":"tier_1","maxBorrowCapacity":"0"}] |
      And "owner" also owns the subaccount "account"
      And "account" receives "10" WETH
      And "account" receives "1000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "70000"
      When "account" is short "1" BTC-USDT at "70000" against "other"
      And "account" sends getSubAccount
      Then the response is ok with:
        | accountLimits.maxBorrowCapacity | 0         |
        | collaterals[0].quantity         | -24082.5  |
        | collaterals[1].quantity         | 10        |
        | crossMarginSummary.debt         | 24082.50  |

  Rule: the tiers of the default world have borrow capacities

    # 10 x 3,300 = 33,000 of collateral would back more than the 10,000 that tier_0 may borrow.
    @clause:LIMIT-ACCOUNT-MAXBORROWCAPACITY @clause:SUBACCT-LIMITS-MAXBORROWCAPACITY @assumed @R-99
    Scenario: an account on tier_0 of the default tiers is sold down to a debt of 10000
      Given the world "bare"
      And "owner" also owns the subaccount "account"
      And "owner" is in tier "tier_0"
      And "account" receives "10" WETH
      And "account" receives "1000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "70000"
      When "account" is short "1" BTC-USDT at "70000" against "other"
      And "account" sends getSubAccount
      Then the response is ok with:
        | accountLimits.maxBorrowCapacity | 10000        |
        | collaterals[0].quantity         | -9999.999975 |
        | collaterals[1].quantity         | 5.73257575   |
