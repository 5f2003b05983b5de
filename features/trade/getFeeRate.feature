@trade @getFeeRate
Feature: getFeeRate shows the fee rates of a wallet
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the response has the tier, the schedule and the rates of the next fill

    @clause:GETFEERATE @clause:AUTH-NONONCE-GETFEERATE @clause:FEERATE-CURRENTTIER-TIERID @clause:FEERATE-CURRENTTIER-TIERLEVEL
    @clause:FEERATE-CURRENTTIER-TIERNAME @clause:FEERATE-CURRENTTIER-TIERTYPE @clause:FEERATE-CURRENTTIER-MINTRADEVOLUME
    @clause:FEERATE-CURRENTTIER-MAKERFEERATE @clause:FEERATE-CURRENTTIER-TAKERFEERATE @clause:FEERATE-FIELD-VOLUME14D
    @clause:FEERATE-FIELD-REFERRALDISCOUNTAPPLIED @clause:FEERATE-REFERRALDISCOUNT-ZERO @needs:fresh-account
    Scenario: getFeeRate shows the rates of tier_1 to a wallet without trades
      When "trader" sends getFeeRate
      Then the response has exactly the keys "volume14d, currentTier, makerFeeRate, takerFeeRate, referralDiscountApplied, referralDiscount, tiers"
      And the response is ok with:
        | volume14d                  | 0        |
        | currentTier.tierId         | tier_1   |
        | currentTier.tierLevel      | number 1 |
        | currentTier.tierName       | Tier 1   |
        | currentTier.tierType       | volume   |
        | currentTier.minTradeVolume | 100000   |
        | currentTier.makerFeeRate   | 0.0002   |
        | currentTier.takerFeeRate   | 0.0005   |
        | makerFeeRate               | 0.0002   |
        | takerFeeRate               | 0.0005   |
        | referralDiscountApplied    | false    |
        | referralDiscount           | 0        |

    @clause:FEERATE-FIELD-MAKERFEERATE @clause:FEERATE-FIELD-TAKERFEERATE @clause:FEERATE-FIELD-REFERRALDISCOUNT
    @clause:FEERATE-FIELD-REFERRALDISCOUNTAPPLIED @assumed
    Scenario: getFeeRate shows a wallet with a referral discount the rates of its tier times the discount
      Given "friend" is a wallet with a referral discount
      When "friend" sends getFeeRate
      Then the response is ok with:
        | referralDiscountApplied | true |
      And the rates of the response are those of its tier, times the referral discount

    @clause:FEERATE-TIERS-TIERID @clause:FEERATE-TIERS-TIERLEVEL @clause:FEERATE-TIERS-TIERNAME @clause:FEERATE-TIERS-MINTRADEVOLUME
    @clause:FEERATE-TIERS-MAKERFEERATE @clause:FEERATE-TIERS-TAKERFEERATE @clause:FEERATE-TIERS-NO-TIERTYPE
    @needs:usual-schedule
    Scenario: getFeeRate lists the schedule from the lowest volume up
      When "trader" sends getFeeRate
      Then "tiers" of the response lists:
        | tierId | tierLevel | tierName     | minTradeVolume | makerFeeRate | takerFeeRate |
        | tier_0 | number 0  | Regular User | 0              | 0.0002       | 0.0005       |
        | tier_1 | number 1  | Tier 1       | 100000         | 0.0002       | 0.0005       |
        | tier_2 | number 2  | Tier 2       | 5000000        | 0.00016      | 0.0004       |
        | tier_3 | number 3  | Tier 3       | 25000000       | 0.00014      | 0.00035      |
        | tier_4 | number 4  | Tier 4       | 100000000      | 0.00012      | 0.00032      |
        | tier_5 | number 5  | Tier 5       | 500000000      | 0.00008      | 0.00025      |
        | tier_6 | number 6  | Tier 6       | 2000000000     | 0.00003      | 0.0002       |
        | tier_7 | number 7  | Tier 7       | 5000000000     | 0            | 0.00017      |
      And "tiers[0]" of the response has exactly the keys "tierId, tierLevel, tierName, minTradeVolume, makerFeeRate, takerFeeRate"

    @clause:FEERATE-CURRENTTIER-TIERLEVEL-NULL @clause:FEERATE-CURRENTTIER-TIERTYPE
    Scenario Outline: getFeeRate shows no level on the custom tier <tier>
      Given "trader" is in tier "<tier>"
      When "trader" sends getFeeRate
      Then the response is ok with:
        | currentTier.tierId       | <tier>  |
        | currentTier.tierLevel    | null    |
        | currentTier.tierName     | <name>  |
        | currentTier.tierType     | custom  |
        | currentTier.makerFeeRate | 0       |
        | currentTier.takerFeeRate | 0.00017 |
        | makerFeeRate             | 0       |
        | takerFeeRate             | 0.00017 |

      Examples:
        | tier         | name         |
        | top_tier     | Top Tier     |
        | market_maker | Market Maker |

    @clause:GETFEERATE-PARAM-SUBACCOUNTID @negative
    Scenario: getFeeRate without a subaccount is refused
      When "trader" sends getFeeRate:
        | tampered.params.subAccountId | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "subaccountId is required"
      And nothing changed

    @clause:GETFEERATE-EXPIRESAFTER-MISMATCH @negative
    Scenario: getFeeRate refuses an expiresAfter that was not signed
      When "trader" sends getFeeRate:
        | top.expiresAfter      | number {now + 60 s} |
        | tampered.expiresAfter | number {now + 61 s} |
      Then the response is 401 with:
        | status     | error        |
        | error.code | UNAUTHORIZED |
      And nothing changed

    @clause:ROLE-SESSION-GETFEERATE @clause:ROLE-DELEGATE-READS
    Scenario: getFeeRate shows a session delegate the rates of the owner
      Given "trader" is in tier "tier_7"
      And "bob" is a session delegate of "trader"
      When "bob" sends getFeeRate for "trader"
      Then the response is ok with:
        | currentTier.tierId | tier_7 |

    @clause:GETFEERATE @assumed @R-12 @needs:fresh-account
    Scenario: getFees responds like getFeeRate
      When "trader" sends getFees
      Then the response is ok with:
        | currentTier.tierId | tier_1 |
        | volume14d          | 0      |
