@trade @getTrades
Feature: getTrades has a window of at most seven days within the last thirty
  Background:
    Given the world "quiet"
    And "trader" buys "{5 size}" of "{market}" from "maker"

  Rule: both ends of the window are included

    Scenario Outline: getTrades with <param> <shift> the trade lists <count>
      Given 5 ms pass
      And "trader" sends getTrades
      And "trades[0].timestamp" of the response is called "execution"
      When "trader" sends getTrades:
        | <param> | number {execution <shift>} |
        | <other> | number {execution - 1 ms}  |
      Then the response is ok with:
        | trades | <count> |

      @clause:GETTRADES-PARAM-STARTTIME
      Examples: from a time on
        | param     | shift  | other  | count     |
        | startTime | - 1 ms | unused | <1 item>  |
        | startTime | + 0 ms | unused | <1 item>  |
        | startTime | + 1 ms | unused | <0 items> |

      @clause:GETTRADES-PARAM-ENDTIME
      Examples: up to a time
        | param   | shift  | other     | count     |
        | endTime | - 1 ms | startTime | <0 items> |
        | endTime | + 0 ms | startTime | <1 item>  |
        | endTime | + 1 ms | startTime | <1 item>  |

    @clause:GETTRADES-ORDERING
    Scenario: getTrades lists the newest trade first
      Given 5 s pass
      And "trader" sells "{size}" of "{market}" to "maker"
      And 5 s pass
      And "trader" sells "{2 size}" of "{market}" to "maker"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | quantity | timestamp    |
        | {2 size} | number {now} |
        | {size}   | <ms>         |
        | {5 size} | <ms>         |
      # A trade waits for room in the spread, so the time between two of them is not known.
      And "trades" of the response is strictly sorted by "timestamp", highest first

  Rule: a missing bound lies seven days from the other

    @clause:GETTRADES-DEFAULT-BOTH
    Scenario: getTrades without bounds lists a trade for exactly seven days
      Given 7 days pass
      When "trader" sends getTrades
      Then the response is ok with:
        | trades | <1 item> |
      When 1 ms pass
      And "trader" sends getTrades
      Then the response is ok with:
        | trades | []       |
        | total  | number 0 |

    @clause:GETTRADES-DEFAULT-START
    Scenario: getTrades with an end alone lists the seven days before it
      Given 7 days pass
      And 2 ms pass
      When "trader" sends getTrades:
        | endTime | number {now - 2 ms} |
      Then the response is ok with:
        | trades | <1 item> |
      When "trader" sends getTrades:
        | endTime | number {now - 1 ms} |
      Then the response is ok with:
        | trades | [] |

    @clause:GETTRADES-DEFAULT-END
    Scenario: getTrades with a start alone lists the seven days after it
      Given 7 days pass
      And "trader" sells "{size}" of "{market}" to "maker"
      And 1 ms pass
      And "trader" sells "{2 size}" of "{market}" to "maker"
      And 5 s pass
      When "trader" sends getTrades:
        | startTime | number {now - 604805001 ms} |
      Then "trades" of the response lists:
        | quantity |
        | {size}   |
        | {5 size} |

    @clause:GETTRADES-DEFAULT-END @assumed
    Scenario: getTrades reads an end in the future as now
      When "trader" sends getTrades:
        | startTime | number {now}       |
        | endTime   | number {now + 1 d} |
      Then the response is ok with:
        | trades | <1 item> |

  Rule: the window is limited

    @clause:GETTRADES-RANGE-7D
    Scenario: getTrades accepts exactly seven days
      Given 5 ms pass
      And "trader" sends getTrades
      And "trades[0].timestamp" of the response is called "execution"
      When "trader" sends getTrades:
        | startTime | number {execution - 7 d} |
        | endTime   | number {execution}       |
        | limit     | number 1                 |
      Then "trades" of the response lists:
        | timestamp          |
        | number {execution} |

    @clause:GETTRADES-CAP-30D @clause:GETTRADES-CAP-30D-ENDONLY @any-market
    Scenario Outline: getTrades accepts <param> of almost thirty days ago
      When "trader" sends getTrades:
        | <param> | number {now - 2591940 s} |
      Then the response is ok

      Examples:
        | param     |
        | startTime |
        | endTime   |

    @clause:GETTRADES-CAP-30D @clause:GETTRADES-CAP-30D-ENDONLY @assumed @needs:clock
    Scenario Outline: getTrades accepts <param> of exactly thirty days ago
      When "trader" sends getTrades:
        | <param> | number {now - 30 d} |
      Then the response is ok with:
        | trades | [] |

      Examples:
        | param     |
        | startTime |
        | endTime   |

    Scenario Outline: getTrades refuses a window with <what>
      When "trader" sends getTrades:
        | startTime | <start> |
        | endTime   | <end>   |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      @clause:GETTRADES-RANGE-7D @assumed @R-29
      Examples: too long, or backwards
        | what                    | start                       | end                 | message                          |
        | seven days and 1 ms     | number {now - 604800001 ms} | number {now}        | time range cannot exceed 7 days  |
        | an end before its start | number {now}                | number {now - 1 ms} | startTime must be before endTime |

      @clause:GETTRADES-CAP-30D @assumed @R-29
      Examples: too old
        | what                     | start                        | end                          | message                                              |
        | a start 30 days 1 ms ago | number {now - 2592000001 ms} | <absent>                     | startTime cannot be more than 30 days in the past    |
        | an end 30 days 1 ms ago  | <absent>                     | number {now - 2592000001 ms} | endTime is older than the 30-day historical data cap |
