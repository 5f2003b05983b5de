@trade @getPositions
Feature: getPositions filters, sorts and has pages
  Background:
    Given the world "quiet"
    And "trader" is long "{second size}" of "{second market}" against "maker"

  Rule: market and status select positions

    @clause:GETPOSITIONS-PARAM-SYMBOL @clause:GETPOSITIONS-SYMBOL-CASE
    Scenario Outline: getPositions with symbol "<symbol>" lists <count>
      Given "trader" is long "{size}" of "{market}" against "maker"
      When "trader" sends getPositions:
        | symbol | <symbol> |
      Then the response is ok with:
        | .          | <count> |
        | [0].symbol | <first> |

      Examples:
        | symbol                         | count     | first           |
        | {market}                       | <1 item>  | {market}        |
        | {market, in lower case}        | <1 item>  | {market}        |
        | {second market, in lower case} | <1 item>  | {second market} |
        | {third market}                 | <0 items> | <absent>        |

    @clause:GETPOSITIONS-PARAM-STATUS
    Scenario Outline: getPositions with status "<status>" lists <count>
      Given "trader" is long "{size}" of "{market}" against "maker"
      And "trader" sells "{size}" of "{market}" to "maker"
      When "trader" sends getPositions:
        | status | <status> |
      Then the response is ok with:
        | .          | <count> |
        | [0].symbol | <first> |
        | [0].status | <state> |

      Examples:
        | status | count     | first           | state    |
        | open   | <1 item>  | {second market} | open     |
        | close  | <1 item>  | {market}        | close    |
        | update | <0 items> | <absent>        | <absent> |

  Rule: both ends of the time range are included and apply to the last update

    @clause:GETPOSITIONS-PARAM-STARTTIME @clause:GETPOSITIONS-PARAM-ENDTIME @clause:GETPOSITIONS-PARAM-FROMTIME @clause:GETPOSITIONS-PARAM-TOTIME
    @assumed
    Scenario Outline: getPositions with <param> at the update <shift> lists <count>
      Given 5 ms pass
      And "trader" sends getPositions
      And "[0].updatedAt" of the response is called "update"
      When "trader" sends getPositions:
        | <param> | number {update <shift>} |
        | <other> | number {update - 1 ms}  |
      Then the response is ok with:
        | . | <count> |

      Examples:
        | param     | shift  | other     | count     |
        | startTime | - 1 ms | unused    | <1 item>  |
        | startTime | + 0 ms | unused    | <1 item>  |
        | startTime | + 1 ms | unused    | <0 items> |
        | endTime   | - 1 ms | startTime | <0 items> |
        | endTime   | + 0 ms | startTime | <1 item>  |
        | endTime   | + 1 ms | startTime | <1 item>  |
        | fromTime  | + 0 ms | unused    | <1 item>  |
        | fromTime  | + 1 ms | unused    | <0 items> |
        | toTime    | - 1 ms | fromTime  | <0 items> |
        | toTime    | + 0 ms | fromTime  | <1 item>  |

  Rule: the order of the list can be chosen

    @clause:GETPOSITIONS-PARAM-SORTORDER @clause:GETPOSITIONS-PARAM-SORTBY @assumed
    Scenario Outline: getPositions sorted by <key>, <direction> lists positions in that order
      Given 1 s pass
      And "trader" is long "{size}" of "{market}" against "maker"
      When "trader" sends getPositions:
        | sortBy    | <key>       |
        | sortOrder | <direction> |
      Then the response lists:
        | symbol   |
        | <first>  |
        | <second> |

      Examples:
        | key       | direction | first           | second          |
        | updatedAt | asc       | {second market} | {market}        |
        | updatedAt | desc      | {market}        | {second market} |
        | createdAt | asc       | {second market} | {market}        |
        | symbol    | asc       | BTC-USDT        | ETH-USDT        |
        | symbol    | desc      | ETH-USDT        | BTC-USDT        |

    # {second market} was opened first.
    @clause:GETPOSITIONS-PARAM-SORTBY @clause:GETPOSITIONS-OFFSET-DEFAULT @assumed
    Scenario Outline: a page of one of getPositions by symbol, <direction>, holds <symbol> at the offset <offset>
      Given "trader" is long "{size}" of "{market}" against "maker"
      When "trader" sends getPositions:
        | sortBy    | symbol          |
        | sortOrder | <direction>     |
        | limit     | number 1        |
        | offset    | number <offset> |
      Then the response lists:
        | symbol   |
        | <symbol> |

      Examples:
        | direction | offset | symbol   |
        | asc       | 0      | BTC-USDT |
        | asc       | 1      | ETH-USDT |
        | desc      | 0      | ETH-USDT |
        | desc      | 1      | BTC-USDT |

  Rule: a page has 50 positions by default

    @clause:GETPOSITIONS-LIMIT-DEFAULT @clause:GETPOSITIONS-OFFSET-DEFAULT
    Scenario: getPositions lists the fifty-first closed position on the next page
      Given "trader" opens and closes "{size / 10}" of "{market}" against "maker", 51 times
      When "trader" sends getPositions:
        | status | close |
      Then the response is ok with:
        | . | <50 items> |
      When "trader" sends getPositions:
        | status | close     |
        | offset | number 50 |
      Then the response is ok with:
        | . | <1 item> |
      When "trader" sends getPositions:
        | status | close     |
        | limit  | number 51 |
      Then the response is ok with:
        | . | <51 items> |

  Rule: malformed parameters are refused

    @clause:GETPOSITIONS-PARAM-SORTORDER
    Scenario Outline: getPositions with <param> <value> is refused
      When "trader" sends getPositions:
        | <param> | <value> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      @clause:GETPOSITIONS-SYMBOL-UNKNOWN @clause:CONV-SYMBOL-UNKNOWN
      Examples: an unknown market
        | param  | value            | code           | message             |
        | symbol | ABC-{settlement} | INVALID_FORMAT | market name invalid |

      @clause:CONV-SYMBOL-EMPTY
      Examples: an empty market
        | param  | value   | code           | message           |
        | symbol | <empty> | INVALID_FORMAT | market name empty |

      @clause:LIMIT-PAGE-OTHER-LISTS @assumed @R-29
      Examples: pages
        | param  | value       | code             | message                     |
        | limit  | number 1001 | VALIDATION_ERROR | limit cannot exceed 1000    |
        | limit  | number -1   | VALIDATION_ERROR | limit must be non-negative  |
        | offset | number -1   | VALIDATION_ERROR | offset must be non-negative |

      @assumed @R-29
      Examples: words
        | param     | value  | code             | message            |
        | status    | closed | VALIDATION_ERROR | invalid status     |
        | sortBy    | mood   | VALIDATION_ERROR | invalid sort field |
        | sortOrder | upward | VALIDATION_ERROR | invalid sort order |

    @clause:GETPOSITIONS-PARAM-SUBACCOUNTID @assumed
    Scenario: getPositions without a subaccount is refused
      When "trader" sends getPositions:
        | tampered.params.subAccountId | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "subaccountId is required"
