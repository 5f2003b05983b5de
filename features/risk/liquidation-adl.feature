@risk @liquidation @assumed
Feature: deleveraging takes from winning positions what neither the book nor the vault can cover
  # The vault has nothing unless a scenario says otherwise. The account has 9,952.50 after the fee for one bitcoin at 95,000;
  # at 85,000 it owes 47.50. Bitcoin trades in whole dollars, so the price of its bankruptcy is 85,048.
  Background:
    Given the world "bare" with:
      | risk.vaultFunds | 0 |
    And "owner" also owns the subaccount "account"
    And "account" receives "10000" USDT

  Rule: the price of deleveraging is the bankruptcy price

    # 9,952 change hands, and the tick leaves the account half a USDT. No account pays a fee.
    @transition:position/open/deleverage
    @clause:STATE-POSITION-CLOSE @R-61
    Scenario Outline: a bankrupt <side> is closed at its bankruptcy price against the winning side
      Given "account" is <side> "1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "<mark>"
      Then these facts changed, and no others:
        | fact                    | from                  | to      |
        | account USDT               | 9952.5                | 0.5     |
        | account margin             | 9500.00               | 0.00    |
        | account position BTC-USDT  | <side> 1 at 95000.00  | none    |
        | other USDT              | 999981                | 1009933 |
        | other margin            | 9500.00               | 0.00    |
        | other position BTC-USDT | <other> 1 at 95000.00 | none    |

      Examples:
        | side  | other | mark   |
        | long  | short | 85000  |
        | short | long  | 105000 |

    # 47 are missing: 85,047 to the dollar. Not a bit is left over.
    @clause:TRADE-FIELD-PRICE @R-61
    Scenario: a deficit of whole ticks leaves the account with a balance of 0
      Given "account" receives "0.5" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "85000"
      When "other" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | direction   | price | markPrice | fee |
        | close short | 85047 | 85000     | 0   |
      When "account" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity | 0 |

    # 64 are missing: 13,936 of cash, 11,000 and 3,000 of loss. Bitcoin bears 84,000 of 114,000, that is 47.16 and so 48;
    # ether bears the 16 that are left, 1.6 for each of ten.
    @clause:TRADE-FIELD-PRICE @R-61
    Scenario: two positions share a deficit by their value
      Given "account" receives "4000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And "account" is long "10" ETH-USDT at "3300" against "other"
      And the index of "BTC-USDT" is "84000"
      And the index of "ETH-USDT" is "3000"
      When "account" sends getTrades:
        | limit | number 2 |
      Then "trades" of the response lists:
        | symbol   | price  | quantity |
        | ETH-USDT | 3001.6 | 10       |
        | BTC-USDT | 84048  | 1        |
      When "account" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity | 0 |

  Rule: the vault pays first

    # 20 of the 47.50: 27.50 are left for the winners, 28 to the dollar.
    @clause:STATE-POSITION-CLOSE @R-61
    Scenario: the vault pays what it has, and deleveraging pays the rest
      Given the world "bare" with:
        | risk.vaultFunds | 20 |
      And "owner" also owns the subaccount "account"
      And "account" receives "10000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "85000"
      Then these facts changed, and no others:
        | fact                    | from                | to      |
        | account USDT               | 9952.5              | 0.5     |
        | account margin             | 9500.00             | 0.00    |
        | account position BTC-USDT  | long 1 at 95000.00  | none    |
        | other USDT              | 999981              | 1009953 |
        | other margin            | 9500.00             | 0.00    |
        | other position BTC-USDT | short 1 at 95000.00 | none    |

  Rule: the position with the highest ADL ranking goes first, and only as far as needed

    # Both gained the same on the same cost; twenty times leverage goes before ten, though it came later.
    @clause:STATE-POSITION-CLOSE @R-61
    Scenario: the position with more leverage is closed whole, the other in part, and the same side not at all
      Given "account" is long "0.4" BTC-USDT at "95000" against "calm"
      And "third" is long "0.2" BTC-USDT at "95000" against "calm"
      And "bold" has sent updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 20       |
      And "account" is long "0.6" BTC-USDT at "95000" against "bold"
      When the index of "BTC-USDT" moves to "85000"
      Then these facts changed, and no others:
        | fact                   | from                  | to                    |
        | account USDT              | 9952.5                | 0.5                   |
        | account margin            | 9500.00               | 0.00                  |
        | account position BTC-USDT | long 1 at 95000.00    | none                  |
        | bold USDT              | 999988.6              | 1005959.8             |
        | bold margin            | 2850.00               | 0.00                  |
        | bold position BTC-USDT | short 0.6 at 95000.00 | none                  |
        | calm USDT              | 999988.6              | 1003969.4             |
        | calm margin            | 5700.00               | 1700.00               |
        | calm position BTC-USDT | short 0.6 at 95000.00 | short 0.2 at 95000.00 |
        | third margin           | 1900.00               | 1700.00               |

  Rule: collateral is sold before an account counts as bankrupt

    # 952.50 and three ether, 9,900 that count for 9,405. At 84,500 that is 142.50 too little; sold at the index they leave 352.50
    # of 422.50, which is no bankruptcy, and the book is given its chance. At 84,100 nothing helps: 47.50 are missing.
    @clause:SUBACCT-COLLATERAL-QUANTITY @R-61
    Scenario Outline: WETH is sold at its index before deleveraging at a mark of <mark>
      Given "account" has transferred "9000" USDT to "owner"
      And "account" receives "3" WETH
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "<mark>"
      When "account" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity | <cash>     |
        | collaterals[1].quantity | 0          |
        | positions[0].quantity   | <quantity> |

      Examples:
        | mark  | cash    | quantity |
        | 84500 | 10852.5 | 1        |
        | 84100 | 0.5     | <absent> |

  Rule: an isolated market is bankrupt for itself

    # 495.25 of margin and a loss of 500: 4.75 are missing, 0.095 for each of fifty SOL, 0.10 to the tick. The 0.25 that are left go
    # home to 9,500 that were never touched.
    @clause:STATE-POSITION-CLOSE @R-61
    Scenario: deleveraging of an isolated market leaves the cross balance unchanged
      Given "other" has placed:
        | symbol   | side | price | quantity |
        | SOL-USDT | sell | 190   | 50       |
      And "account" has sent placeIsolatedOrder:
        | order          | {"symbol":"SOL-USDT","side":"buy","orderType":"limitIoc","price":"190","quantity":"50"} |
        | leverage       | 20  |
        | isolatedMargin | 500 |
      When the index of "SOL-USDT" moves to "180"
      Then these facts changed, and no others:
        | fact                    | from                 | to        |
        | account USDT               | 9500                 | 9500.25   |
        | account position SOL-USDT  | long 50 at 190.0000  | none      |
        | other USDT              | 999998.1             | 1000493.1 |
        | other margin            | 950.00               | 0.00      |
        | other position SOL-USDT | short 50 at 190.0000 | none      |

  Rule: deleveraging can be switched off

    @clause:STATE-POSITION-OPEN @R-60
    Scenario: a bankrupt account stays open while deleveraging is off
      Given the world "bare" with:
        | risk.vaultFunds    | 0     |
        | risk.deleveraging  | false |
      And "owner" also owns the subaccount "account"
      And "account" receives "10000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "85000"
      When 5 minutes pass
      Then nothing changed
      When "account" sends getPositions
      Then the response lists:
        | quantity | unrealizedPnl |
        | 1        | -10000        |

  Rule: the records of a deleveraged winner show ADL as the reason

    @clause:ORDER-FIELD-CANCELREASON @clause:TRADE-FIELD-TRIGGEREDBYLIQUIDATION @clause:POSHIST-FIELD-CLOSEREASON @assumed @R-117
    Scenario: the order that reduces a winner has the reason ADL, its trade is not of a liquidation, and its position closed
      Given "account" receives "0.5" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "85000"
      When "other" sends getOrderHistory:
        | limit | number 2 |
      Then the response lists:
        | status | side | cancelReason | filledQuantity | reduceOnly | triggeredByLiquidation |
        | filled | buy  | ADL          | 1              | true       | false                  |
        | placed | buy  | <absent>     | 0              | true       | false                  |
      When "other" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | direction   | price | triggeredByLiquidation |
        | close short | 85047 | false                  |
      When "other" sends getPositionHistory
      Then "positions" of the response lists:
        | side  | closeReason |
        | short | close       |

    @clause:WS-EMISSION @assumed @R-117
    Scenario: subAccountUpdates says ADL to the winner
      Given "account" receives "0.5" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And "other" follows subAccountUpdates
      When the index of "BTC-USDT" moves to "85000"
      Then the stream of "other" sends in order:
        | eventType    | direction   | cancelReason | triggeredByLiquidation | reduceOnly |
        | orderPlaced  |             | <absent>     |                        | true       |
        | trade        | close short |              | false                  | true       |
        | orderFilled  |             | ADL          |                        | true       |
        | marginUpdate |             |              |                        |            |
