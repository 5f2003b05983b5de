@risk @fees
Feature: each fill charges a fee to both sides
  # Tier 1 pays 2 and 5 hundredths of a percent, tier 5 pays 0.8 and 2.5. Fees are settled in USDT at once.
  Background:
    Given the world "bare"

  Rule: the fee is price times quantity times the rate of the side

    # 0.1 x 95,000 x 0.0005 and x 0.0002
    @clause:TRADE-FIELD-FEE @clause:TRADE-FIELD-FEERATE @assumed
    Scenario: the taker pays the taker rate and the maker pays the maker rate
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | maker | feeRate | fee  |
        | false | 0.0005  | 4.75 |
      When "other" sends getTrades
      Then "trades" of the response lists:
        | maker | feeRate | fee |
        | true  | 0.0002  | 1.9 |

    @clause:TRADE-FIELD-FEE @assumed
    Scenario Outline: a taker in <tier> pays the rate <rate>
      Given "trader" is in tier "<tier>"
      And "trader" is long "0.1" BTC-USDT at "95000" against "other"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | feeRate | fee   |
        | <rate>  | <fee> |

      Examples:
        | tier         | rate    | fee   |
        | tier_0       | 0.0005  | 4.75  |
        | tier_5       | 0.00025 | 2.375 |
        | market_maker | 0.00017 | 1.615 |

    # 0.0005 x 0.33333333 is 0.000166666665, half to even 0.00016667; it is the rate that is rounded, then the fee.
    @clause:FEERATE-FIELD-REFERRALDISCOUNT @clause:TRADE-FIELD-FEERATE @assumed @R-67
    Scenario: a referral discount reduces the rate once
      Given "trader" has a referral discount of "0.33333333"
      And "trader" is long "0.1" BTC-USDT at "95000" against "other"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | feeRate    | fee      |
        | 0.00016667 | 1.583365 |

  Rule: fees are recorded apart from profit and loss

    # Sold for 95,100: 10 of profit, fees of 4.75 and 4.755.
    @clause:TRADE-FIELD-REALIZEDPNL @clause:TRADE-FIELD-FEE @assumed
    Scenario: realizedPnl excludes the fees, and the balance includes both
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      And "trader" is short "0.1" BTC-USDT at "95100" against "other"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | realizedPnl | fee   |
        | 10          | 4.755 |
        | 0           | 4.75  |
      When "trader" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity | 1000000.495 |

    # One trade of 0.3: 0.1 closes, 0.2 open; 14.253 of fee are 4.751 and 9.502.
    @clause:LEG-FIELD-FEE @assumed
    Scenario: a trade through zero charges its fee once and splits it over both legs
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      And "trader" is short "0.3" BTC-USDT at "95020" against "other"
      When "trader" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | quantity | fee    |
        | 0.3      | 14.253 |
      When "trader" sends getOrderHistory:
        | side   | sell       |
        | status | ["filled"] |
      Then "[0].legs" of the response lists:
        | leg_type | quantity | fee   |
        | close    | 0.1      | 4.751 |
        | open     | 0.2      | 9.502 |

    # 10.1 x 2.3001 = 23.23101, times 0.00016667 = 0.0038719124...
    @clause:TRADE-FIELD-FEE @assumed @R-67
    Scenario: a fee is rounded to eight decimals
      Given "trader" has a referral discount of "0.33333333"
      And "trader" is long "10.1" XRP-USDT at "2.3001" against "other"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | feeRate    | fee        |
        | 0.00016667 | 0.00387191 |
