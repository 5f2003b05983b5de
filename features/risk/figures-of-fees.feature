@risk @fees @figures @assumed
Feature: every fill pays the rate of the side that it was, to the eighth decimal
  # 10.3 x 2.3001 = 23.69103. The taker pays 0.0005 of it, 0.011845515; the maker 0.0002, 0.004738206: the ninth decimal rounds up.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "5000" USDT

  Rule: an order that takes first and rests then is taker once and maker after that

    @clause:TRADE-FIELD-FEE @clause:TRADE-FIELD-FEERATE @clause:TRADE-FIELD-MARKPRICE @clause:TRADE-FIELD-ENTRYPRICE @clause:TRADE-FIELD-MAKER
    @clause:ORDER-FIELD-FILLEDPRICE @clause:ORDER-FIELD-CUMULATIVE-FILLED-VALUE @clause:WS-EMISSION @R-11
    Scenario Outline: <action> that takes half of a <side> and rests with the other half pays both rates
      Given the index of "XRP-USDT" is "2.31"
      And the mark of "XRP-USDT" is "2.305"
      And "other" has placed:
        | symbol   | side    | price  | quantity |
        | XRP-USDT | <other> | 2.3001 | 10.3     |
      And "account" follows subAccountUpdates
      And "account" has sent <action>:
        | . | <params> |
      And "other" has placed:
        | symbol   | side    | price  | quantity |
        | XRP-USDT | <other> | 2.3001 | 10.3     |
      When "account" sends getTrades
      Then "trades" of the response lists:
        | maker | direction   | price  | quantity | feeRate | fee        | realizedPnl | markPrice | entryPrice |
        | true  | open <side> | 2.3001 | 10.3     | 0.0002  | 0.00473821 | 0           | 2.3050    | 2.300100   |
        | false | open <side> | 2.3001 | 10.3     | 0.0005  | 0.01184552 | 0           | 2.3050    | 2.300100   |
      And the stream of "account" sends at last:
        | eventType  | trade       |
        | maker      | false       |
        | direction  | open <side> |
        | price      | 2.3001      |
        | quantity   | 10.3        |
        | feeRate    | 0.0005      |
        | fee        | 0.01184552  |
        | realizedPnl | 0          |
        | markPrice  | 2.3050      |
        | entryPrice | 2.300100    |
      And the stream of "account" sends at last:
        | eventType  | trade       |
        | maker      | true        |
        | direction  | open <side> |
        | price      | 2.3001      |
        | quantity   | 10.3        |
        | feeRate    | 0.0002      |
        | fee        | 0.00473821  |
        | realizedPnl | 0          |
        | markPrice  | 2.3050      |
        | entryPrice | 2.300100    |
      When "account" sends getOrderHistory:
        | status | ["filled"] |
      Then the response lists:
        | filledPrice | filledQuantity | cumulative_filled_quantity | cumulative_filled_value |
        | 2.300100    | 20.6           | 20.6                       | 47.38206                |

      Examples:
        | action             | side  | other | params                                                                                                                                          |
        | placeOrders        | long  | sell  | {"orders":[{"symbol":"XRP-USDT","side":"buy","orderType":"limitGtc","price":"2.3001","quantity":"20.6"}],"grouping":"na"}                       |
        | placeIsolatedOrder | long  | sell  | {"order":{"symbol":"XRP-USDT","side":"buy","orderType":"limitGtc","price":"2.3001","quantity":"20.6"},"leverage":"10","isolatedMargin":"1000"}  |
        | placeOrders        | short | buy   | {"orders":[{"symbol":"XRP-USDT","side":"sell","orderType":"limitGtc","price":"2.3001","quantity":"20.6"}],"grouping":"na"}                      |
        | placeIsolatedOrder | short | buy   | {"order":{"symbol":"XRP-USDT","side":"sell","orderType":"limitGtc","price":"2.3001","quantity":"20.6"},"leverage":"10","isolatedMargin":"1000"} |

    # 0.1 x 95,000 x 0.0005, and not the 0.0002 of a maker.
    @clause:TRADE-FIELD-FEERATE @clause:TRADE-FIELD-MAKER
    Scenario: an order that rests and is modified across the book pays the taker rate
      Given "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | sell | 95000 | 0.1      |
      And "account" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      When "account" sends modifyOrder:
        | orderId | {bid} |
        | price   | 95000 |
      Then the response is ok
      When "account" sends getTrades
      Then "trades" of the response lists:
        | maker | feeRate | fee  |
        | false | 0.0005  | 4.75 |
      When "other" sends getTrades
      Then "trades" of the response lists:
        | maker | feeRate | fee |
        | true  | 0.0002  | 1.9 |

  Rule: the fill that closes pays the fee of its side and realizes its share of the cost

    @clause:TRADE-FIELD-REALIZEDPNL @clause:TRADE-FIELD-FEE @clause:TRADE-FIELD-FEERATE @clause:TRADE-FIELD-ENTRYPRICE @clause:WS-EMISSION
    Scenario Outline: the <role> that closes two thirds of a <side> at <close> realizes <realized>
      Given the index of "BTC-USDT" is "95400"
      And the mark of "BTC-USDT" is "95200"
      And "account" is <side> "0.2" BTC-USDT at "95000" against "other"
      And "account" is <side> "0.1" BTC-USDT at "95001" against "other"
      And "account" follows subAccountUpdates
      And "<taker>" is <taken> "0.2" BTC-USDT at "<close>" against "<maker>"
      Then the stream of "account" sends at last:
        | eventType   | trade        |
        | maker       | <made>       |
        | direction   | close <side> |
        | price       | <close>      |
        | realizedPnl | <realized>   |
        | feeRate     | <rate>       |
        | fee         | <fee>        |
        | entryPrice  | 95000.33     |
      When "account" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | maker  | direction    | price   | quantity | realizedPnl | feeRate | fee   | markPrice | entryPrice |
        | <made> | close <side> | <close> | 0.2      | <realized>  | <rate>  | <fee> | 95200     | 95000.33   |
      When "account" sends getOrderHistory:
        | status | ["filled"] |
        | limit  | number 1   |
      Then the response lists:
        | filledPrice | filledQuantity | cumulative_filled_quantity | cumulative_filled_value |
        | <close>.00  | 0.2            | 0.2                        | <value>                 |

      Examples:
        | role  | side  | close | taker   | taken | maker   | made  | rate   | fee   | realized     | value |
        | taker | long  | 95050 | account | short | other   | false | 0.0005 | 9.505 | 9.93333333   | 19010 |
        | maker | long  | 95050 | other   | long  | account | true  | 0.0002 | 3.802 | 9.93333333   | 19010 |
        | taker | long  | 94950 | account | short | other   | false | 0.0005 | 9.495 | -10.06666667 | 18990 |
        | maker | long  | 94950 | other   | long  | account | true  | 0.0002 | 3.798 | -10.06666667 | 18990 |
        | taker | short | 95050 | account | long  | other   | false | 0.0005 | 9.505 | -9.93333333  | 19010 |
        | maker | short | 95050 | other   | short | account | true  | 0.0002 | 3.802 | -9.93333333  | 19010 |
        | taker | short | 94950 | account | long  | other   | false | 0.0005 | 9.495 | 10.06666667  | 18990 |
        | maker | short | 94950 | other   | short | account | true  | 0.0002 | 3.798 | 10.06666667  | 18990 |

  Rule: the legs of a trade through zero share one fee

    # 20.6 x 2.3001 x 0.0005 = 0.02369103 exactly. The half that closes rounds up to 0.01184552, which leaves 0.01184551.
    @clause:LEG-FIELD-FEE @clause:LEG-FIELD-CLOSED-PNL @clause:LEG-FIELD-ENTRY-PRICE @clause:TRADE-FIELD-FEE
    Scenario Outline: the legs of a <side> that is turned at 2.3001 pay what the trade pays
      Given the index of "XRP-USDT" is "2.31"
      And the mark of "XRP-USDT" is "2.305"
      And "account" is <side> "10.3" XRP-USDT at "<entry>" against "other"
      And "account" is <turned> "20.6" XRP-USDT at "2.3001" against "other"
      When "account" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | direction     | quantity | fee        | realizedPnl |
        | open <turned> | 20.6     | 0.02369103 | <pnl>       |
      When "account" sends getOrderHistory:
        | side   | <sent>     |
        | status | ["filled"] |
      Then "[0].legs" of the response lists:
        | leg_type | direction     | quantity | fee        | closed_pnl | entry_price |
        | close    | close <side>  | 10.3     | 0.01184552 | <pnl>      | <average>   |
        | open     | open <turned> | 10.3     | 0.01184551 | <absent>   | 2.300100    |

      Examples:
        | side  | turned | sent | entry  | average  | pnl    |
        | long  | short  | sell | 2.2901 | 2.290100 | 0.103  |
        | long  | short  | sell | 2.3101 | 2.310100 | -0.103 |
        | short | long   | buy  | 2.3101 | 2.310100 | 0.103  |
        | short | long   | buy  | 2.2901 | 2.290100 | -0.103 |

  Rule: a rebate is what the tier says, whatever the discount

    # The discount is a reduction of what is paid; a maker that is paid 0.0001 stays paid 0.0001.
    @clause:FEERATE-FIELD-MAKERFEERATE @clause:FEERATE-FIELD-TAKERFEERATE @clause:TRADE-FIELD-FEE @R-67
    Scenario: a maker with a rebate and a referral discount receives the whole rebate
      Given the world "bare" with:
        | tiers | [{"tierId":"tier_1","makerFeeRate":"-0.0001"}] |
      And "trader" has a referral discount of "0.9"
      And "other" is long "10.3" XRP-USDT at "2.3001" against "trader"
      When "trader" sends getFeeRate
      Then the response is ok with:
        | makerFeeRate | -0.0001  |
        | takerFeeRate | 0.00045  |
        | volume14d    | 23.69103 |
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | maker | feeRate | fee        |
        | true  | -0.0001 | -0.0023691 |

    # 20.6 x 2.3001 x 0.0001 = 0.004738206; of it 0.002369103 for the half that closes.
    @clause:LEG-FIELD-FEE @clause:LEG-FIELD-CLOSED-PNL @clause:TRADE-FIELD-FEE @assumed
    Scenario: a maker with a rebate whose position is turned receives a share of it with each leg
      Given the world "bare" with:
        | tiers | [{"tierId":"tier_1","makerFeeRate":"-0.0001"}] |
      And "trader" is long "10.3" XRP-USDT at "2.2901" against "other"
      And "other" is long "20.6" XRP-USDT at "2.3001" against "trader"
      When "trader" sends getOrderHistory:
        | side   | sell       |
        | status | ["filled"] |
      Then "[0].legs" of the response lists:
        | leg_type | quantity | fee         | closed_pnl |
        | close    | 10.3     | -0.0023691  | 0.103      |
        | open     | 10.3     | -0.00236911 | <absent>   |
      When "trader" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | maker | feeRate | fee         | realizedPnl |
        | true  | -0.0001 | -0.00473821 | 0.103       |
