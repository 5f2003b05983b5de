@info @getTiers @assumed
Feature: getTiers shows the fee schedule
  Background:
    Given the world "quiet"

  Rule: volume tiers come in ascending order, custom tiers last

    @clause:GETTIERS @clause:CONV-DECIMAL-STRINGS
    Scenario: getTiers lists the ten tiers with their rates
      When anyone asks getTiers
      Then the response lists:
        | tierId       | tierType | tierName     | minTradeVolume | makerFeeRate | takerFeeRate |
        | tier_0       | volume   | Regular User | 0              | 0.0002       | 0.0005       |
        | tier_1       | volume   | Tier 1       | 100000         | 0.0002       | 0.0005       |
        | tier_2       | volume   | Tier 2       | 5000000        | 0.00016      | 0.0004       |
        | tier_3       | volume   | Tier 3       | 25000000       | 0.00014      | 0.00035      |
        | tier_4       | volume   | Tier 4       | 100000000      | 0.00012      | 0.00032      |
        | tier_5       | volume   | Tier 5       | 500000000      | 0.00008      | 0.00025      |
        | tier_6       | volume   | Tier 6       | 2000000000     | 0.00003      | 0.0002       |
        | tier_7       | volume   | Tier 7       | 5000000000     | 0            | 0.00017      |
        | top_tier     | custom   | Top Tier     | 0              | 0            | 0.00017      |
        | market_maker | custom   | Market Maker | 0              | 0            | 0.00017      |

    @clause:GETTIERS
    Scenario: getTiers lists the limits of each tier
      When anyone asks getTiers
      Then the response lists:
        | tierId       | maxSubAccounts | maxOrdersPerMarket | maxTotalOrders | maxBorrowCapacity |
        | tier_0       | number 1       | number 10          | number 50      | 10000             |
        | tier_1       | number 5       | number 15          | number 75      | 50000             |
        | tier_2       | number 10      | number 25          | number 150     | 100000            |
        | tier_3       | number 10      | number 50          | number 300     | 250000            |
        | tier_4       | number 10      | number 100         | number 500     | 500000            |
        | tier_5       | number 10      | number 150         | number 700     | 1000000           |
        | tier_6       | number 10      | number 200         | number 1000    | 2000000           |
        | tier_7       | number 10      | number 200         | number 1000    | 5000000           |
        | top_tier     | number 10      | number 200         | number 1000    | 5000000           |
        | market_maker | number 10      | number 200         | number 1000    | 10000000          |

  Rule: fills are charged by the schedule

    @clause:GETTIERS @clause:TRADE-FIELD-FEERATE
    Scenario Outline: a taker on <tier> pays the taker rate of that tier
      Given "trader" is in tier "<tier>"
      And "trader" buys "0.1" BTC-USDT at "95010"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | feeRate | fee   |
        | <rate>  | <fee> |

      Examples:
        | tier         | rate    | fee     |
        | tier_2       | 0.0004  | 3.8004  |
        | tier_5       | 0.00025 | 2.37525 |
        | market_maker | 0.00017 | 1.61517 |
