@trade @getPositionHistory
Feature: getPositionHistory has pages and names the cause of a refusal
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a page has 100 positions by default

    @clause:GETPOSITIONHISTORY-LIMIT-DEFAULT @clause:GETPOSITIONHISTORY-OFFSET-DEFAULT @clause:GETPOSITIONHISTORY-RESP-HASMORE
    Scenario: getPositionHistory lists the hundred-and-first position on the next page
      Given "trader" opens and closes "{second size}" of "{second market}" against "other"
      And "trader" opens and closes "{size / 10}" of "{market}" against "other", 99 times
      When "trader" sends getPositionHistory
      Then the response is ok with:
        | positions            | <100 items>     |
        | positions[99].symbol | {second market} |
        | hasMore              | false           |
      Given "trader" opens and closes "{size / 10}" of "{market}" against "other"
      When "trader" sends getPositionHistory
      Then the response is ok with:
        | positions            | <100 items> |
        | positions[99].symbol | {market}    |
        | hasMore              | true        |

    @clause:GETPOSITIONHISTORY-LIMIT-MAX @clause:GETPOSITIONHISTORY-RESP-HASMORE @clause:GETPOSITIONHISTORY-OFFSET-MAX
    Scenario Outline: getPositionHistory with limit <limit> and offset <offset> lists that part of two positions
      Given "trader" opens and closes "{second size}" of "{second market}" against "other"
      And "trader" opens and closes "{size}" of "{market}" against "other"
      When "trader" sends getPositionHistory:
        | limit  | number <limit>  |
        | offset | number <offset> |
      Then the response is ok with:
        | positions           | <items> |
        | positions[0].symbol | <first> |
        | hasMore             | <more>  |

      Examples:
        | limit | offset | items     | first           | more  |
        | 1     | 0      | <1 item>  | {market}        | true  |
        | 1     | 1      | <1 item>  | {second market} | false |
        | 2     | 0      | <2 items> | {market}        | false |
        | 3     | 0      | <2 items> | {market}        | false |
        | 999   | 0      | <2 items> | {market}        | false |
        | 1000  | 0      | <2 items> | {market}        | false |
        | 1     | 9999   | []        | <absent>        | false |
        | 1     | 10000  | []        | <absent>        | false |

      @assumed
      Examples: zero is the default
        | limit | offset | items     | first    | more  |
        | 0     | 0      | <2 items> | {market} | false |

  Rule: a refusal carries its category and retryable flag

    @clause:GETPOSITIONHISTORY-ERR-PAGINATION @clause:GETPOSITIONHISTORY-LIMIT-MAX @clause:GETPOSITIONHISTORY-OFFSET-OVER
    @clause:GETPOSITIONHISTORY-ERR-CATEGORY @clause:GETPOSITIONHISTORY-ERR-RETRYABLE @assumed @R-29 @negative
    Scenario Outline: getPositionHistory with <field> <value> is refused
      When "trader" sends getPositionHistory:
        | <field> | number <value> |
      Then the response is 400 with:
        | status          | error            |
        | response        | <absent>         |
        | error.code      | VALIDATION_ERROR |
        | error.message   | <message>        |
        | error.category  | REQUEST          |
        | error.retryable | false            |
      And nothing changed

      Examples:
        | field  | value | message                     |
        | limit  | 1001  | limit cannot exceed 1000    |
        | limit  | -1    | limit must be non-negative  |
        | offset | 10001 | offset cannot exceed 10000  |
        | offset | -1    | offset must be non-negative |

    @clause:GETPOSITIONHISTORY-ERR-REQUEST-FORMAT @clause:GETPOSITIONHISTORY-ERR-CATEGORY @assumed @negative
    Scenario Outline: getPositionHistory with <field> as <value> is refused as malformed
      When "trader" sends getPositionHistory:
        | <field> | <value> |
      Then the response is 400 with:
        | error.code     | INVALID_FORMAT         |
        | error.message  | invalid request format |
        | error.category | REQUEST                |
      And nothing changed

      Examples:
        | field     | value      |
        | limit     | text 10    |
        | offset    | true       |
        | startTime | text now   |
        | endTime   | number 1.5 |

    @clause:GETPOSITIONHISTORY-PARAM-SYMBOL @negative
    Scenario Outline: getPositionHistory with the symbol <symbol> is refused
      When "trader" sends getPositionHistory:
        | symbol | <symbol> |
      Then the response is refused with 400 INVALID_FORMAT "<message>"
      And nothing changed

      Examples:
        | symbol           | message             |
        | <empty>          | market name empty   |
        | XYZ-{settlement} | market name invalid |

    @clause:GETPOSITIONHISTORY-ERR-SUBACCOUNT @negative
    Scenario Outline: getPositionHistory of the subaccount <id> is refused
      When "trader" sends getPositionHistory:
        | tampered.params.subAccountId | <id> |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | id                   | message                          |
        | text 0               | subaccount id cannot be zero     |
        | text -5              | subaccount id cannot be negative |
        | 99999999999999999999 | subaccount id too large          |
        | abc                  | subaccount id cannot be parsed   |

      @assumed
      Examples: none at all
        | id       | message                  |
        | <absent> | subaccountId is required |
