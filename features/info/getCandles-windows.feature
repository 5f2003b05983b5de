@info @getCandles @assumed
Feature: getCandles lists every candle that overlaps the window
  Background:
    Given the world "quiet"
    And 10 minutes pass

  Rule: both ends of the window are included

    @clause:GETCANDLES
    Scenario Outline: getCandles with a start <shift> the end of a minute includes or excludes that minute
      When anyone asks getCandles:
        | symbol    | BTC-USDT             |
        | interval  | 1m                   |
        | startTime | number {now - <ago>} |
      Then the response is ok with:
        | candles                   | <count>                 |
        | candles[0].openTime       | number {now}            |
        | candles[<last>].openTime  | number {now - <oldest>} |

      Examples:
        | shift       | ago      | count      | last | oldest |
        | 1 ms before | 60001 ms | <3 items>  | 2    | 2 m    |
        | at          | 60000 ms | <2 items>  | 1    | 1 m    |
        | 1 ms after  | 59999 ms | <2 items>  | 1    | 1 m    |

    @clause:GETCANDLES
    Scenario Outline: getCandles with an end <shift> the beginning of a minute includes or excludes that minute
      When anyone asks getCandles:
        | symbol    | BTC-USDT             |
        | interval  | 1m                   |
        | startTime | number {now - 3 m}   |
        | endTime   | number {now - <ago>} |
      Then the response is ok with:
        | candles | <count> |

      Examples:
        | shift       | ago      | count     |
        | 1 ms before | 60001 ms | <2 items> |
        | at          | 60000 ms | <3 items> |
        | 1 ms after  | 59999 ms | <3 items> |

    @clause:GETCANDLES
    Scenario Outline: getCandles with <case> succeeds
      When anyone asks getCandles:
        | symbol    | BTC-USDT |
        | interval  | 1m       |
        | startTime | <start>  |
        | endTime   | <end>    |
      Then the response is ok with:
        | candles | <count> |

      Examples:
        | case                           | start               | end                 | count      |
        | a window of no length          | number {now - 90 s} | number {now - 90 s} | <1 item>   |
        | an end to come, which is now   | number {now - 2 m}  | number {now + 1 d}  | <3 items>  |
        | one that began before anything | number 0            | <absent>            | <11 items> |
        | one that ended before that     | number 0            | number {now - 11 m} | []         |

  Rule: a window without a start begins 24 hours before its end

    @clause:GETCANDLES
    Scenario: getCandles without a start lists the hours of one day before the end
      Given 50 minutes pass
      And 47 hours pass
      When anyone asks getCandles:
        | symbol   | BTC-USDT |
        | interval | 1h       |
      Then the response is ok with:
        | candles              | <25 items>          |
        | candles[0].openTime  | number {now}        |
        | candles[24].openTime | number {now - 24 h} |
      When anyone asks getCandles:
        | symbol   | BTC-USDT            |
        | interval | 1h                  |
        | endTime  | number {now - 12 h} |
      Then the response is ok with:
        | candles              | <25 items>          |
        | candles[0].openTime  | number {now - 12 h} |
        | candles[24].openTime | number {now - 36 h} |

  Rule: the newest candle comes first, and the limit keeps the newest

    @clause:GETCANDLES @assumed @R-107
    Scenario Outline: getCandles with a limit of <limit> lists the newest of eleven minutes, newest first
      When anyone asks getCandles:
        | symbol   | BTC-USDT |
        | interval | 1m       |
        | limit    | <limit>  |
      Then the response is ok with:
        | candles                  | <count>                 |
        | candles[0].openTime      | number {now}            |
        | candles[<last>].openTime | number {now - <oldest>} |

      Examples:
        | limit     | count      | last | oldest |
        | number 1  | <1 item>   | 0    | 0 m    |
        | number 10 | <10 items> | 9    | 9 m    |
        | number 11 | <11 items> | 10   | 10 m   |
        | number 12 | <11 items> | 10   | 10 m   |
        | number 0  | <11 items> | 10   | 10 m   |
        | null      | <11 items> | 10   | 10 m   |
