@trade @getFeeRate
Feature: a referral discount lowers the fee rates of a wallet
  Background:
    Given the world "quiet"
    And "trader" has a referral discount of "0.9"

  Rule: the rates at the root include the discount, the schedule does not

    @clause:FEERATE-FIELD-MAKERFEERATE @clause:FEERATE-FIELD-TAKERFEERATE @clause:FEERATE-FIELD-REFERRALDISCOUNT
    @clause:FEERATE-FIELD-REFERRALDISCOUNTAPPLIED @clause:FEERATE-CURRENTTIER-MAKERFEERATE @clause:FEERATE-CURRENTTIER-TAKERFEERATE @figures
    Scenario: getFeeRate shows nine tenths of the rates of the tier
      When "trader" sends getFeeRate
      Then the response is ok with:
        | makerFeeRate             | 0.00018 |
        | takerFeeRate             | 0.00045 |
        | referralDiscountApplied  | true    |
        | referralDiscount         | 0.9     |
        | currentTier.makerFeeRate | 0.0002  |
        | currentTier.takerFeeRate | 0.0005  |
        | tiers[1].takerFeeRate    | 0.0005  |

    @clause:FEERATE-REFERRALDISCOUNT-ZERO @clause:FEERATE-FIELD-REFERRALDISCOUNTAPPLIED @clause:FEERATE-FIELD-TAKERFEERATE
    Scenario: getFeeRate shows the full rates once the referral has ended
      Given "trader" no longer has a referral
      When "trader" sends getFeeRate
      Then the response is ok with:
        | takerFeeRate            | 0.0005 |
        | referralDiscountApplied | false  |
        | referralDiscount        | 0      |

    @clause:FEERATE-FIELD-TAKERFEERATE @assumed
    Scenario: getFeeRate shows the discount on the rates of another tier
      Given "trader" is in tier "tier_3"
      When "trader" sends getFeeRate
      Then the response is ok with:
        | makerFeeRate | 0.000126 |
        | takerFeeRate | 0.000315 |

  Rule: a fee is the notional times the discounted rate

    @clause:FEERATE-FIELD-TAKERFEERATE @clause:TRADE-FIELD-FEERATE @clause:TRADE-FIELD-FEE
    Scenario: a taker with a referral pays the discounted taker rate
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | maker | feeRate | fee   |
        | false | 0.00045 | 4.275 |
      When "other" sends getTrades
      Then "trades" of the response lists:
        | maker | feeRate | fee |
        | true  | 0.0002  | 1.9 |

    @clause:FEERATE-FIELD-MAKERFEERATE @clause:TRADE-FIELD-FEERATE @clause:TRADE-FIELD-FEE
    Scenario: a maker with a referral pays the discounted maker rate
      Given "other" is long "0.1" BTC-USDT at "95000" against "trader"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | maker | feeRate | fee  |
        | true  | 0.00018 | 1.71 |

    @clause:SUBACCT-FEERATES-MAKERFEERATE @clause:SUBACCT-FEERATES-TAKERFEERATE @assumed
    Scenario: getSubAccount shows the discounted rates
      When "trader" sends getSubAccount
      Then the response is ok with:
        | feeRates | {"makerFeeRate":"0.00018","takerFeeRate":"0.00045","tierName":"Tier 1"} |
