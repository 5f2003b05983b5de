@trade @getTransfers
Feature: getTransfers has a window of the last thirty days
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"
    And "trader" has transferred "1" USDT to "savings"

  Rule: both ends of the window are included

    # Where others move money too, the moment of a transfer is not known beforehand.
    @needs:clock
    Scenario Outline: getTransfers with <param> <shift> the transfer lists <rows>
      Given 5 s pass
      When "trader" sends getTransfers:
        | <param> | number {now - <ago> ms} |
      Then the response is ok with:
        | transfers | <rows> |

      @clause:GETTRANSFERS-PARAM-STARTTIME @assumed
      Examples: from a time on
        | param     | shift       | ago  | rows      |
        | startTime | 1 ms before | 5001 | <1 item>  |
        | startTime | at          | 5000 | <1 item>  |
        | startTime | 1 ms after  | 4999 | <0 items> |

      @clause:GETTRANSFERS-PARAM-ENDTIME @assumed
      Examples: up to a time
        | param   | shift       | ago  | rows      |
        | endTime | 1 ms before | 5001 | <0 items> |
        | endTime | at          | 5000 | <1 item>  |
        | endTime | 1 ms after  | 4999 | <1 item>  |

    @clause:GETTRANSFERS-DEFAULT-START
    Scenario: getTransfers without a start lists a transfer for exactly thirty days
      Given 30 days pass
      When "trader" sends getTransfers
      Then the response is ok with:
        | transfers | <1 item> |
        | total     | number 1 |
      When 1 ms pass
      And "trader" sends getTransfers
      Then the response is ok with:
        | transfers | []       |
        | total     | number 0 |

    @clause:GETTRANSFERS-RANGE-30D
    Scenario: getTransfers accepts exactly thirty days
      Given 30 days pass
      When "trader" sends getTransfers:
        | startTime | number {now - 2592000000 ms} |
        | endTime   | number {now}                 |
      Then the response is ok with:
        | transfers | <1 item> |

    @clause:GETTRANSFERS-ERR-END-OLD @assumed
    Scenario: getTransfers accepts an end of exactly thirty days ago
      Given 30 days pass
      When "trader" sends getTransfers:
        | endTime | number {now - 30 d} |
      Then the response is ok with:
        | transfers | <1 item> |

    @clause:GETTRANSFERS-PARAM-ENDTIME @assumed @needs:fresh-account
    Scenario: getTransfers reads an end in the future as now
      When "trader" sends getTransfers:
        | startTime | number {now - 1 d} |
        | endTime   | number {now + 1 d} |
      Then the response is ok with:
        | transfers | <1 item> |

  Rule: an invalid window and malformed parameters are refused

    @negative
    Scenario Outline: getTransfers with <what> is refused
      When "trader" sends getTransfers:
        | startTime | <start> |
        | endTime   | <end>   |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"

      @clause:GETTRANSFERS-ERR-RANGE @clause:GETTRANSFERS-RANGE-30D
      Examples: too long
        | what               | start                        | end                         | message                    |
        | thirty days 1 ms   | number {now - 2592000001 ms} | number {now}                | invalid request parameters |
        | 31 days up to now  | number {now - 31 d}          | number {now}                | invalid request parameters |

      @clause:GETTRANSFERS-ERR-START-OLD
      Examples: begins too early
        | what                     | start                        | end                 | message                                           |
        | a start 30 days 1 ms ago | number {now - 2592000001 ms} | <absent>            | startTime cannot be more than 30 days in the past |
        | a day of last month      | number {now - 40 d}          | number {now - 39 d} | startTime cannot be more than 30 days in the past |

      @clause:GETTRANSFERS-ERR-END-OLD
      Examples: ends too early
        | what                   | start    | end                          | message                                              |
        | an end 30 days 1 ms ago | <absent> | number {now - 2592000001 ms} | endTime is older than the 30-day historical data cap |

      @clause:GETTRANSFERS @assumed @R-29
      Examples: no window at all
        | what                    | start        | end                 | message                    |
        | an end before its start | number {now} | number {now - 1 ms} | invalid request parameters |
        | a negative start        | number -1    | <absent>            | invalid request parameters |

    @negative
    Scenario Outline: getTransfers with <param> <value> is refused
      When "trader" sends getTransfers:
        | <param> | <value> |
      Then the response is refused with 400 <code> "<message>"

      @clause:GETTRANSFERS-ERR-LIMIT-OVER @clause:GETTRANSFERS-LIMIT-MAX
      Examples: pages too large
        | param | value       | code             | message                  |
        | limit | number 1001 | VALIDATION_ERROR | limit cannot exceed 1000 |

      @clause:GETTRANSFERS-ERR-LIMIT-NEGATIVE
      Examples: less than nothing
        | param | value     | code             | message                    |
        | limit | number -1 | VALIDATION_ERROR | limit must be non-negative |

      @clause:GETTRANSFERS-ERR-OFFSET-NEGATIVE
      Examples: before the first
        | param  | value     | code             | message                     |
        | offset | number -1 | VALIDATION_ERROR | offset must be non-negative |

      @clause:GETTRANSFERS-ERR-FORMAT
      Examples: of another kind
        | param     | value     | code           | message                |
        | limit     | ten       | INVALID_FORMAT | invalid request format |
        | startTime | yesterday | INVALID_FORMAT | invalid request format |
        | symbol    | ["USDT"]  | INVALID_FORMAT | invalid request format |

    @clause:GETTRANSFERS-ERR-SUBACCOUNTID @clause:GETTRANSFERS-PARAM-SUBACCOUNTID @negative
    Scenario: getTransfers without a subaccount is refused
      When "trader" sends getTransfers:
        | tampered.params.subAccountId | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "subAccountId is required"
