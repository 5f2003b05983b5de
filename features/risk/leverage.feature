@risk @margin
Feature: leverage sets the initial margin and nothing else
  # No account quotes, so the mark is the index. The account has 10,000 USDT.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "10000" USDT

  Rule: initial margin is the value divided by the leverage

    @clause:UPDATELEVERAGE @clause:POSITION-FIELD-USEDMARGIN @assumed
    Scenario Outline: a position of 9,500 USDT with leverage <leverage> reserves <margin>
      Given "account" is long "0.1" BTC-USDT at "95000" against "other"
      And "account" has sent updateLeverage:
        | symbol   | BTC-USDT   |
        | leverage | <leverage> |
      When "account" sends getPositions
      Then the response lists:
        | usedMargin | maintenanceMargin |
        | <margin>   | 47.50             |

      Examples:
        | leverage | margin  |
        | 1        | 9500.00 |
        | 3        | 3166.67 |
        | 10       | 950.00  |
        | 100      | 95.00   |

    # 9,952.50 - 95,000 is made good at 85,047.50 / 0.995 = 85,474.87
    @clause:POSITION-FIELD-LIQUIDATIONPRICE @assumed
    Scenario Outline: leverage <leverage> leaves the liquidation price of a cross position at 85475
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And "account" has sent updateLeverage:
        | symbol   | BTC-USDT   |
        | leverage | <leverage> |
      When "account" sends getPositions
      Then the response lists:
        | liquidationPrice | usedMargin |
        | 85475            | <margin>   |

      Examples:
        | leverage | margin  |
        | 10       | 9500.00 |
        | 100      | 950.00  |

  Rule: the margin tier of the value caps the leverage

    # Five coins take 4,750 under 100 times. 5.2 are 494,000 and take 4,940; 5.5 are 522,500, take a fiftieth, and that is 10,450.
    @clause:ERR-INSUFFICIENT-MARGIN @negative
    Scenario Outline: an order of <size> BTC on top of 5 BTC is <outcome>
      Given "account" has sent updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 100      |
      And "account" is long "5" BTC-USDT at "95000" against "other"
      When "account" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 95000 | <size>   |
      Then the response is ok with:
        | statuses[0].errorCode | <code> |

      Examples:
        | size | outcome | code                |
        | 0.2  | taken   | <absent>            |
        | 0.5  | refused | INSUFFICIENT_MARGIN |

  Rule: leverage of an open position changes as far as margin covers it

    # At 88,000 the account is worth 2,952.50 and 8,800 are reserved.
    @clause:UPDATELEVERAGE @assumed
    Scenario: updateLeverage raises the leverage of an account without available margin
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "88000"
      When "account" sends updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 11       |
      Then the response is ok with:
        | newLeverage | 11 |
      And these facts changed, and no others:
        | fact        | from    | to      |
        | account margin | 8800.00 | 8000.00 |

    @clause:UPDATELEVERAGE-ERR-MARGIN @clause:ERR-INSUFFICIENT-MARGIN @negative
    Scenario: updateLeverage refuses a lower leverage for an account without available margin
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "88000"
      When "account" sends updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 9        |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed
