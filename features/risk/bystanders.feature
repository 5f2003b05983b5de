@risk @liquidation @assumed
Feature: a liquidation affects only the accounts that take part in it
  # The vault has nothing. The account has 10,000 USDT; with a bitcoin bought at 95,000 it is bankrupt at 85,000.
  Background:
    Given the world "bare" with:
      | risk.vaultFunds | 0 |
    And "owner" also owns the subaccount "account"
    And "account" receives "10000" USDT

  Rule: accounts without a position in the market lose nothing

    @clause:STATE-POSITION-CLOSE @R-61
    Scenario: a liquidation leaves orders, balances and other subaccounts of the wallet unchanged
      Given "saver" has the open orders:
        | name | symbol   | side | price | quantity |
        | far  | BTC-USDT | buy  | 80000 | 1        |
      And "account" is long "1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "85000"
      Then these facts changed, and no others:
        | fact                    | from                | to      |
        | saver margin            | 9500.00             | 8500.00 |
        | account USDT               | 9952.5              | 0.5     |
        | account margin             | 9500.00             | 0.00    |
        | account position BTC-USDT  | long 1 at 95000.00  | none    |
        | other USDT              | 999981              | 1009933 |
        | other margin            | 9500.00             | 0.00    |
        | other position BTC-USDT | short 1 at 95000.00 | none    |

    @clause:STATE-POSITION-CLOSE @R-61
    Scenario: a liquidation leaves other markets and healthy positions on the same side unchanged
      Given "rich" is long "0.5" BTC-USDT at "95000" against "other"
      And "ether" is short "10" ETH-USDT at "3300" against "third"
      And "account" is long "1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "85000"
      Then these facts changed, and no others:
        | fact                    | from                  | to                    |
        | rich margin             | 4750.00               | 4250.00               |
        | account USDT               | 9952.5                | 0.5                   |
        | account margin             | 9500.00               | 0.00                  |
        | account position BTC-USDT  | long 1 at 95000.00    | none                  |
        | other USDT              | 999971.5              | 1009923.5             |
        | other margin            | 14250.00              | 4250.00               |
        | other position BTC-USDT | short 1.5 at 95000.00 | short 0.5 at 95000.00 |

  Rule: the cross account and an isolated market do not cover each other

    # 500 less 4.75 carry fifty SOL down to 181; at 180.90 they are short of maintenance, and 40.25 are left of it. The bid takes all.
    @clause:STATE-POSITION-CLOSE @R-11
    Scenario: the liquidation of an isolated market leaves the cross account unchanged
      Given "other" has placed:
        | symbol   | side | price | quantity |
        | SOL-USDT | sell | 190   | 50       |
      And "account" has sent placeIsolatedOrder:
        | order          | {"symbol":"SOL-USDT","side":"buy","orderType":"limitIoc","price":"190","quantity":"50"} |
        | leverage       | 20  |
        | isolatedMargin | 500 |
      And "account" is long "0.5" BTC-USDT at "95000" against "other"
      And "third" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | SOL-USDT | buy  | 180.9 | 50       |
      When the index of "SOL-USDT" moves to "180.9"
      Then these facts changed, and no others:
        | fact                    | from                        | to                    |
        | account position SOL-USDT  | long 50 at 190.0000         | none                  |
        | other margin            | 5700.00                     | 5654.50               |
        | third USDT              | 1000000                     | 999998.191            |
        | third margin            | 950.00                      | 904.50                |
        | third position SOL-USDT | none                        | long 50 at 180.9000   |
        | order bid               | buy 50 at 180.90, filled 0  | none                  |

    # 10,600 less 500 are 10,100, less 47.50: 10,052.50 at 95,000, and at 85,000 a bid takes what 52.50 can pay for.
    @clause:STATE-POSITION-CLOSE @R-11
    Scenario: the liquidation of a cross account leaves the isolated market unchanged
      Given "account" receives "600" USDT
      And "other" has placed:
        | symbol   | side | price | quantity |
        | SOL-USDT | sell | 190   | 50       |
      And "account" has sent placeIsolatedOrder:
        | order          | {"symbol":"SOL-USDT","side":"buy","orderType":"limitIoc","price":"190","quantity":"50"} |
        | leverage       | 20  |
        | isolatedMargin | 500 |
      And "account" is long "1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "84900"
      And "account" sends getPositions
      Then the response lists:
        | symbol   | quantity | usedMargin |
        | SOL-USDT | 50       | 495.25     |

  Rule: an account exactly at its maintenance margin is not liquidated

    # At 85,475 a bitcoin needs 427.375; 9,999.875 leave exactly that.
    @clause:STATE-POSITION-CLOSE @R-60
    Scenario Outline: an account with <taken> USDT less than 10,000 is liquidated only below its maintenance margin
      Given "account" has transferred "<taken>" USDT to "owner"
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85475 | 1        |
      When the index of "BTC-USDT" moves to "85475"
      And "account" sends getPositions
      Then the response is ok with:
        | [0].quantity | <left> |

      Examples:
        | taken    | left     |
        | 0.125    | 1        |
        | 0.125001 | <absent> |

  Rule: the account with the lowest margin ratio is liquidated first

    # At 85,464 the two have 416.50 and 416.51 of 427.32, and there is a bid for one. At the same health the older account is first.
    @clause:STATE-POSITION-CLOSE @R-61
    Scenario Outline: of two accounts that compete for one bid <who> is liquidated first
      Given "owner" also owns the subaccount "young"
      And "young" receives "<funds>" USDT
      And "young" is long "1" BTC-USDT at "95000" against "other"
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85464 | 1        |
      When the index of "BTC-USDT" moves to "85464"
      And "<who>" sends getPositions
      Then the response lists nothing

      Examples:
        | funds    | who   |
        | 10000.01 | account  |
        | 10000    | account  |
        | 9999.99  | young |
