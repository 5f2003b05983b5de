@info @getCandles @assumed
Feature: getCandles has thirteen intervals
  Background:
    Given the world "quiet"

  Rule: intervals start at midnight, on Monday or by the calendar, all in UTC

    @clause:GETCANDLES
    Scenario Outline: the <interval> candle of a Tuesday in January at 06:37 has its bounds in UTC
      Given 30 hours pass
      And 37 minutes pass
      When anyone asks getCandles:
        | symbol   | BTC-USDT   |
        | interval | <interval> |
        | limit    | number 1   |
      Then "candles" of the response lists:
        | openTime              | closeTime              |
        | number {now - <ago>}  | number {now + <ahead>} |

      Examples: of hours and less
        | interval | ago   | ahead  |
        | 1m       | 0 m   | 1 m    |
        | 5m       | 2 m   | 3 m    |
        | 15m      | 7 m   | 8 m    |
        | 30m      | 7 m   | 23 m   |
        | 1h       | 37 m  | 23 m   |
        | 4h       | 157 m | 83 m   |
        | 8h       | 397 m | 83 m   |
        | 12h      | 397 m | 323 m  |

      Examples: of days and more
        | interval | ago    | ahead    |
        | 1d       | 397 m  | 1043 m   |
        | 3d       | 3277 m | 1043 m   |
        | 1w       | 1837 m | 8243 m   |
        | 1M       | 7597 m | 37043 m  |
        | 3M       | 7597 m | 122003 m |

  Rule: a longer candle contains what the shorter ones contain

    @clause:GETCANDLES
    Scenario Outline: two fills fifty minutes apart are in one <interval> candle
      Given 5 minutes pass
      And "trader" buys "0.5" BTC-USDT at "95010"
      And 50 minutes pass
      And "trader" sells "0.2" BTC-USDT at "94990"
      When anyone asks getCandles:
        | symbol   | BTC-USDT   |
        | interval | <interval> |
      Then "candles" of the response lists:
        | openPrice | highPrice | lowPrice | closePrice | volume | quoteVolume | tradeCount |
        | 95010     | 95010     | 94990    | 94990      | 0.7    | 66503       | number 2   |

      Examples:
        | interval |
        | 1h       |
        | 4h       |
        | 8h       |
        | 12h      |
        | 1d       |
        | 3d       |
        | 1w       |
        | 1M       |
        | 3M       |

    @clause:GETCANDLES
    Scenario: two fills fifty minutes apart are in two candles of half an hour
      Given 5 minutes pass
      And "trader" buys "0.5" BTC-USDT at "95010"
      And 50 minutes pass
      And "trader" sells "0.2" BTC-USDT at "94990"
      When anyone asks getCandles:
        | symbol   | BTC-USDT |
        | interval | 30m      |
      Then "candles" of the response lists:
        | openPrice | closePrice | volume |
        | 94990     | 94990      | 0.2    |
        | 95010     | 95010      | 0.5    |

  Rule: a living market has a past

    @clause:GETCANDLES
    Scenario: getCandles lists thirty days before the start, and the newest closes at the opening price
      Given the world "default"
      When anyone asks getCandles:
        | symbol    | BTC-USDT            |
        | interval  | 1d                  |
        | startTime | number 0            |
        | endTime   | number {now - 1 ms} |
      Then the response is ok with:
        | candles               | <30 items>          |
        | candles[0].closeTime  | number {now}        |
        | candles[0].closePrice | 95000               |
        | candles[29].openTime  | number {now - 30 d} |

    @clause:GETCANDLES @assumed @R-123
    Scenario: getCandles lists the newest 5,000 candles, without a limit and with a larger one
      Given the world "default"
      When anyone asks getCandles:
        | symbol    | BTC-USDT |
        | interval  | 1m       |
        | startTime | number 0 |
        | limit     | number 0 |
      Then the response is ok with:
        | candles                | <5000 items>               |
        | candles[0].openTime    | number {now}               |
        | candles[4999].openTime | number {now - 299940000 ms} |
      And the response is kept as "newest"
      When anyone asks getCandles:
        | symbol    | BTC-USDT    |
        | interval  | 1m          |
        | startTime | number 0    |
        | limit     | number 5001 |
      Then the response equals "newest"

    @clause:GETCANDLES
    Scenario: the past depends only on the seed
      Given the world "default" with seed "8"
      When anyone asks getCandles:
        | symbol   | ETH-USDT            |
        | interval | 1h                  |
        | endTime  | number {now - 1 ms} |
      Then the response is kept as "first"
      Given the world "default" with seed "8"
      And 2 s pass
      When anyone asks getCandles:
        | symbol   | ETH-USDT                |
        | interval | 1h                      |
        | endTime  | number {now - 2001 ms}  |
      Then the response equals "first"
      Given the world "default" with seed "9"
      When anyone asks getCandles:
        | symbol   | ETH-USDT            |
        | interval | 1h                  |
        | endTime  | number {now - 1 ms} |
      Then the response differs from "first"
