@risk @liquidation @assumed
Feature: a large position is sold in slices
  # Above 100,000 a fifth of it at a time, and half a minute after each slice that did not heal the account. Two bitcoin bought
  # for 190,000: 19,905 are left of 20,000, and at 85,474 the account is worth 853 and needs 854.74.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "20000" USDT

  Rule: a slice is a fifth of a large position

    # 0.4 at the mark lose 3,810.40 and pay 170.948.
    @clause:TRADE-FIELD-TRIGGEREDBYLIQUIDATION @R-60
    Scenario: the first slice sells a fifth of the position
      Given "account" is long "2" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85474 | 2        |
      When the index of "BTC-USDT" moves to "85474"
      Then these facts changed, and no others:
        | fact                    | from                     | to                           |
        | account USDT               | 19905                    | 15923.652                    |
        | account margin             | 19000.00                 | 13675.84                     |
        | account position BTC-USDT  | long 2 at 95000.00       | long 1.6 at 95000.00         |
        | other USDT              | 999962                   | 1003765.56208                |
        | other margin            | 19000.00                 | 13675.84                     |
        | other position BTC-USDT | short 2 at 95000.00      | short 1.6 at 95000.00        |
        | order bid               | buy 2 at 85474, filled 0 | buy 2 at 85474, filled 0.4   |

    # 2, 1.6, 1.28 and 1.024 bitcoin; the last is worth 87,525 and goes whole, for what is left.
    @clause:TRADE-FIELD-QUANTITY @clause:TRADE-FIELD-FEE @R-60
    Scenario: the slices follow each other at intervals of 30 s
      Given "account" is long "2" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85474 | 2        |
      And the index of "BTC-USDT" is "85474"
      And 90 s pass
      When "account" sends getTrades
      Then "trades" of the response lists:
        | quantity | fee       | timestamp           |
        | 1.024    | 435.88688 | number {now}        |
        | 0.256    | 109.40672 | number {now - 30 s} |
        | 0.32     | 136.7584  | number {now - 60 s} |
        | 0.4      | 170.948   | number {now - 90 s} |
        | 2        | 95        | number {now - 90 s} |

    @clause:TRADE-FIELD-QUANTITY @R-60
    Scenario: a change of the index does not start the next slice before 30 s have passed
      Given "account" is long "2" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85474 | 2        |
      And the index of "BTC-USDT" is "85474"
      And 29999 ms pass
      And the index of "BTC-USDT" is "85474"
      When "account" sends getPositions
      Then the response lists:
        | quantity |
        | 1.6      |
      When 1 ms pass
      And "account" sends getPositions
      Then the response lists:
        | quantity |
        | 1.28     |

  Rule: each slice is measured on its own

    # A fifth of 2.00001 is 0.400002, of 2.00005 it is 0.40001 to the lot.
    @clause:TRADE-FIELD-QUANTITY @R-60
    Scenario Outline: the first slice of <size> BTC is rounded up to the lot and leaves <left>
      Given "account" is long "<size>" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85474 | 2        |
      And the index of "BTC-USDT" is "85474"
      When "account" sends getPositions
      Then the response lists:
        | quantity |
        | <left>   |

      Examples:
        | size    | left    |
        | 2.00001 | 1.6     |
        | 2.00005 | 1.60004 |

    # 0.4 bitcoin offered, of which (854.74 - 853) / 125.37 = 0.0138789 at 85,600 heal the account.
    @clause:TRADE-FIELD-QUANTITY @R-60
    Scenario: a slice that makes the account healthy sells only a part
      Given "account" is long "2" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85600 | 2        |
      And the index of "BTC-USDT" is "85474"
      And 5 minutes pass
      When "account" sends getPositions
      Then the response lists:
        | quantity |
        | 1.98612  |

  Rule: the world sets the size of a slice

    @clause:TRADE-FIELD-QUANTITY @R-60
    Scenario Outline: a world with <figure> <value> sells slices of that size
      Given the world "bare" with:
        | risk.<figure> | <value> |
      And "owner" also owns the subaccount "account"
      And "account" receives "20000" USDT
      And "account" is long "2" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85474 | 2        |
      And the index of "BTC-USDT" is "85474"
      When "account" sends getPositions
      Then the response is ok with:
        | [0].quantity | <left> |

      Examples:
        | figure     | value  | left     |
        | sliceShare | 0.5    | 1        |
        | sliceAbove | 200000 | <absent> |
        | sliceAbove | 170948 | <absent> |
        | sliceAbove | 170947 | 1.6      |
