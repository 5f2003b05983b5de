@info @getCandles @assumed
Feature: getCandles lists the past of a market that is not under control
  Background:
    Given the world "quiet"

  Rule: candles follow each other without a gap, the newest first

    @clause:GETCANDLES @clause:CONV-TIMESTAMP-MS @clause:AUTH-INFO-NONE @R-107 @any-market
    Scenario: getCandles with a limit of three lists the newest three closed minutes
      Given a past of 10 minutes
      When anyone asks getCandles:
        | symbol    | {market}              |
        | interval  | 1m                    |
        | startTime | number {minute - 5 m} |
        | endTime   | number {minute - 1 m} |
        | limit     | number 3              |
      Then "candles" of the response lists:
        | openTime              | closeTime             |
        | number {minute - 1 m} | number {minute}       |
        | number {minute - 2 m} | number {minute - 1 m} |
        | number {minute - 3 m} | number {minute - 2 m} |

    @clause:GETCANDLES @clause:CONV-DECIMAL-STRINGS @any-market
    Scenario: a candle carries decimals as text and the symbol as listed
      Given a past of 10 minutes
      When anyone asks getCandles:
        | symbol    | {market, in lower case} |
        | interval  | 1m                      |
        | startTime | number {minute - 5 m}   |
        | endTime   | number {minute - 1 m}   |
      Then the response is ok with:
        | symbol   | {market} |
        | interval | 1m       |
      And every item of "candles" of the response is:
        | openPrice   | <decimal> |
        | highPrice   | <decimal> |
        | lowPrice    | <decimal> |
        | closePrice  | <decimal> |
        | volume      | <decimal> |
        | quoteVolume | <decimal> |
        | tradeCount  | <integer> |

  Rule: both ends of the window are included

    @clause:GETCANDLES @any-market
    Scenario Outline: getCandles from <start> to <end> lists <count>
      Given a past of 10 minutes
      When anyone asks getCandles:
        | symbol    | {market}         |
        | interval  | 1m               |
        | startTime | number {<start>} |
        | endTime   | number {<end>}   |
      Then the response is ok with:
        | candles                  | <count>           |
        | candles[0].openTime      | number {<newest>} |
        | candles[<last>].openTime | number {<oldest>} |

      Examples: a start about the end of a minute
        | start              | end          | count     | newest       | last | oldest       |
        | minute - 180001 ms | minute - 1 m | <4 items> | minute - 1 m | 3    | minute - 4 m |
        | minute - 3 m       | minute - 1 m | <3 items> | minute - 1 m | 2    | minute - 3 m |
        | minute - 179999 ms | minute - 1 m | <3 items> | minute - 1 m | 2    | minute - 3 m |

      Examples: an end about the beginning of a minute
        | start        | end               | count     | newest       | last | oldest       |
        | minute - 4 m | minute - 60001 ms | <3 items> | minute - 2 m | 2    | minute - 4 m |
        | minute - 4 m | minute - 60000 ms | <4 items> | minute - 1 m | 3    | minute - 4 m |
        | minute - 4 m | minute - 59999 ms | <4 items> | minute - 1 m | 3    | minute - 4 m |

      Examples: no length
        | start         | end           | count    | newest       | last | oldest       |
        | minute - 90 s | minute - 90 s | <1 item> | minute - 2 m | 0    | minute - 2 m |

  Rule: a candle begins and ends at the bounds of its interval

    @clause:GETCANDLES @any-market
    Scenario Outline: the <interval> candle of the last minute of an hour has its bounds in UTC
      Given a past of 1 hours
      When anyone asks getCandles:
        | symbol    | {market}             |
        | interval  | <interval>           |
        | startTime | number {hour - 1 ms} |
        | endTime   | number {hour - 1 ms} |
      Then "candles" of the response lists:
        | openTime              | closeTime     |
        | number {hour - <ago>} | number {hour} |

      Examples:
        | interval | ago  |
        | 1m       | 1 m  |
        | 5m       | 5 m  |
        | 15m      | 15 m |
        | 30m      | 30 m |
        | 1h       | 1 h  |
