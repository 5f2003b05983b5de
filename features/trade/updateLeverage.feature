@trade @updateLeverage
Feature: updateLeverage changes the margin of positions and orders in a market
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the leverage applies at once to existing positions and orders

    @transition:position/open/set-leverage
    @clause:UPDATELEVERAGE @assumed
    Scenario: updateLeverage lowers the margin of a position and an order
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      And "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      When "trader" sends updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 20       |
      Then the response is ok with:
        | . | {"symbol":"BTC-USDT","previousLeverage":"10","newLeverage":"20"} |
      And these facts changed, and no others:
        | fact          | from    | to     |
        | trader margin | 1900.00 | 950.00 |

    @clause:UPDATELEVERAGE @assumed
    Scenario: updateLeverage leaves other markets unchanged
      Given "trader" has the open orders:
        | name  | symbol   | side | price | quantity |
        | ether | ETH-USDT | buy  | 3200  | 1        |
      When "trader" sends updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 5        |
      Then the response is ok with:
        | newLeverage | 5 |
      And nothing changed

    @clause:SUBACCT-FIELD-MARKETPREFERENCES @clause:SUBACCT-LEVERAGES-ELEMENT @assumed
    Scenario: getSubAccount shows the new leverage
      Given "trader" has sent updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 20       |
      When "trader" sends getSubAccount
      Then the response is ok with:
        | marketPreferences.leverages.BTC-USDT | number 20 |
        | marketPreferences.leverages.ETH-USDT | number 10 |

  Rule: a leverage is an integer from 1 to the maximum of the market

    @clause:UPDATELEVERAGE @clause:RATE-COST-UPDATELEVERAGE @assumed @needs:limits
    Scenario Outline: updateLeverage accepts the leverage <leverage> and costs 5 tokens
      When "trader" sends updateLeverage:
        | symbol   | BTC-USDT   |
        | leverage | <leverage> |
      Then the response is ok with:
        | newLeverage | <answer> |
      And the response is 200 with:
        | rateLimit | {"requestsCap":1200,"remainingTokens":1195} |

      Examples:
        | leverage   | answer |
        | 1          | 1      |
        | 100        | 100    |
        | number 25  | 25     |

    @clause:UPDATELEVERAGE @assumed @negative
    Scenario Outline: updateLeverage refuses a request with <case>
      When "trader" sends updateLeverage:
        | symbol   | <symbol>   |
        | leverage | <leverage> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | case                  | symbol   | leverage   | code             | message                             |
        | no leverage           | BTC-USDT | <absent>   | VALIDATION_ERROR | leverage must be a positive integer |
        | an empty leverage     | BTC-USDT | <empty>    | VALIDATION_ERROR | leverage must be a positive integer |
        | zero                  | BTC-USDT | 0          | VALIDATION_ERROR | leverage must be a positive integer |
        | a negative leverage   | BTC-USDT | -5         | VALIDATION_ERROR | leverage must be a positive integer |
        | a fraction            | BTC-USDT | 2.5        | VALIDATION_ERROR | leverage must be a positive integer |
        | a word                | BTC-USDT | ten        | VALIDATION_ERROR | leverage must be a positive integer |
        | one above the maximum | BTC-USDT | 101        | VALIDATION_ERROR | leverage exceeds maximum            |
        | far above the maximum | BTC-USDT | 1000000000 | VALIDATION_ERROR | leverage exceeds maximum            |
        | no symbol             | <absent> | 5          | VALIDATION_ERROR | symbol is required                  |
        | an empty symbol       | <empty>  | 5          | VALIDATION_ERROR | symbol is required                  |
        | an unknown market     | NO-USDT  | 5          | INVALID_FORMAT   | market name invalid                 |
        | a flag as leverage    | BTC-USDT | true       | INVALID_FORMAT   | Invalid request body                |

  Rule: existing positions and orders must stay covered

    @clause:UPDATELEVERAGE-ERR-MARGIN @clause:ERR-INSUFFICIENT-MARGIN @negative
    Scenario: updateLeverage refuses a leverage that does not cover open orders
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 60       |
      When "trader" sends updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 4        |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed

    @clause:UPDATELEVERAGE-ERR-MARGIN @clause:ERR-INSUFFICIENT-MARGIN @negative
    Scenario: updateLeverage refuses a leverage that does not cover a position
      Given "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | wall | BTC-USDT | sell | 95000 | 60       |
      And "trader" buys "60" BTC-USDT at "95000"
      When "trader" sends updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 4        |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed
