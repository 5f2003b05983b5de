@trade @getFeeRate @needs:fresh-account
Feature: the tier of a wallet follows its volume unless the control plane sets it
  Background:
    Given the world "quiet"
    And "trader" is in the tier of its volume
    And "trader" is long "0.90263" BTC-USDT at "95000" against "maker"

  Rule: a wallet below the minimum of tier_1 is on tier_0

    @clause:FEERATE-CURRENTTIER-TIERID @clause:FEERATE-CURRENTTIER-MINTRADEVOLUME @assumed @R-91
    Scenario Outline: a wallet with a volume of <volume> is on <tier>
      Given "trader" is long "<more>" BTC-USDT at "95001" against "maker"
      When "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d                  | <volume>  |
        | currentTier.tierId         | <tier>    |
        | currentTier.minTradeVolume | <minimum> |

      Examples:
        | more    | volume       | tier   | minimum |
        | 0.14999 | 99999.04999  | tier_0 | 0       |
        | 0.15    | 100000       | tier_1 | 100000  |
        | 0.15001 | 100000.95001 | tier_1 | 100000  |

    @clause:FEERATE-CURRENTTIER-TIERID @clause:FEERATE-FIELD-VOLUME14D @assumed @R-91
    Scenario: a wallet falls back to tier_0 at the full hour at which its volume stops counting
      Given "trader" is long "0.15" BTC-USDT at "95001" against "maker"
      When 335 hours pass
      And 3599999 ms pass
      And "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d          | 100000 |
        | currentTier.tierId | tier_1 |
      When 1 ms pass
      And "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d          | 0      |
        | currentTier.tierId | tier_0 |

    @clause:SUBACCT-TIER-ID @clause:SUBACCT-LIMITS-MAXSUBACCOUNTS @clause:SUBACCT-LIMITS-MAXORDERSPERMARKET @assumed @R-91
    Scenario: getSubAccount shows the limits and the bucket of tier_0 below the minimum of tier_1
      When "trader" sends getSubAccount
      Then the response is 200 with:
        | response.tier_id                          | tier_0      |
        | response.tier_name                        | Regular User |
        | response.accountLimits.maxOrdersPerMarket | number 10   |
        | response.accountLimits.maxSubAccounts     | number 1    |
        | rateLimit.requestsCap                     | number 1000 |

  Rule: a tier set by the control plane stays until it is cleared

    @clause:FEERATE-CURRENTTIER-TIERID @assumed @R-91
    Scenario: a wallet that is set to tier_0 stays there while its volume reaches tier_2, and moves there when the tier is cleared
      Given "trader" is in tier "tier_0"
      And "trader" is long "51.72893" BTC-USDT at "95000" against "maker"
      When "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d          | 4999998.2 |
        | currentTier.tierId | tier_0    |
      Given "trader" buys "0.1" BTC-USDT at "95010"
      And "trader" is in the tier of its volume
      When "trader" sends getFeeRate
      Then the response is ok with:
        | currentTier.tierId | tier_2 |

    @clause:FEERATE-CURRENTTIER-TIERID @assumed @R-91
    Scenario: a wallet that is set to tier_3 stays there when its volume stops counting, and is on tier_0 when the tier is cleared
      Given "trader" is in tier "tier_3"
      When 337 hours pass
      And "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d          | 0      |
        | currentTier.tierId | tier_3 |
      Given "trader" is in the tier of its volume
      When "trader" sends getFeeRate
      Then the response is ok with:
        | currentTier.tierId | tier_0 |
