@trade @getFeeRate @needs:fresh-account
Feature: the fee tier follows fourteen days of volume
  Background:
    Given the world "quiet"
    And "trader" is long "51.78157" BTC-USDT at "95000" against "maker"

  Rule: volume is what maker and taker traded, in all markets and subaccounts of a wallet

    @clause:FEERATE-FIELD-VOLUME14D @assumed
    Scenario: both sides of a trade count
      When "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d | 4919249.15 |
      When "maker" sends getFeeRate
      Then the response is ok with:
        | volume14d | 4919249.15 |

    @clause:FEERATE-FIELD-VOLUME14D @assumed
    Scenario: every market counts
      Given "trader" buys "1" ETH-USDT at "3301"
      When "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d | 4922550.15 |

    @clause:FEERATE-FIELD-VOLUME14D @assumed
    Scenario: every subaccount of the wallet counts, and each is told the same
      Given "trader" also owns the subaccount "second"
      And "second" receives "100000" USDT
      And "second" is long "0.1" BTC-USDT at "95000" against "other"
      When "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d | 4928749.15 |
      When "second" sends getFeeRate
      Then the response is ok with:
        | volume14d | 4928749.15 |

  Rule: the minimum itself is enough, and the next fill has the new rate

    @clause:FEERATE-CURRENTTIER-TIERID @clause:FEERATE-FIELD-MAKERFEERATE @clause:FEERATE-FIELD-TAKERFEERATE @assumed
    Scenario Outline: with <more> BTC more the volume is <volume> and the tier <tier>
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
    Scenario: the fill that reaches the tier pays the old rate, the next one the new
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
    Scenario: the subaccount record moves along, with its limits and its bucket
      Given "trader" is long "0.85" BTC-USDT at "95001" against "maker"
      When "trader" sends getSubAccount
      Then the response is 200 with:
        | response.feeRates                        | {"makerFeeRate":"0.00016","takerFeeRate":"0.0004","tierName":"Tier 2"} |
        | response.tier_id                         | tier_2      |
        | response.tier_name                       | Tier 2      |
        | response.accountLimits.maxOrdersPerMarket | number 25  |
        | response.accountLimits.maxSubAccounts    | number 10   |
        | rateLimit.requestsCap                    | number 1400 |

  Rule: volume counts for fourteen days, to the full hour, and the tier falls with it

    @clause:FEERATE-FIELD-VOLUME14D @clause:FEERATE-CURRENTTIER-TIERID @assumed
    Scenario: the tier is lost at the end of the fourteenth day, not before
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
    Scenario: what was traded an hour later counts an hour longer
      Given 1 hours pass
      And "trader" is long "0.85" BTC-USDT at "95001" against "maker"
      When 335 hours pass
      And "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d          | 80750.85 |
        | currentTier.tierId | tier_1   |
