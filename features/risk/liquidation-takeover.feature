@risk @liquidation @assumed
Feature: the vault takes over an account below half of its maintenance margin
  # The account has 9,952.50 after the fee for one bitcoin at 95,000. The vault has a million unless a scenario says otherwise.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "10000" USDT

  Rule: the limit is half of the maintenance margin

    # At 85,261 a bitcoin needs 426.305. 213.50 less 0.3475 are half of it to the last digit.
    @clause:STATE-POSITION-CLOSE @R-60
    Scenario Outline: an account with <taken> USDT less than 10,000 is taken over only below half of its maintenance margin
      Given "account" has transferred "<taken>" USDT to "owner"
      And "account" is long "1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "85261"
      And "account" sends getPositions
      Then the response is ok with:
        | [0].quantity | <left> |

      Examples:
        | taken    | left     |
        | 0.3475   | 1        |
        | 0.347501 | <absent> |

  Rule: the vault takes the whole account and nothing of other accounts

    # 152.50 are left of a requirement of 426.
    @clause:STATE-POSITION-CLOSE @R-60
    Scenario: the vault takes over a position and its cash balance
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "85200"
      Then these facts changed, and no others:
        | fact                   | from               | to      |
        | account USDT              | 9952.5             | 0       |
        | account margin            | 9500.00            | 0.00    |
        | account position BTC-USDT | long 1 at 95000.00 | none    |
        | other margin           | 9500.00            | 8520.00 |

    # 9,952.50 and 9,405 for three ether: at 75,800 it is worth 157.50 of 379.
    @clause:SUBACCT-COLLATERAL-QUANTITY @R-60
    Scenario: the vault takes over collateral in kind
      Given "account" receives "3" WETH
      And "account" is long "1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "75800"
      Then these facts changed, and no others:
        | fact                   | from               | to      |
        | account USDT              | 9952.5             | 0       |
        | account WETH              | 3                  | 0       |
        | account margin            | 9500.00            | 0.00    |
        | account position BTC-USDT | long 1 at 95000.00 | none    |
        | other margin           | 9500.00            | 7580.00 |

    # 47.50 more is lost than there was. The vault can carry it, so no winner is asked.
    @clause:SUBACCT-MARGIN-DEBT @R-61
    Scenario: the vault takes over a debt with the account
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "85000"
      Then these facts changed, and no others:
        | fact                   | from               | to      |
        | account USDT              | 9952.5             | 0       |
        | account margin            | 9500.00            | 0.00    |
        | account position BTC-USDT | long 1 at 95000.00 | none    |
        | other margin           | 9500.00            | 8500.00 |

  Rule: the vault takes over only what it can cover

    # With 152.50 of the account it needs 273.50 to meet 426.
    @clause:STATE-POSITION-CLOSE @R-61
    Scenario Outline: a vault with <funds> USDT takes the account over only if it can cover the maintenance margin
      Given the world "bare" with:
        | risk.vaultFunds | <funds> |
      And "owner" also owns the subaccount "account"
      And "account" receives "10000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "85200"
      And "account" sends getPositions
      Then the response is ok with:
        | [0].quantity | <left> |

      Examples:
        | funds  | left     |
        | 273.5  | <absent> |
        | 273.49 | 1        |

  Rule: the vault sells what it took over

    # 85,150 x 0.0002 is what the maker pays.
    @clause:STATE-POSITION-OPEN @R-60
    Scenario: the vault sells to the best bid 30 s after the takeover
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "85200"
      And "maker" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85150 | 1        |
      When 29999 ms pass
      Then nothing changed
      When 1 ms pass
      Then these facts changed, and no others:
        | fact                    | from                     | to                 |
        | maker USDT              | 1000000                  | 999982.97          |
        | maker position BTC-USDT | none                     | long 1 at 85150.00 |
        | order bid               | buy 1 at 85150, filled 0 | none               |
