@trade @getFeeRate @needs:fresh-account
Feature: the fee tier follows the volume of fourteen days
  Background:
    Given the world "quiet"
    And "trader" is long "51.78157" BTC-USDT at "95000" against "maker"

  Rule: volume counts maker and taker fills in all markets and subaccounts of a wallet

    @clause:FEERATE-FIELD-VOLUME14D @assumed
    Scenario: volume counts both sides of a trade
      When "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d | 4919249.15 |
      When "maker" sends getFeeRate
      Then the response is ok with:
        | volume14d | 4919249.15 |

    @clause:FEERATE-FIELD-VOLUME14D @assumed
    Scenario: volume counts fills in every market
      Given "trader" buys "1" ETH-USDT at "3301"
      When "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d | 4922550.15 |

    @clause:FEERATE-FIELD-VOLUME14D @assumed
    Scenario: volume counts fills of every subaccount of the wallet
      Given "trader" also owns the subaccount "second"
      And "second" receives "100000" USDT
      And "second" is long "0.1" BTC-USDT at "95000" against "other"
      When "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d | 4928749.15 |
      When "second" sends getFeeRate
      Then the response is ok with:
        | volume14d | 4928749.15 |

  Rule: the minimum of a tier is enough, and the next fill has the new rate

    @clause:FEERATE-CURRENTTIER-TIERID @clause:FEERATE-FIELD-MAKERFEERATE @clause:FEERATE-FIELD-TAKERFEERATE @assumed
    Scenario Outline: after <more> BTC more the volume is <volume> and the tier <tier>
      Given "trader" is long "<more>" BTC-USDT at "95001" against "maker"
      When "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d          | <volume> |
        | currentTier.tierId | <tier>   |
        | makerFeeRate       | <maker>  |
        | takerFeeRate       | <taker>  |

      Examples:
        | more    | volume        | tier   | maker   | taker  |
        | 0.84999 | 4999999.04999 | tier_1 | 0.0002  | 0.0005 |
        | 0.85    | 5000000       | tier_2 | 0.00016 | 0.0004 |
        | 0.85001 | 5000000.95001 | tier_2 | 0.00016 | 0.0004 |

    @clause:FEERATE-FIELD-TAKERFEERATE @clause:TRADE-FIELD-FEERATE @clause:TRADE-FIELD-FEE @assumed
    Scenario: the fill that reaches a tier pays the old rate and the next one the new rate
      Given "trader" is long "0.85" BTC-USDT at "95001" against "maker"
      And 1 ms pass
      And "trader" sells "1" BTC-USDT at "94990"
      When "trader" sends getTrades:
        | limit | number 2 |
      Then "trades" of the response lists:
        | price | quantity | feeRate | fee          |
        | 94990 | 1        | 0.0004  | 37.996       |
        | 95001 | 0.85     | 0.0005  | 40.375425    |

    @clause:SUBACCT-FEERATES-TIERNAME @clause:SUBACCT-FEERATES-MAKERFEERATE @clause:SUBACCT-FEERATES-TAKERFEERATE @clause:SUBACCT-TIER-ID @assumed
    Scenario: getSubAccount shows the new tier with its limits and its bucket
      Given "trader" is long "0.85" BTC-USDT at "95001" against "maker"
      When "trader" sends getSubAccount
      Then the response is 200 with:
        | response.feeRates                        | {"makerFeeRate":"0.00016","takerFeeRate":"0.0004","tierName":"Tier 2"} |
        | response.tier_id                         | tier_2      |
        | response.tier_name                       | Tier 2      |
        | response.accountLimits.maxOrdersPerMarket | number 25  |
        | response.accountLimits.maxSubAccounts    | number 10   |
        | rateLimit.requestsCap                    | number 1400 |

  Rule: volume counts for fourteen days to the full hour

    @clause:FEERATE-FIELD-VOLUME14D @clause:FEERATE-CURRENTTIER-TIERID @assumed
    Scenario: a wallet loses its tier at the end of the fourteenth day
      Given "trader" is long "0.85" BTC-USDT at "95001" against "maker"
      When 335 hours pass
      And 3599999 ms pass
      And "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d          | 5000000 |
        | currentTier.tierId | tier_2  |
      When 1 ms pass
      And "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d          | 0      |
        | currentTier.tierId | tier_1 |
        | takerFeeRate       | 0.0005 |

    @clause:FEERATE-FIELD-VOLUME14D @clause:FEERATE-CURRENTTIER-TIERID @assumed
    Scenario: a fill of the next hour counts one hour longer
      Given 1 hours pass
      And "trader" is long "0.85" BTC-USDT at "95001" against "maker"
      When 335 hours pass
      And "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d          | 80750.85 |
        | currentTier.tierId | tier_1   |
