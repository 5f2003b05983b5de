@info @getCollaterals @assumed
Feature: getCollaterals lists what may be deposited and what it counts for
  Background:
    Given the world "quiet"

  Rule: each asset has caps, fees and precision

    @clause:GETCOLLATERALS @clause:ASSET-FIELD-QUANTITYPRECISION @clause:CONV-DECIMAL-STRINGS @clause:AUTH-INFO-NONE
    Scenario: getCollaterals lists the three assets
      When anyone asks getCollaterals
      Then the response lists:
        | collateral | market  | depositCap | ltv  | lltv | withdrawFee | quantityPrecision | QuantityPrecision |
        | USDT       | USDTUSD | 10000000   | 0.95 | 0.98 | 5           | number 6          | number 6          |
        | WETH       | WETHUSD | 5000       | 0.9  | 0.95 | 0.0017      | number 8          | number 8          |
        | BTC        | BTCUSD  | 200        | 0.9  | 0.95 | 0.00005     | number 8          | number 8          |

  Rule: haircut bands follow each other without a gap, and each has a higher rate

    @clause:GETCOLLATERALS
    Scenario: USDT counts in full
      When anyone asks getCollaterals
      Then "[0].tiers" of the response lists:
        | id       | minAmount | maxAmount | valueRatio | haircut | valueAddition |
        | number 1 | 0         | <empty>   | 1          | 0       | 0             |

    @clause:GETCOLLATERALS
    Scenario Outline: <asset> counts for less the more there is of it
      When anyone asks getCollaterals
      Then "[<row>].tiers" of the response lists:
        | id       | name   | minAmount | maxAmount | valueRatio | haircut | valueAddition |
        | number 1 | <text> | 0         | 500000    | 0.95       | 0.05    | 0             |
        | number 2 | <text> | 500000    | 2000000   | 0.9        | 0.1     | 25000         |
        | number 3 | <text> | 2000000   | <empty>   | 0.8        | 0.2     | 225000        |

      Examples:
        | asset | row |
        | WETH  | 1   |
        | BTC   | 2   |
