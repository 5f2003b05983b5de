@trade @voluntaryCollateralExchange @negative
Feature: voluntaryCollateralExchange refuses what cannot be sold
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: source and amount must be valid

    @clause:VOLUNTARYCOLLATERALEXCHANGE @assumed
    Scenario Outline: voluntaryCollateralExchange with <what> is refused
      When "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | <source> |
        | targetUSDTAmount | <amount> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      @any-market
      Examples: sources
        | what             | source   | amount | code             | message                     |
        | no source        | <absent> | 100    | VALIDATION_ERROR | sourceAsset is required     |
        | an empty source  | <empty>  | 100    | VALIDATION_ERROR | sourceAsset is required     |
        | USDT for USDT    | USDT     | 100    | VALIDATION_ERROR | sourceAsset cannot be USDT  |
        | an unknown asset | NOSUCH   | 100    | ASSET_NOT_FOUND  | asset not found             |

      Examples: amounts
        | what          | source | amount    | code             | message                                                                                                 |
        | no amount     | WETH   | <absent>  | VALIDATION_ERROR | targetUSDTAmount is required                                                                            |
        | another word  | WETH   | most      | VALIDATION_ERROR | targetUSDTAmount must be 'all' or a valid positive decimal                                              |
        | nothing       | WETH   | 0         | VALIDATION_ERROR | targetUSDTAmount must be 'all' or a valid positive decimal                                              |
        | less          | WETH   | -5        | VALIDATION_ERROR | targetUSDTAmount must be 'all' or a valid positive decimal                                              |
        | too precise   | WETH   | 1.0000001 | VALIDATION_ERROR | exchange quantity for USDT does not conform to quantity tick size (allowed precision: 6 decimal places) |

    # 20 ether bring 62,700 at most
    @clause:VOLUNTARYCOLLATERALEXCHANGE @assumed
    Scenario: voluntaryCollateralExchange refuses one unit more than the holding pays
      When "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH         |
        | targetUSDTAmount | 62700.000001 |
      Then the response is refused with 400 VALIDATION_ERROR "insufficient WETH balance"
      And nothing changed

    @clause:VOLUNTARYCOLLATERALEXCHANGE @assumed
    Scenario: voluntaryCollateralExchange refuses collateral that is no longer held
      Given "trader" has sent voluntaryCollateralExchange:
        | sourceAsset      | WETH |
        | targetUSDTAmount | all  |
      When "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH |
        | targetUSDTAmount | all  |
      Then the response is refused with 400 VALIDATION_ERROR "nothing to exchange"
      And nothing changed

    @clause:VOLUNTARYCOLLATERALEXCHANGE-ALIAS @assumed @R-12 @any-market
    Scenario: exchangeCollateral refuses any target but USDT
      When "trader" sends exchangeCollateral:
        | fromSymbol | WETH |
        | toSymbol   | BTC  |
        | fromAmount | 1    |
      Then the response is refused with 400 VALIDATION_ERROR "unsupported action"
      And nothing changed

  Rule: a session delegate may trade but not exchange

    Scenario Outline: voluntaryCollateralExchange refuses <who> as signer
      Given "helper" is the <role> of "trader"
      When "helper" sends voluntaryCollateralExchange for "trader":
        | sourceAsset      | WETH |
        | targetUSDTAmount | 100  |
      Then the response is refused with 401 UNAUTHORIZED "wallet {helper wallet} is not authorized to act on this subaccount"
      And nothing changed

      @clause:ROLE-SESSION-VOLUNTARYCOLLATERALEXCHANGE @assumed @R-08 @any-market
      Examples: session
        | who              | role    |
        | a session signer | session |

      @clause:ROLE-STRANGER-WRITE @assumed @any-market
      Examples: signers without a right
        | who        | role     |
        | a stranger | stranger |
