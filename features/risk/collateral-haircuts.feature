@risk @collateral
Feature: collateral counts for less than its value, by bands of the value
  # 5 % up to 500,000, 10 % up to 2,000,000, 20 % above; additions of 25,000 and 225,000 keep the value from jumping at a bound.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"

  Rule: the whole holding takes the rate of one band

    @clause:SUBACCT-COLLATERAL-HAIRCUTRATE @clause:SUBACCT-COLLATERAL-HAIRCUTADJUSTMENT @clause:SUBACCT-COLLATERAL-ADJUSTEDCOLLATERALVALUE @assumed
    Scenario Outline: getSubAccount values <amount> WETH at a price of <price> with the haircut of its band
      Given the index of "ETH-USDT" is "<price>"
      And "account" receives "<amount>" WETH
      When "account" sends getSubAccount
      Then "collaterals" of the response lists:
        | collateralValue | haircutRate | haircutAdjustment | adjustedCollateralValue |
        | <value>         | <rate>      | <addition>        | <adjusted>              |

      Examples: a band begins at its bound
        | amount       | price | value      | rate | addition | adjusted   |
        | 1            | 2500  | 2500.00    | 0.05 | 0        | 2375.00    |
        | 199.99999999 | 2500  | 500000.00  | 0.05 | 0        | 475000.00  |
        | 200          | 2500  | 500000.00  | 0.1  | 25000    | 475000.00  |
        | 799.99999999 | 2500  | 2000000.00 | 0.1  | 25000    | 1825000.00 |
        | 800          | 2500  | 2000000.00 | 0.2  | 225000   | 1825000.00 |
        | 1000         | 2500  | 2500000.00 | 0.2  | 225000   | 2225000.00 |

      Examples: a price carries a holding over a bound
        | amount | price | value      | rate | addition | adjusted   |
        | 400    | 1200  | 480000.00  | 0.05 | 0        | 456000.00  |
        | 400    | 3300  | 1320000.00 | 0.1  | 25000    | 1213000.00 |
        | 400    | 5100  | 2040000.00 | 0.2  | 225000   | 1857000.00 |

    @clause:SUBACCT-COLLATERAL-ADJUSTEDCOLLATERALVALUE @clause:SUBACCT-MARGIN-ADJUSTEDACCOUNTVALUE @clause:SUBACCT-MARGIN-ACCOUNTVALUE @assumed
    Scenario: each asset has bands of its own
      Given "account" receives "150" WETH
      And "account" receives "5" BTC
      And "account" receives "600000" USDT
      When "account" sends getSubAccount
      Then "collaterals" of the response lists:
        | symbol | collateralValue | adjustedCollateralValue |
        | USDT   | 600000.00       | 600000.00               |
        | WETH   | 495000.00       | 470250.00               |
        | BTC    | 475000.00       | 451250.00               |
      And the response is ok with:
        | crossMarginSummary.accountValue         | 1570000.00 |
        | crossMarginSummary.adjustedAccountValue | 1521500.00 |

  Rule: the adjusted value backs orders

    # Ten ether: 33,000 x 0.95 x 10 / 95,000 = 3.3
    @clause:ERR-INSUFFICIENT-MARGIN @negative
    Scenario Outline: an order of <size> BTC on 10 WETH is accepted up to the adjusted value
      Given "account" receives "10" WETH
      When "account" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 95000 | <size>   |
      Then the response is ok with:
        | statuses[0].errorCode | <code> |

      Examples:
        | size    | code                |
        | 3.3     | <absent>            |
        | 3.30001 | INSUFFICIENT_MARGIN |

    # 26,400 x 0.95 x 10 / 95,000 = 2.64
    @clause:ERR-INSUFFICIENT-MARGIN @assumed @negative
    Scenario Outline: an order of <size> BTC on 10 WETH at a peg of 0.8 is accepted up to the adjusted value
      Given "account" receives "10" WETH
      And the peg of "WETH" is "0.8"
      When "account" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 95000 | <size>   |
      Then the response is ok with:
        | statuses[0].errorCode | <code> |

      Examples:
        | size    | code                |
        | 2.64    | <absent>            |
        | 2.64001 | INSUFFICIENT_MARGIN |

  Rule: the price of a collateral is the index of its market

    @clause:SUBACCT-COLLATERAL-PRICE @clause:SUBACCT-COLLATERAL-COLLATERALVALUE @assumed
    Scenario: the mark of its market does not change the value of a collateral
      Given "account" receives "10" WETH
      And the mark of "ETH-USDT" is "3400"
      When "account" sends getSubAccount
      Then "collaterals" of the response lists:
        | symbol | price | collateralValue |
        | WETH   | 3300  | 33000.00        |

    @clause:SUBACCT-COLLATERAL-PRICE @assumed
    Scenario Outline: a peg of <peg> changes the price of a collateral to <price>
      Given "account" receives "10" WETH
      And the index of "ETH-USDT" is "3000"
      And the peg of "WETH" is "<peg>"
      When "account" sends getSubAccount
      Then "collaterals" of the response lists:
        | symbol | price   | collateralValue |
        | WETH   | <price> | <value>         |

      Examples:
        | peg  | price | value    |
        | 0.5  | 1500  | 15000.00 |
        | 1    | 3000  | 30000.00 |
        | 1.01 | 3030  | 30300.00 |

  Rule: an exchange of collateral pays the adjusted value of the holding

    # From 1,320,000 in the second band all the way down: 1,213,000 of 1,320,000, a haircut of 107 / 1,320.
    @clause:VOLUNTARYCOLLATERALEXCHANGE @assumed
    Scenario: an exchange of 400 WETH pays by the haircuts of both bands
      Given "account" receives "400" WETH
      When "account" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH |
        | targetUSDTAmount | all  |
      Then the response is ok with:
        | sourceAmountTaken | 400        |
        | targetAmount      | 1213000    |
        | indexPrice        | 3300       |
        | effectiveHaircut  | 0.08106061 |
