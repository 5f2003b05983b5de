@risk @liquidation @assumed
Feature: below half of its maintenance an account goes to the vault
  # The account has 9,952.50 after the fee for one bitcoin at 95,000. The vault has a million unless a scenario says otherwise.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "10000" USDT

  Rule: half of it is the line

    # At 85,261 a bitcoin needs 426.305. 213.50 less 0.3475 are half of it to the last digit.
    @clause:STATE-POSITION-CLOSE @R-60
    Scenario Outline: <taken> less of ten thousand
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

  Rule: the vault takes everything, and nobody else feels it

    # 152.50 are left of a requirement of 426.
    @clause:STATE-POSITION-CLOSE @R-60
    Scenario: a position and the cash behind it
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
    Scenario: collateral goes in kind
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
    Scenario: a debt goes with the rest
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      When the index of "BTC-USDT" moves to "85000"
      Then these facts changed, and no others:
        | fact                   | from               | to      |
        | account USDT              | 9952.5             | 0       |
        | account margin            | 9500.00            | 0.00    |
        | account position BTC-USDT | long 1 at 95000.00 | none    |
        | other margin           | 9500.00            | 8500.00 |

  Rule: the vault takes only what it can carry

    # With 152.50 of the account it needs 273.50 to meet 426.
    @clause:STATE-POSITION-CLOSE @R-61
    Scenario Outline: a vault of <funds>
      Given the world "bare" with the risk figures:
        | vaultFunds | <funds> |
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

  Rule: what it took it sells

    # 85,150 x 0.0002 is what the maker pays.
    @clause:STATE-POSITION-OPEN @R-60
    Scenario: half a minute after the takeover, to whoever bids
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
