@risk @liquidation @assumed
Feature: a liquidation sells only as much as it must to the book
  # The account has 9,952.50 after the fee for one bitcoin at 95,000. At 85,474 it is worth 426.50 and needs 427.37.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "10000" USDT

  Rule: a liquidation stops when the account is healthy

    # Each bitcoin sold at 85,600 gains 126 on the mark, costs a clearance fee of 428 and frees 427.37: 0.87 / 125.37 = 0.0069395.
    # 0.00694 lose 65.236 and pay 2.97032; the other side gains as much and pays 0.1188128.
    @clause:TRADE-FIELD-TRIGGEREDBYLIQUIDATION @R-60
    Scenario: a bid above the mark buys only the part that makes the account healthy
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85600 | 1        |
      When the index of "BTC-USDT" moves to "85474"
      Then these facts changed, and no others:
        | fact                    | from                       | to                             |
        | account USDT               | 9952.5                     | 9884.29368                     |
        | account margin             | 9500.00                    | 8488.08                        |
        | account position BTC-USDT  | long 1 at 95000.00         | long 0.99306 at 95000.00       |
        | other USDT              | 999981                     | 1000046.117187                 |
        | other margin            | 9500.00                    | 8488.08                        |
        | other position BTC-USDT | short 1 at 95000.00        | short 0.99306 at 95000.00      |
        | order bid               | buy 1 at 85600, filled 0   | buy 1 at 85600, filled 0.00694 |

    # At the mark a sale frees what its fee takes: all is sold, and the fee is the 426.50 that are left instead of 427.37.
    @transition:position/open/liquidate
    @clause:TRADE-FIELD-FEE @clause:TRADE-FIELD-FEERATE @clause:POSHIST-FIELD-CLOSEREASON @R-60
    Scenario: a bid at the mark buys the whole position, because the fee takes the margin it frees
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85474 | 1        |
      When the index of "BTC-USDT" moves to "85474"
      And "account" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | price | quantity | realizedPnl | feeRate | fee   | triggeredByLiquidation |
        | 85474 | 1        | -9526       | 0.005   | 426.5 | true                   |
      When "account" sends getPositionHistory
      Then "positions" of the response lists:
        | closeReason | closePrice | realizedPnl |
        | liquidation | 85474.00   | -9526       |
      When "account" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity | 0 |

    # (95,000 + 165 - 13,936) / 0.995 = 81,637.19. Bitcoin needs more than ether, and 0.00296 of it at 81,700 heal the account.
    @clause:POSITION-FIELD-MAINTENANCEMARGIN @R-60
    Scenario: the position with the largest maintenance margin is sold first
      Given "account" receives "4000" USDT
      And "account" is long "10" ETH-USDT at "3300" against "other"
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name  | symbol   | side | price | quantity |
        | ether | ETH-USDT | buy  | 3299  | 10       |
        | bid   | BTC-USDT | buy  | 81700 | 1        |
      When the index of "BTC-USDT" moves to "81637"
      And "account" sends getPositions
      Then the response lists:
        | symbol   | quantity |
        | BTC-USDT | 0.99704  |
        | ETH-USDT | 10       |

  Rule: no fill leaves the account with a negative value

    # 426.50 less 426 is half a USDT, which the fee takes; less 427 is a debt.
    @clause:TRADE-FIELD-TRIGGEREDBYLIQUIDATION @R-60
    Scenario Outline: a bid at <bid> for the whole position fills only if the account stays at 0 or above
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | <bid> | 1        |
      When the index of "BTC-USDT" moves to "85474"
      And "account" sends getPositions
      Then the response is ok with:
        | [0].quantity | <left> |

      Examples:
        | bid   | left     |
        | 85048 | <absent> |
        | 85047 | 1        |

  Rule: a liquidation cancels the orders first and tries again later

    @clause:ORDER-FIELD-CANCELREASON @R-60
    Scenario: a liquidation cancels all orders of the account with reason MMR_BREACH
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And "account" has placed:
        | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity |
        | ETH-USDT | buy  | limitGtc  | 3200  |              |                 | 0.1      |
        | BTC-USDT | sell | triggerSl |       | 80000        | true            | 1        |
      When the index of "BTC-USDT" moves to "85474"
      And "account" sends getOpenOrders
      Then the response lists nothing
      When "account" sends getOrderHistory:
        | status | ["cancelled"] |
      Then every item of the response is:
        | cancelReason | MMR_BREACH |
      When "account" sends getPositions
      Then the response is ok with:
        | [0].quantity | 1 |

    @clause:ORDER-FIELD-TRIGGEREDBYLIQUIDATION @R-60
    Scenario: a liquidation that found an empty book tries again after 30 s
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "85474"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85474 | 1        |
      And 29999 ms pass
      When "account" sends getPositions
      Then the response lists:
        | quantity |
        | 1        |
      When 1 ms pass
      And "account" sends getPositions
      Then the response lists nothing

    @clause:ORDER-FIELD-TRIGGEREDBYLIQUIDATION @R-60
    Scenario: a deposit that makes the account healthy ends its liquidation
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "85474"
      And "account" receives "0.87" USDT
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85474 | 1        |
      When 5 minutes pass
      Then nothing changed
