@trade @updateLeverage
Feature: updateLeverage changes the margin of positions and orders in a market
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the leverage applies at once to existing positions and orders

    @transition:position/open/set-leverage
    @clause:UPDATELEVERAGE @assumed
    Scenario: updateLeverage lowers the margin of a position and an order
      Given "trader" has sent updateLeverage:
        | symbol   | {market} |
        | leverage | 1        |
      And "trader" is long "{size}" of "{market}" against "other"
      And "trader" has the open orders:
        | name | symbol   | side | price     | quantity |
        | bid  | {market} | buy  | {far bid} | {size}   |
      When "trader" sends updateLeverage:
        | symbol   | {market} |
        | leverage | 2        |
      Then the response is ok with:
        | . | {"symbol":"{market}","previousLeverage":"1","newLeverage":"2"} |
      And these facts changed, and no others:
        | fact          | from                        | to                        |
        | trader margin | {mark x 2 size, 2 decimals} | {mark x size, 2 decimals} |

    @clause:UPDATELEVERAGE @assumed
    Scenario: updateLeverage leaves other markets unchanged
      Given "trader" has the open orders:
        | name  | symbol          | side | price            | quantity      |
        | ether | {second market} | buy  | {second far bid} | {second size} |
      When "trader" sends updateLeverage:
        | symbol   | {market} |
        | leverage | 2        |
      Then the response is ok with:
        | newLeverage | 2 |
      And nothing changed

    @clause:SUBACCT-FIELD-MARKETPREFERENCES @clause:SUBACCT-LEVERAGES-ELEMENT @assumed
    Scenario: getSubAccount shows the new leverage
      Given "trader" has sent updateLeverage:
        | symbol   | {market} |
        | leverage | 2        |
      When "trader" sends getSubAccount
      Then the response is ok with:
        | marketPreferences.leverages.{market}        | number 2                         |
        | marketPreferences.leverages.{second market} | number {second default leverage} |

  Rule: a leverage is an integer from 1 to the maximum of the market

    @clause:UPDATELEVERAGE @clause:RATE-COST-UPDATELEVERAGE @assumed @needs:limits
    Scenario Outline: updateLeverage accepts the leverage <leverage> and costs 5 tokens
      When "trader" sends updateLeverage:
        | symbol   | {market}   |
        | leverage | <leverage> |
      Then the response is ok with:
        | newLeverage | <answer> |
      And the response is 200 with:
        | rateLimit | {"requestsCap":1200,"remainingTokens":1195} |

      Examples:
        | leverage           | answer             |
        | 1                  | 1                  |
        | {largest leverage} | {largest leverage} |
        | number 25          | 25                 |

    @clause:UPDATELEVERAGE @assumed @negative @any-market
    Scenario Outline: updateLeverage refuses a request with <case>
      When "trader" sends updateLeverage:
        | symbol   | <symbol>   |
        | leverage | <leverage> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | case                  | symbol          | leverage               | code             | message                             |
        | no leverage           | {market}        | <absent>               | VALIDATION_ERROR | leverage must be a positive integer |
        | an empty leverage     | {market}        | <empty>                | VALIDATION_ERROR | leverage must be a positive integer |
        | zero                  | {market}        | 0                      | VALIDATION_ERROR | leverage must be a positive integer |
        | a negative leverage   | {market}        | -5                     | VALIDATION_ERROR | leverage must be a positive integer |
        | a fraction            | {market}        | 2.5                    | VALIDATION_ERROR | leverage must be a positive integer |
        | a word                | {market}        | ten                    | VALIDATION_ERROR | leverage must be a positive integer |
        | one above the maximum | {market}        | {largest leverage + 1} | VALIDATION_ERROR | leverage exceeds maximum            |
        | far above the maximum | {market}        | 1000000000             | VALIDATION_ERROR | leverage exceeds maximum            |
        | no symbol             | <absent>        | 5                      | VALIDATION_ERROR | symbol is required                  |
        | an empty symbol       | <empty>         | 5                      | VALIDATION_ERROR | symbol is required                  |
        | an unknown market     | NO-{settlement} | 5                      | INVALID_FORMAT   | market name invalid                 |
        | a flag as leverage    | {market}        | true                   | INVALID_FORMAT   | Invalid request body                |

  Rule: existing positions and orders must stay covered

    @clause:UPDATELEVERAGE-ERR-MARGIN @clause:ERR-INSUFFICIENT-MARGIN @negative
    Scenario: updateLeverage refuses a leverage that does not cover open orders
      Given the available margin of "trader" is called "free"
      And "trader" has the open orders:
        | times | symbol   | side | price     | quantity                                               |
        | 2     | {market} | buy  | {far bid} | {0.15 x free x default leverage / mark, to whole lots} |
      When "trader" sends updateLeverage:
        | symbol   | {market} |
        | leverage | 1        |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed

    @clause:UPDATELEVERAGE-ERR-MARGIN @clause:ERR-INSUFFICIENT-MARGIN @negative
    Scenario: updateLeverage refuses a leverage that does not cover a position
      Given "trader" is long "{2 size}" of "{market}" against "other"
      And the available margin of "trader" is called "free"
      And "trader" has sent updateLeverage:
        | symbol   | {second market} |
        | leverage | 1               |
      And "trader" has the open orders:
        | symbol          | side | price            | quantity                                                |
        | {second market} | buy  | {second far bid} | {(free - mark x size / 2) / second mark, to whole lots} |
      When "trader" sends updateLeverage:
        | symbol   | {market} |
        | leverage | 1        |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed
