@trade @getTradesForPosition
Feature: getTradesForPosition has pages and names the cause of a refusal
  Background:
    Given the world "quiet"
    And "trader" is long "{2 size}" of "{market}" against "maker"
    And the {market} position of "trader" is called "position"

  Rule: a page has 100 trades by default

    @clause:GETTRADESFORPOSITION-LIMIT-DEFAULT @clause:GETTRADESFORPOSITION-OFFSET-DEFAULT @clause:GETTRADESFORPOSITION-RESP-HASMORE
    Scenario: getTradesForPosition lists the hundred-and-first trade on the next page
      Given "maker" offers "{10 size}" of "{market}" inside the spread, at "price"
      And "trader" buys "{size / 10}" {market} at "{price}" 99 times
      When "trader" sends getTradesForPosition:
        | positionId | {position} |
      Then the response is ok with:
        | trades  | <100 items> |
        | hasMore | false       |
      Given "trader" buys "{size / 10}" {market} at "{price}"
      When "trader" sends getTradesForPosition:
        | positionId | {position} |
      Then the response is ok with:
        | trades             | <100 items> |
        | trades[0].quantity | {size / 10} |
        | hasMore            | true        |

    @clause:GETTRADESFORPOSITION-LIMIT-MAX @clause:GETTRADESFORPOSITION-RESP-HASMORE
    Scenario Outline: getTradesForPosition with limit <limit> and offset <offset> lists that part of two trades
      Given "trader" buys "{size}" of "{market}" from "maker"
      When "trader" sends getTradesForPosition:
        | positionId | {position}      |
        | limit      | number <limit>  |
        | offset     | number <offset> |
      Then the response is ok with:
        | trades             | <items> |
        | trades[0].quantity | <first> |
        | hasMore            | <more>  |

      Examples:
        | limit | offset | items     | first    | more  |
        | 1     | 0      | <1 item>  | {size}   | true  |
        | 2     | 0      | <2 items> | {size}   | false |
        | 3     | 0      | <2 items> | {size}   | false |
        | 1     | 1      | <1 item>  | {2 size} | false |
        | 1     | 2      | []        | <absent> | false |
        | 1000  | 0      | <2 items> | {size}   | false |

      @assumed
      Examples: zero is the default
        | limit | offset | items     | first  | more  |
        | 0     | 0      | <2 items> | {size} | false |

  Rule: malformed parameters are refused

    @clause:GETTRADESFORPOSITION-ERR-POSITIONID-MISSING @negative
    Scenario Outline: getTradesForPosition with positionId <value> is refused as missing
      When "trader" sends getTradesForPosition:
        | positionId | <value> |
      Then the response is refused with 400 VALIDATION_ERROR "positionId is required"
      And nothing changed

      Examples:
        | value    |
        | <absent> |
        | null     |
        | <empty>  |

    @clause:GETTRADESFORPOSITION-ERR-POSITIONID-NUMERIC @negative
    Scenario Outline: getTradesForPosition with positionId <value> is refused as not numeric
      When "trader" sends getTradesForPosition:
        | positionId | text <value> |
      Then the response is refused with 400 VALIDATION_ERROR "positionId must be a valid numeric value"
      And nothing changed

      Examples:
        | value                |
        | abc                  |
        | 1x                   |
        | -1                   |
        | 1.5                  |
        | 0x1                  |
        | 18446744073709551616 |

    @clause:GETTRADESFORPOSITION-ERR-LIMIT @clause:GETTRADESFORPOSITION-LIMIT-MAX @clause:GETTRADESFORPOSITION-ERR-OFFSET @assumed @negative
    Scenario Outline: getTradesForPosition with <field> <value> is refused
      When "trader" sends getTradesForPosition:
        | positionId | {position}     |
        | <field>    | number <value> |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | field  | value | message                     |
        | limit  | 1001  | limit cannot exceed 1000    |
        | limit  | -1    | limit must be non-negative  |
        | offset | -1    | offset must be non-negative |

    @clause:GETTRADESFORPOSITION-ERR-SUBACCOUNTID-MISSING @clause:GETTRADESFORPOSITION-PARAM-SUBACCOUNTID @negative
    Scenario: getTradesForPosition without a subaccount is refused
      When "trader" sends getTradesForPosition:
        | positionId                   | {position} |
        | tampered.params.subAccountId | <absent>   |
      Then the response is refused with 400 VALIDATION_ERROR "subaccountId is required"
      And nothing changed

    @clause:ROLE-STRANGER-READ @negative
    Scenario: getTradesForPosition of a foreign subaccount is refused
      When "stranger" sends getTradesForPosition for "trader":
        | positionId | {position} |
      Then the response is refused with 401 UNAUTHORIZED "wallet {stranger wallet} is not authorized to act on this subaccount"
      And nothing changed
