@info @getCandles @assumed
Feature: getCandles refuses parameters that it cannot serve
  Background:
    Given the world "quiet"

  Rule: interval, window, limit and symbol must be valid

    @clause:GETCANDLES @negative @any-market
    Scenario Outline: getCandles with <case> is refused
      When anyone asks getCandles:
        | symbol    | {market}   |
        | interval  | <interval> |
        | startTime | <start>    |
        | endTime   | <end>      |
        | limit     | <limit>    |
      Then the response is refused with 400 VALIDATION_ERROR "Invalid request parameters"

      Examples:
        | case                    | interval  | start              | end                | limit      |
        | no interval             | <absent>  | <absent>           | <absent>           | <absent>   |
        | an unknown interval     | 2m        | <absent>           | <absent>           | <absent>   |
        | a quarter written small | 3mo       | <absent>           | <absent>           | <absent>   |
        | an interval as a number | number 60 | <absent>           | <absent>           | <absent>   |
        | an end before its start | 1m        | number {now - 1 s} | number {now - 2 s} | <absent>   |
        | a start below zero      | 1m        | number -1          | <absent>           | <absent>   |
        | an end below zero       | 1m        | <absent>           | number -1          | <absent>   |
        | a time as text          | 1m        | <absent>           | {now}              | <absent>   |
        | a limit below zero      | 1m        | <absent>           | <absent>           | number -1  |
        | half a candle           | 1m        | <absent>           | <absent>           | number 0.5 |

    @clause:GETCANDLES @clause:CONV-SYMBOL-EMPTY @clause:CONV-SYMBOL-UNKNOWN @clause:CONV-SYMBOL-MALFORMED @negative @any-market
    Scenario Outline: getCandles with <case> as symbol is refused
      When anyone asks getCandles:
        | symbol   | <symbol> |
        | interval | 1m       |
      Then the response is refused with 400 INVALID_FORMAT "<message>"

      Examples:
        | case              | symbol   | message             |
        | nothing           | <absent> | market name empty   |
        | an empty text     | <empty>  | market name empty   |
        | an unknown market | DOT-USDT | market name invalid |
        | no hyphen         | BTCUSDT  | market name invalid |
