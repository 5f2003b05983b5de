@trade @voluntaryCollateralExchange
Feature: voluntaryCollateralExchange sells collateral to the exchange for USDT
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the exchange pays the index price less the haircut and rounds against the seller

    @clause:VOLUNTARYCOLLATERALEXCHANGE @assumed @needs:fresh-account
    Scenario: voluntaryCollateralExchange pays 95 % of the index for a whole number of WETH
      When "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH |
        | targetUSDTAmount | 6270 |
      Then the response is ok with:
        | sourceAsset       | WETH    |
        | sourceAmountTaken | 2       |
        | targetAsset       | USDT    |
        | targetAmount      | 6270    |
        | indexPrice        | 3300    |
        | effectiveHaircut  | 0.05    |
        | collateral        | [{"symbol":"USDT","quantity":"1006270"},{"symbol":"WETH","quantity":"18"},{"symbol":"BTC","quantity":"1"}] |
      And these facts changed, and no others:
        | fact        | from    | to      |
        | trader USDT | 1000000 | 1006270 |
        | trader WETH | 20      | 18      |

    # 1,000 / 3,135 = 0.318979266...
    @clause:VOLUNTARYCOLLATERALEXCHANGE @assumed
    Scenario: voluntaryCollateralExchange takes one unit more if the amount does not divide
      When "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH |
        | targetUSDTAmount | 1000 |
      Then the response is ok with:
        | sourceAmountTaken | 0.31897927 |
        | targetAmount      | 1000       |
      And these facts changed, and no others:
        | fact        | from    | to          |
        | trader USDT | 1000000 | 1001000     |
        | trader WETH | 20      | 19.68102073 |

    @clause:VOLUNTARYCOLLATERALEXCHANGE @assumed @needs:fresh-account
    Scenario: voluntaryCollateralExchange of all sells the whole holding without a debt
      When "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | BTC |
        | targetUSDTAmount | all |
      Then the response is ok with:
        | sourceAmountTaken | 1     |
        | targetAmount      | 90250 |
        | indexPrice        | 95000 |
      And these facts changed, and no others:
        | fact        | from    | to      |
        | trader USDT | 1000000 | 1090250 |
        | trader BTC  | 1       | 0       |

    @clause:VOLUNTARYCOLLATERALEXCHANGE @assumed
    Scenario: voluntaryCollateralExchange of all sells as much as clears the debt
      Given "trader" also owns the subaccount "hedge"
      And "hedge" receives "20" WETH
      And "hedge" buys "0.5" BTC-USDT at "95010"
      When "hedge" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH |
        | targetUSDTAmount | all  |
      # the fee of 23.7525 was all it owed; 23.7525 / 3,135 = 0.00757655...
      Then the response is ok with:
        | sourceAmountTaken | 0.00757656 |
        | targetAmount      | 23.7525    |
      And these facts changed, and no others:
        | fact       | from     | to          |
        | hedge USDT | -23.7525 | 0           |
        | hedge WETH | 20       | 19.99242344 |

    @clause:VOLUNTARYCOLLATERALEXCHANGE @assumed
    Scenario: voluntaryCollateralExchange of a large holding pays by the haircuts of its bands
      Given "trader" receives "980" WETH
      When "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH    |
        | targetUSDTAmount | 1652000 |
      # 3,300,000 to 1,320,000: 1,300,000 less 20 %, 680,000 less 10 %
      Then the response is ok with:
        | sourceAmountTaken | 600        |
        | effectiveHaircut  | 0.16565657 |

  Rule: the owner, managers and full delegates may exchange

    @clause:VOLUNTARYCOLLATERALEXCHANGE @assumed
    Scenario Outline: voluntaryCollateralExchange accepts <who> for the owner
      Given "helper" is the <role> of "trader"
      When "helper" sends voluntaryCollateralExchange for "trader":
        | sourceAsset      | WETH |
        | targetUSDTAmount | 3135 |
      Then the response is ok
      And these facts changed, and no others:
        | fact        | from    | to      |
        | trader USDT | 1000000 | 1003135 |
        | trader WETH | 20      | 19      |

      @clause:ROLE-MANAGER-VOLUNTARYCOLLATERALEXCHANGE
      Examples: manager
        | who       | role    |
        | a manager | manager |

      @R-08
      Examples: delegate
        | who        | role     |
        | a delegate | delegate |

  Rule: two older actions do the same

    @clause:VOLUNTARYCOLLATERALEXCHANGE-ALIAS @assumed @R-12
    Scenario Outline: the older action <action> exchanges collateral
      When "trader" sends <action>:
        | <source> | WETH     |
        | <amount> | <number> |
        | toSymbol | USDT     |
      Then the response is ok with:
        | sourceAmountTaken | 2    |
        | targetAmount      | 6270 |

      Examples:
        | action                | source      | amount           | number |
        | voluntaryAutoExchange | sourceAsset | targetUSDTAmount | 6270   |
        | exchangeCollateral    | fromSymbol  | fromAmount       | 2      |
