@trade @tolerances
Feature: actions and fields accept the names that other clients use
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "second"

  Rule: an action is accepted under its other name, signed under either

    @clause:WITHDRAWCOLLATERAL-ALIAS
    Scenario Outline: <name> withdraws collateral to a wallet
      When "trader" sends <name>:
        | symbol      | USDT             |
        | amount      | 100              |
        | destination | {trader address} |
      Then the response is ok with:
        | requestId   | <text> |
        | symbol      | USDT   |
        | amount      | 100    |

      Examples:
        | name               |
        | withdrawCollateral |
        | withdraw           |

    @assumed @R-12 @clause:VOLUNTARYCOLLATERALEXCHANGE
    Scenario Outline: <name> exchanges collateral for USDT
      When "trader" sends <name>:
        | sourceAsset      | WETH |
        | targetUSDTAmount | 100  |
      Then the response is ok with:
        | sourceAsset  | WETH |
        | targetAsset  | USDT |
        | targetAmount | 100  |

      Examples:
        | name                        |
        | voluntaryCollateralExchange |
        | voluntaryAutoExchange       |

    @assumed @R-12 @clause:VOLUNTARYCOLLATERALEXCHANGE-ALIAS
    Scenario: exchangeCollateral exchanges an amount of one collateral for USDT
      When "trader" sends exchangeCollateral:
        | fromSymbol | WETH |
        | toSymbol   | USDT |
        | fromAmount | 0.1  |
      Then the response is ok with:
        | sourceAsset       | WETH |
        | sourceAmountTaken | 0.1  |
        | targetAsset       | USDT |

    @clause:VOLUNTARYCOLLATERALEXCHANGE @assumed @R-12 @negative @any-market
    Scenario: exchangeCollateral into anything but USDT is refused as unsupported
      When "trader" sends exchangeCollateral:
        | fromSymbol | WETH |
        | toSymbol   | BTC  |
        | fromAmount | 0.1  |
      Then the response is refused with 400 VALIDATION_ERROR "unsupported action"
      And nothing changed

    @clause:GETFEERATE @assumed @R-12
    Scenario: getFees responds like getFeeRate
      When "trader" sends getFees
      Then the response is ok with:
        | volume14d | <decimal> |

    @clause:REQ-ACTION-UNKNOWN @assumed @R-23 @negative
    Scenario: a lottery action is accepted under the name of the specification only
      When "trader" sends getMyWinningTickets
      Then the response is refused with 400 VALIDATION_ERROR "unsupported action"

  Rule: a transfer accepts either name of its destination

    @clause:TRANSFERCOLLATERAL-PARAM-DESTINATIONSUBACCOUNTID
    Scenario Outline: transferCollateral accepts the destination named by <names>
      When "trader" sends transferCollateral:
        | symbol                  | USDT           |
        | amount                  | 250            |
        | destinationSubAccountId | <destination>  |
        | to                      | <to>           |
      Then the response is ok
      And these facts changed, and no others:
        | fact        | from    | to     |
        | trader USDT | 1000000 | 999750 |
        | second USDT | none    | 250    |

      Examples: as stated
        | names                   | destination | to       |
        | destinationSubAccountId | {second id} | <absent> |

      @assumed
      Examples: as clients send it
        | names | destination | to          |
        | to    | <absent>    | {second id} |
        | both  | {second id} | {second id} |

    @clause:TRANSFERCOLLATERAL-ERR-VALIDATION @assumed @negative
    Scenario: transferCollateral refuses two different destinations
      When "trader" sends transferCollateral:
        | symbol                  | USDT        |
        | amount                  | 250         |
        | destinationSubAccountId | {second id} |
        | to                      | {trader id} |
      Then the response is refused with 400 VALIDATION_ERROR "cannot specify both to and destinationSubAccountId with different values"
      And nothing changed

    @clause:TRANSFERCOLLATERAL-AMOUNT-AS-SENT
    Scenario Outline: transferCollateral verifies the amount <amount> as it was sent
      When "trader" sends transferCollateral:
        | symbol                  | USDT        |
        | amount                  | <amount>    |
        | destinationSubAccountId | {second id} |
      Then the response is ok
      And these facts changed, and no others:
        | fact        | from    | to       |
        | trader USDT | 1000000 | 999999.5 |
        | second USDT | none    | 0.5      |

      Examples:
        | amount |
        | .5     |
        | 0.5    |
        | 0.50   |
