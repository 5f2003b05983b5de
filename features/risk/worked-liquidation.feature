@risk @worked-example @assumed
Feature: the worked examples of docs/risk.md show liquidation
  # Each scenario stands word for word in the book, which works its figures out step by step.

  Rule: liquidation starts one tick beyond the liquidation price

    @clause:POSITION-FIELD-LIQUIDATIONPRICE @R-60
    Scenario: a long with ether as collateral is liquidated one tick below its liquidation price
      Given the world "bare"
      And "owner" also owns the subaccount "account"
      And "account" receives "6100" USDT
      And "account" receives "2" WETH
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 83092 | 1        |
      When the index of "BTC-USDT" moves to "83093"
      And "account" sends getPositions
      Then the response lists:
        | quantity | liquidationPrice | maintenanceMargin | unrealizedPnl |
        | 1        | 83093            | 415.46            | -11907        |
      When the index of "BTC-USDT" moves to "83092"
      And "account" sends getPositions
      Then the response lists nothing

  Rule: a liquidation uses the book first

    @clause:TRADE-FIELD-TRIGGEREDBYLIQUIDATION @R-60
    Scenario: a bid above the mark buys only what makes the account healthy
      Given the world "bare"
      And "owner" also owns the subaccount "account"
      And "account" receives "2500" USDT
      And "account" is long "100" SOL-USDT at "190" against "other"
      And "other" has placed:
        | symbol   | side | price | quantity |
        | SOL-USDT | buy  | 168   | 100      |
      When the index of "SOL-USDT" moves to "165.92"
      And "account" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | price  | quantity | realizedPnl | feeRate | fee  | triggeredByLiquidation |
        | 168.00 | 0.375    | -8.25       | 0.01    | 0.63 | true                   |
      When "account" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity                 | 2481.62 |
        | crossMarginSummary.adjustedAccountValue | 82.65   |
        | crossMarginSummary.maintenanceMargin    | 82.65   |

    @clause:TRADE-FIELD-FEE @R-60
    Scenario: a clearance fee takes no more than the account has
      Given the world "bare"
      And "owner" also owns the subaccount "account"
      And "account" receives "2500" USDT
      And "account" is long "100" SOL-USDT at "190" against "other"
      And "other" has placed:
        | symbol   | side | price  | quantity |
        | SOL-USDT | buy  | 165.92 | 100      |
      When the index of "SOL-USDT" moves to "165.92"
      And "account" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | price  | quantity | realizedPnl | feeRate | fee  |
        | 165.92 | 100      | -2408       | 0.01    | 82.5 |
      When "account" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity | 0 |

    @clause:TRADE-FIELD-QUANTITY @R-60
    Scenario: a large position is sold in two slices 30 s apart
      Given the world "bare"
      And "owner" also owns the subaccount "account"
      And "account" receives "30000" USDT
      And "account" is long "3" BTC-USDT at "95000" against "other"
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 85474 | 3        |
      And the index of "BTC-USDT" is "85474"
      And 30 s pass
      When "account" sends getTrades:
        | limit | number 2 |
      Then "trades" of the response lists:
        | quantity | fee      | timestamp           |
        | 0.48     | 205.1376 | number {now}        |
        | 0.6      | 256.422  | number {now - 30 s} |

  Rule: the vault comes next, and deleveraging last

    @clause:STATE-POSITION-CLOSE @R-60
    Scenario: the vault takes over an account below half of its maintenance margin
      Given the world "bare"
      And "owner" also owns the subaccount "account"
      And "account" receives "2500" USDT
      And "account" is long "100" SOL-USDT at "190" against "other"
      When the index of "SOL-USDT" moves to "165.5"
      Then these facts changed, and no others:
        | fact                   | from                   | to      |
        | account USDT              | 2490.5                 | 0       |
        | account margin            | 1900.00                | 0.00    |
        | account position SOL-USDT | long 100 at 190.0000   | none    |
        | other margin           | 1900.00                | 1655.00 |

    @clause:STATE-POSITION-CLOSE @R-61
    Scenario: a vault that pays a part leaves the rest to a deleveraged winner
      Given the world "bare" with:
        | risk.vaultFunds | 4 |
      And "owner" also owns the subaccount "account"
      And "account" receives "2500" USDT
      And "account" is long "100" SOL-USDT at "190" against "other"
      When the index of "SOL-USDT" moves to "165"
      Then these facts changed, and no others:
        | fact                    | from                  | to        |
        | account USDT               | 2490.5                | 0.5       |
        | account margin             | 1900.00               | 0.00      |
        | account position SOL-USDT  | long 100 at 190.0000  | none      |
        | other USDT              | 999996.2              | 1002490.2 |
        | other margin            | 1900.00               | 0.00      |
        | other position SOL-USDT | short 100 at 190.0000 | none      |

    @clause:POSITION-FIELD-ADLBUCKET @R-61
    Scenario: three shorts stand in the deleveraging queue by their profit ratio
      Given the world "bare"
      And "all" is long "0.1" BTC-USDT at "95100" against "first"
      And "all" is long "0.1" BTC-USDT at "95000" against "second"
      And "all" is long "0.1" BTC-USDT at "94900" against "third"
      And 60 s pass
      When "first" sends getPositions
      Then the response is ok with:
        | [0].adlBucket | number 5 |
      When "second" sends getPositions
      Then the response is ok with:
        | [0].adlBucket | number 4 |
      When "third" sends getPositions
      Then the response is ok with:
        | [0].adlBucket | number 2 |
