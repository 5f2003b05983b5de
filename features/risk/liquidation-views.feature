@risk @assumed @R-60
Feature: a liquidation appears in the lists of its owner, its counterparty and the public
  # "account" holds 1000 USDT and pays 4.75 for its long of 0.1 at 95000: at the mark m it has 995.25 - 0.1 x (95000 - m) and needs
  # 0.0005 x m. Below half of that the vault takes over, if its 30 USDT bear it.
  Background:
    Given the world "bare" with:
      | risk.vaultFunds | 30 |
    And "trader" also owns the subaccount "account"
    And "trader" has transferred "1000" USDT to "account"

  Rule: liquidation orders belong to the owner and trade on the public book

    # 35.25 are left of a requirement of 42.7. The fee of 0.005 would be 42.7 too: it stops at what is left.
    @clause:ORDER-FIELD-TRIGGEREDBYLIQUIDATION @clause:ORDER-FIELD-CANCELREASON
    Scenario: getOrderHistory lists the cancelled orders and the market order of the liquidation
      Given "account" is long "0.1" BTC-USDT at "95000" against "other"
      And "account" has the open orders:
        | name | symbol   | side | price | quantity |
        | ask  | BTC-USDT | sell | 99000 | 0.05     |
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85400 | 0.1      |
      When the index of "BTC-USDT" moves to "85400"
      And "account" sends getOrderHistory
      Then the response lists:
        | type   | side | status    | quantity | filledQuantity | cancelReason | triggeredByLiquidation | reduceOnly |
        | MARKET | sell | filled    | 0.1      | 0.1            | <absent>     | true                   | true       |
        | MARKET | sell | placed    | 0.1      | 0              | <absent>     | true                   | true       |
        | LIMIT  | sell | cancelled | 0.05     | 0              | MMR_BREACH   | false                  | false      |
        | LIMIT  | sell | placed    | 0.05     | 0              | <absent>     | false                  | false      |
        | LIMIT  | buy  | filled    | 0.1      | 0.1            | <absent>     | false                  | false      |
        | LIMIT  | buy  | placed    | 0.1      | 0              | <absent>     | false                  | false      |

    @clause:TRADE-FIELD-TRIGGEREDBYLIQUIDATION @clause:POSHIST-FIELD-CLOSEREASON @clause:GETLASTTRADES
    Scenario: the fill of a liquidation is in the trades of both sides and of the public, with the clearance fee
      Given "account" is long "0.1" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85400 | 0.1      |
      When the index of "BTC-USDT" moves to "85400"
      And "account" sends getTrades
      Then "trades" of the response lists:
        | direction  | price | quantity | realizedPnl | fee   | feeRate | maker | triggeredByLiquidation |
        | close long | 85400 | 0.1      | -960        | 35.25 | 0.005   | false | true                   |
        | open long  | 95000 | 0.1      | 0           | 4.75  | 0.0005  | false | false                  |
      When "account" sends getPositionHistory
      Then "positions" of the response lists:
        | side | closeReason | closePrice | realizedPnl | accumulatedFees |
        | long | liquidation | 85400.00   | -960        | 40              |
      When "other" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | direction   | fee   | feeRate | maker | triggeredByLiquidation |
        | close short | 1.708 | 0.0002  | true  | false                  |
      When anyone asks getLastTrades:
        | symbol | BTC-USDT |
      Then "trades" of the response lists:
        | side | price | quantity |
        | sell | 85400 | 0.1      |
        | buy  | 95000 | 0.1      |

    # Each bitcoin sold at 85500 brings 100 and costs 427.5, and frees 427 of the requirement: 7.45 / 99.5, up to the lot.
    @clause:ORDER-FIELD-TRIGGEREDBYLIQUIDATION
    Scenario: a partial liquidation sells what makes the account healthy and leaves the rest open
      Given "account" is long "0.1" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85500 | 0.1      |
      When the index of "BTC-USDT" moves to "85400"
      And "account" sends getOrderHistory:
        | limit | number 3 |
      Then the response lists:
        | status           | quantity | filledQuantity | filledPrice | cancelReason  | triggeredByLiquidation |
        | cancelled        | 0.1      | 0.07488        | 85500.00    | IOC_REMAINDER | true                   |
        | partially filled | 0.1      | 0.07488        | 85500.00    | <absent>      | true                   |
        | placed           | 0.1      | 0              | <empty>     | <absent>      | true                   |
      When "account" sends getPositions
      Then the response lists:
        | quantity | entryPrice | realizedPnl | maintenanceMargin |
        | 0.02512  | 95000.00   | -711.36     | 10.73             |
      When "account" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.adjustedAccountValue | 10.73   |
        | crossMarginSummary.debt                 | 0.00    |
        | collaterals[0].quantity                 | 251.8788 |

  Rule: a takeover by the vault is private

    # 15.25 are left of 42.6: less than half.
    @clause:POSHIST-FIELD-CLOSEREASON @clause:TRANSFER-FIELD-TRANSFERTYPE @clause:BALUPD-FIELD-TOSUBACCOUNTID
    Scenario: a takeover closes the position at the mark without a fee and transfers the balance
      Given "account" is long "0.1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "85200"
      And "account" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | direction  | price | realizedPnl | fee | feeRate | triggeredByLiquidation |
        | close long | 85200 | -980        | 0   | 0       | true                   |
      When "account" sends getPositionHistory
      Then "positions" of the response lists:
        | closeReason | closePrice | realizedPnl | accumulatedFees |
        | liquidation | 85200.00   | -980        | 4.75            |
      When "account" sends getTransfers
      Then "transfers" of the response lists:
        | transferType        | from        | to                  | symbol | amount | usdtNotional | status  |
        | VAULT_TAKEOVER      | {account id}   | 1867543890123456789 | USDT   | 15.25  | 15.25        | success |
        | COLLATERAL_TRANSFER | {trader id} | {account id}           | USDT   | 1000   | 1000         | success |
      When "account" sends getBalanceUpdates
      Then "balanceUpdates" of the response lists:
        | action   | amount | grossAmount | collateral | fromSubAccountId | toSubAccountId      |
        | TRANSFER | -15.25 | 15.25       | USDT       | {account id}        | 1867543890123456789 |
        | TRANSFER | 1000   | 1000        | USDT       | {trader id}      | {account id}           |

    @clause:GETLASTTRADES @clause:GETCANDLES @clause:GETMARKETPRICES
    Scenario: a takeover changes no public trade, candle or volume
      Given "account" is long "0.1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "85200"
      And anyone asks getLastTrades:
        | symbol | BTC-USDT |
      Then "trades" of the response lists:
        | side | price | quantity |
        | buy  | 95000 | 0.1      |
      When anyone asks getCandles:
        | symbol   | BTC-USDT |
        | interval | 1m       |
      Then "candles" of the response lists:
        | lowPrice | closePrice | volume | tradeCount |
        | 95000    | 95000      | 0.1    | number 1   |
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.markPrice | 85200 |
        | BTC-USDT.volume24h | 0.1   |

    @clause:ORDER-FIELD-CANCELREASON @clause:GETWITHDRAWABLEAMOUNTS
    Scenario: a takeover leaves a balance of 0 and cancels orders with reason RMR_BREACH
      Given "account" is long "0.1" BTC-USDT at "95000" against "other"
      And "account" has the open orders:
        | name | symbol   | side | price | quantity |
        | ask  | BTC-USDT | sell | 99000 | 0.05     |
      When the index of "BTC-USDT" moves to "85200"
      And "account" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | type  | cancelReason | cancelledAt  |
        | LIMIT | RMR_BREACH   | number {now} |
      When "account" sends getWithdrawableAmounts:
        | symbols | ["USDT"] |
      Then the response is ok with:
        | items[0].quantity           | 0    |
        | items[0].withdrawableAmount | 0    |
        | totalWithdrawableUsdt       | 0.00 |
      When "account" sends getPositions
      Then the response lists nothing

    # 500 held less a fee of 4.75: 15.25 are left at 90200, of a requirement of 45.1.
    @clause:TRANSFER-FIELD-TRANSFERTYPE @clause:BALUPD-FIELD-AMOUNT
    Scenario: a takeover of an isolated market takes its margin and leaves the cross balance unchanged
      Given "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | ask  | BTC-USDT | sell | 95000 | 0.1      |
      And "account" has sent placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitIoc","price":"95000","quantity":"0.1"} |
        | leverage       | 20  |
        | isolatedMargin | 500 |
      When the index of "BTC-USDT" moves to "90200"
      And "account" sends getBalanceUpdates
      Then "balanceUpdates" of the response lists:
        | amount | collateral | toSubAccountId      |
        | -15.25 | USDT       | 1867543890123456789 |
        | 1000   | USDT       | {account id}           |
      When "account" sends getPositionHistory
      Then "positions" of the response lists:
        | closeReason | realizedPnl | accumulatedFees |
        | liquidation | -480        | 4.75            |
      When "account" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity | 500 |

  Rule: a deleveraged winner has closed its position

    # 4.75 are missing. The vault, which cannot bear the position with 25.25, pays them; so the price is the mark.
    @clause:POSHIST-FIELD-CLOSEREASON @clause:ORDER-FIELD-CANCELREASON @clause:TRADE-FIELD-TRIGGEREDBYLIQUIDATION
    Scenario: a deleveraged winner closes at the mark without a fee and is not marked as liquidated
      Given "account" is long "0.1" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity | reduceOnly |
        | exit | BTC-USDT | buy  | 84000 | 0.1      | true       |
      When the index of "BTC-USDT" moves to "85000"
      And "other" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | direction   | orderType | price | realizedPnl | fee | reduceOnly | triggeredByLiquidation |
        | close short | market    | 85000 | 1000        | 0   | true       | false                  |
      When "other" sends getPositionHistory
      Then "positions" of the response lists:
        | side  | closeReason | closePrice | realizedPnl |
        | short | close       | 85000.00   | 1000        |
      When "other" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | type  | price | cancelReason |
        | LIMIT | 84000 | ADL          |

    @clause:POSHIST-FIELD-CLOSEREASON @clause:TRANSFER-FIELD-TRANSFERTYPE @clause:GETLASTTRADES
    Scenario: a bankrupt account is listed as liquidated, and the vault pays its deficit
      Given "account" is long "0.1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "85000"
      And "account" sends getPositionHistory
      Then "positions" of the response lists:
        | closeReason | closePrice | realizedPnl | accumulatedFees |
        | liquidation | 85000.00   | -1000       | 4.75            |
      When "account" sends getTransfers:
        | limit | number 1 |
      Then "transfers" of the response lists:
        | transferType   | from                | to        | symbol | amount |
        | VAULT_TAKEOVER | 1867543890123456789 | {account id} | USDT   | 4.75   |
      When anyone asks getLastTrades:
        | symbol | BTC-USDT |
      Then "trades" of the response lists:
        | side | price |
        | buy  | 95000 |
