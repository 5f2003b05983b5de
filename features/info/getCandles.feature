@info @getCandles @assumed
Feature: getCandles lists the trades of each minute as a candle
  Background:
    Given the world "quiet"

  Rule: a candle contains the fills of its interval

    @clause:GETCANDLES @clause:CONV-DECIMAL-STRINGS @clause:CONV-TIMESTAMP-MS @clause:AUTH-INFO-NONE @needs:clock
    Scenario: three trades within a minute make one candle
      Given "trader" buys "0.5" BTC-USDT at "95010"
      And 10 s pass
      And "trader" sells "0.2" BTC-USDT at "94990"
      And 10 s pass
      And "trader" is long "0.1" BTC-USDT at "95000" against "maker"
      When anyone asks getCandles:
        | symbol   | btc-usdt |
        | interval | 1m       |
      Then the response is ok with:
        | symbol                 | BTC-USDT             |
        | interval               | 1m                   |
        | candles                | <1 item>             |
        | candles[0].openTime    | number {now - 20 s}  |
        | candles[0].closeTime   | number {now + 40 s}  |
        | candles[0].openPrice   | 95010                |
        | candles[0].highPrice   | 95010                |
        | candles[0].lowPrice    | 94990                |
        | candles[0].closePrice  | 95000                |
        | candles[0].volume      | 0.8                  |
        | candles[0].quoteVolume | 76003                |
        | candles[0].tradeCount  | number 3             |

    @clause:GETCANDLES @needs:clock
    Scenario: a candle without fills carries the last close, and the first one the opening price
      Given 60 s pass
      And "trader" buys "0.5" BTC-USDT at "95010"
      And 120 s pass
      When anyone asks getCandles:
        | symbol   | BTC-USDT |
        | interval | 1m       |
      Then "candles" of the response lists:
        | openTime            | openPrice | highPrice | lowPrice | closePrice | volume | quoteVolume | tradeCount |
        | number {now}        | 95010     | 95010     | 95010    | 95010      | 0      | 0           | number 0   |
        | number {now - 1 m}  | 95010     | 95010     | 95010    | 95010      | 0      | 0           | number 0   |
        | number {now - 2 m}  | 95010     | 95010     | 95010    | 95010      | 0.5    | 47505       | number 1   |
        | number {now - 3 m}  | 95000     | 95000     | 95000    | 95000      | 0      | 0           | number 0   |

    @clause:GETCANDLES
    Scenario: the running candle grows with each fill
      Given "trader" buys "0.5" BTC-USDT at "95010"
      When anyone asks getCandles:
        | symbol   | BTC-USDT |
        | interval | 1h       |
      Then "candles" of the response lists:
        | closePrice | volume | tradeCount |
        | 95010      | 0.5    | number 1   |
      Given 59 minutes pass
      And "trader" sells "0.5" BTC-USDT at "94990"
      When anyone asks getCandles:
        | symbol   | BTC-USDT |
        | interval | 1h       |
      Then "candles" of the response lists:
        | openPrice | closePrice | volume | tradeCount |
        | 95010     | 94990      | 1      | number 2   |

    @clause:GETCANDLES @needs:clock
    Scenario: a fill in the last millisecond belongs to the minute, and the next one to the following minute
      Given 59999 ms pass
      And "trader" buys "0.5" BTC-USDT at "95010"
      And 1 ms pass
      And "trader" sells "0.2" BTC-USDT at "94990"
      When anyone asks getCandles:
        | symbol   | BTC-USDT |
        | interval | 1m       |
      Then "candles" of the response lists:
        | openPrice | closePrice | volume |
        | 94990     | 94990      | 0.2    |
        | 95010     | 95010      | 0.5    |

    @clause:GETCANDLES @needs:worlds
    Scenario: a candle contains the fills of its own market only
      Given "trader" buys "0.5" BTC-USDT at "95010"
      When anyone asks getCandles:
        | symbol   | ETH-USDT |
        | interval | 1m       |
      Then "candles" of the response lists:
        | openPrice | closePrice | volume |
        | 3300.0    | 3300.0     | 0      |

    @clause:GETCANDLES @assumed @needs:worlds
    Scenario: a candle has the extremes of its minute, and the next one opens at its close
      Given "trader" sells "0.1" BTC-USDT at "94990"
      And "trader" buys "0.1" BTC-USDT at "95010"
      And "trader" buys "0.1" BTC-USDT at "95010"
      When anyone asks getCandles:
        | symbol   | BTC-USDT |
        | interval | 1m       |
        | limit    | number 1 |
      Then the response is ok with:
        | candles[0].openPrice  | 94990    |
        | candles[0].highPrice  | 95010    |
        | candles[0].lowPrice   | 94990    |
        | candles[0].closePrice | 95010    |
        | candles[0].tradeCount | number 3 |
      When 120 s pass
      And anyone asks getCandles:
        | symbol   | BTC-USDT |
        | interval | 1m       |
        | limit    | number 3 |
      # The middle one is the minute without trades, whichever end the list begins with.
      Then the response is ok with:
        | candles[1].openPrice  | 95010    |
        | candles[1].closePrice | 95010    |
        | candles[1].tradeCount | number 0 |
