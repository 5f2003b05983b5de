@trade @tolerances
Feature: actions and fields keep the names that other clients still use
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "second"

  Rule: an action is found under its other name, and signed as it is named or typed

    @clause:WITHDRAWCOLLATERAL-ALIAS
    Scenario Outline: <name> takes collateral out
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
    Scenario Outline: <name> turns collateral into USDT
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
    Scenario: exchangeCollateral gives an amount of one collateral for USDT
      When "trader" sends exchangeCollateral:
        | fromSymbol | WETH |
        | toSymbol   | USDT |
        | fromAmount | 0.1  |
      Then the response is ok with:
        | sourceAsset       | WETH |
        | sourceAmountTaken | 0.1  |
        | targetAsset       | USDT |

    @clause:VOLUNTARYCOLLATERALEXCHANGE @assumed @R-12 @negative
    Scenario: exchangeCollateral into anything but USDT is no action
      When "trader" sends exchangeCollateral:
        | fromSymbol | WETH |
        | toSymbol   | BTC  |
        | fromAmount | 0.1  |
      Then the response is refused with 400 VALIDATION_ERROR "unsupported action"
      And nothing changed

    @clause:GETFEERATE @assumed @R-12
    Scenario: getFees is answered like getFeeRate
      When "trader" sends getFees
      Then the response is ok with:
        | volume14d | <decimal> |

    @clause:REQ-ACTION-UNKNOWN @assumed @R-23 @negative
    Scenario: a lottery action is known by the name of the specification only
      When "trader" sends getMyWinningTickets
      Then the response is refused with 400 VALIDATION_ERROR "unsupported action"

  Rule: a transfer names its destination in either way

    @clause:TRANSFERCOLLATERAL-PARAM-DESTINATIONSUBACCOUNTID
    Scenario Outline: a transfer says where to with <names>
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
    Scenario: two different destinations are refused
      When "trader" sends transferCollateral:
        | symbol                  | USDT        |
        | amount                  | 250         |
        | destinationSubAccountId | {second id} |
        | to                      | {trader id} |
      Then the response is refused with 400 VALIDATION_ERROR "cannot specify both to and destinationSubAccountId with different values"
      And nothing changed

    @clause:TRANSFERCOLLATERAL-AMOUNT-AS-SENT
    Scenario Outline: the amount <amount> is checked as it is typed
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
