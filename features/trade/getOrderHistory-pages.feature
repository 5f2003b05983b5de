@trade @getOrderHistory
Feature: getOrderHistory has pages
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a page begins at offset and holds at most limit rows

    @clause:GETORDERHISTORY-PARAM-OFFSET @assumed @R-25
    Scenario Outline: getOrderHistory with limit <limit> and offset <offset> lists that part of four rows
      Given "trader" opens and closes "{size}" of "{market}" against "other", 2 times
      When "trader" sends getOrderHistory:
        | status | ["filled"]      |
        | limit  | number <limit>  |
        | offset | number <offset> |
      Then the response is ok with:
        | .        | <count> |
        | [0].side | <first> |

      Examples:
        | limit | offset | count     | first    |
        | 3     | 0      | <3 items> | sell     |
        | 4     | 0      | <4 items> | sell     |
        | 5     | 0      | <4 items> | sell     |
        | 2     | 1      | <2 items> | buy      |
        | 2     | 3      | <1 item>  | buy      |
        | 2     | 4      | <0 items> | <absent> |
        | 0     | 1      | <3 items> | buy      |

    @clause:GETORDERHISTORY-LIMIT-MAX @clause:GETORDERHISTORY-LIMIT-NODEFAULT @assumed @R-25 @R-123
    Scenario: getOrderHistory lists a thousand rows at most, also without a limit
      Given "trader" is in tier "market_maker"
      And "trader" opens and closes "0.01" BTC-USDT 251 times
      When "trader" sends getOrderHistory:
        | limit | number 1000 |
      Then the response is ok with:
        | . | <1000 items> |
      When "trader" sends getOrderHistory:
        | limit | number 999 |
      Then the response is ok with:
        | . | <999 items> |
      When "trader" sends getOrderHistory
      Then the response is ok with:
        | . | <1000 items> |

    @clause:GETORDERHISTORY-LIMIT-MAX @clause:GETORDERHISTORY-LIMIT-NODEFAULT @assumed @R-25
    Scenario: getOrderHistory lists all of 102 rows without a limit and with the largest limit
      Given "trader" opens and closes "{size / 10}" of "{market}" against "other", 51 times
      When "trader" sends getOrderHistory:
        | status | ["filled"] |
      Then the response is ok with:
        | . | <102 items> |
      When "trader" sends getOrderHistory:
        | status | ["filled"] |
        | limit  | number 101 |
      Then the response is ok with:
        | . | <101 items> |
      When "trader" sends getOrderHistory:
        | status | ["filled"]  |
        | limit  | number 1000 |
      Then the response is ok with:
        | . | <102 items> |

    @clause:GETORDERHISTORY-PARAM-SORTBY @assumed
    Scenario: getOrderHistory accepts the update time as sort field
      Given "trader" opens and closes "{size}" of "{market}" against "other"
      When "trader" sends getOrderHistory:
        | sortBy | updatedTime |
        | status | ["filled"]  |
      Then the response lists:
        | side |
        | sell |
        | buy  |

  Rule: a page outside its bounds is refused

    @clause:GETORDERHISTORY-LIMIT-OVER @assumed @R-29
    Scenario: getOrderHistory refuses a limit of one row above a thousand
      When "trader" sends getOrderHistory:
        | limit | number 1001 |
      Then the response is refused with 400 VALIDATION_ERROR "limit cannot exceed 1000"
      And nothing changed

    @clause:GETORDERHISTORY-LIMIT-MAX @assumed @R-29
    Scenario Outline: getOrderHistory refuses <param> <value>
      When "trader" sends getOrderHistory:
        | <param> | number <value> |
      Then the response is refused with 400 <code> "<message>"

      Examples:
        | param  | value | code             | message                     |
        | limit  | -1    | VALIDATION_ERROR | limit must be non-negative  |
        | offset | -1    | VALIDATION_ERROR | offset must be non-negative |
        | limit  | 1.5   | INVALID_FORMAT   | Invalid request body        |
