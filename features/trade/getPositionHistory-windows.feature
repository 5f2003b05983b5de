@trade @getPositionHistory
Feature: getPositionHistory has a window of thirty days
  Background:
    Given the world "quiet"
    And "trader" is long "{size}" of "{market}" against "maker"
    And "trader" sells "{size}" of "{market}" to "maker"

  Rule: both bounds are included, and a missing bound has a default

    @clause:GETPOSITIONHISTORY-PARAM-STARTTIME @clause:GETPOSITIONHISTORY-PARAM-ENDTIME
    Scenario Outline: getPositionHistory with <field> <shift> the close lists <items>
      Given 5 ms pass
      And "trader" sends getPositionHistory
      And "positions[0].closedAt" of the response is called "close"
      When "trader" sends getPositionHistory:
        | <field> | number {close <shift>} |
        | <other> | number {close - 1 ms}  |
      Then the response is ok with:
        | positions | <items> |

      Examples:
        | field     | shift  | other     | items    |
        | startTime | - 1 ms | unused    | <1 item> |
        | startTime | + 0 ms | unused    | <1 item> |
        | startTime | + 1 ms | unused    | []       |
        | endTime   | - 1 ms | startTime | []       |
        | endTime   | + 0 ms | startTime | <1 item> |
        | endTime   | + 1 ms | startTime | <1 item> |

    @clause:GETPOSITIONHISTORY-DEFAULT-START
    Scenario: getPositionHistory without a start lists thirty days to the millisecond
      Given 30 days pass
      When "trader" sends getPositionHistory
      Then the response is ok with:
        | positions | <1 item> |
      When 1 ms pass
      And "trader" sends getPositionHistory
      Then the response is ok with:
        | positions | [] |

    @clause:GETPOSITIONHISTORY-PARAM-ENDTIME @assumed
    Scenario: getPositionHistory reads an end in the future as now
      When "trader" sends getPositionHistory:
        | startTime | number {now}       |
        | endTime   | number {now + 1 d} |
      Then the response is ok with:
        | positions | <1 item> |

    @clause:GETPOSITIONHISTORY-RANGE-30D @clause:GETPOSITIONHISTORY-LOOKBACK-START @clause:GETPOSITIONHISTORY-LOOKBACK-END
    @needs:clock
    Scenario Outline: getPositionHistory accepts a window with <what>
      When "trader" sends getPositionHistory:
        | startTime | <start> |
        | endTime   | <end>   |
      Then the response is ok

      Examples:
        | what                         | start                        | end                          |
        | a start thirty days ago      | number {now - 2592000000 ms} | <absent>                     |
        | a start one ms later         | number {now - 2591999999 ms} | <absent>                     |
        | an end alone thirty days ago | <absent>                     | number {now - 2592000000 ms} |
        | a range of thirty days       | number {now - 2592000000 ms} | number {now}                 |

    @clause:GETPOSITIONHISTORY-RANGE-30D @clause:GETPOSITIONHISTORY-LOOKBACK-START @clause:GETPOSITIONHISTORY-LOOKBACK-END
    Scenario Outline: getPositionHistory accepts a window with <what> to the minute
      When "trader" sends getPositionHistory:
        | startTime | <start> |
        | endTime   | <end>   |
      Then the response is ok

      Examples:
        | what                           | start                    | end                      |
        | a start almost thirty days ago | number {now - 2591940 s} | <absent>                 |
        | an end almost thirty days ago  | <absent>                 | number {now - 2591940 s} |
        | a range of almost thirty days  | number {now - 2591940 s} | number {now}             |

  Rule: a window that is too long or malformed is refused

    @clause:GETPOSITIONHISTORY-LOOKBACK-START @clause:GETPOSITIONHISTORY-LOOKBACK-END @assumed @R-29 @negative
    Scenario Outline: getPositionHistory refuses a <field> of thirty days and a millisecond ago
      When "trader" sends getPositionHistory:
        | <field> | number {now - 2592000001 ms} |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | field     | message                                              |
        | startTime | startTime cannot be more than 30 days in the past    |
        | endTime   | endTime is older than the 30-day historical data cap |

    @clause:GETPOSITIONHISTORY-RANGE-INVALID @clause:GETPOSITIONHISTORY-RANGE-OVER-30D @assumed @negative
    Scenario Outline: getPositionHistory names <what> in the details of its refusal
      When "trader" sends getPositionHistory:
        | startTime | <start> |
        | endTime   | <end>   |
      Then the response is 400 with:
        | error.code              | VALIDATION_ERROR           |
        | error.message           | Invalid request parameters |
        | error.details.error     | <error>                    |
        | error.details.qualifier | <qualifier>                |
      And nothing changed

      Examples:
        | what                    | start                        | end                 | error                                                    | qualifier          |
        | an end before its start | number {now}                 | number {now - 1 ms} | positionHistory startTime must be before endTime         | <absent>           |
        | thirty days and 1 ms    | number {now - 2592000001 ms} | number {now}        | positionHistory time range cannot exceed 2592000 seconds | <absent>           |
        | a negative start        | number -1                    | <absent>            | positionHistory startTime must be non-negative           | invalid start time |
        | a negative end          | <absent>                     | number -1           | positionHistory endTime must be non-negative             | invalid end time   |

    @clause:GETPOSITIONHISTORY-RANGE-INVALID
    Scenario: getPositionHistory accepts a window of one millisecond
      Given "trader" sends getPositionHistory
      And "positions[0].closedAt" of the response is called "close"
      When "trader" sends getPositionHistory:
        | startTime | number {close} |
        | endTime   | number {close} |
      Then the response is ok with:
        | positions | <1 item> |
