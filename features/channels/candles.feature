@ws @ws-only @info @candles @assumed
Feature: the candles channel sends the running candle
  Background:
    Given the world "quiet"

  Rule: every fill updates the candle, and a last frame closes it

    @clause:WS-EMISSION
    Scenario: a candle frame has every field in both spellings
      Given "reader" follows candles:
        | symbol    | BTC-USDT |
        | timeframe | 1m       |
      When "trader" buys "0.5" BTC-USDT at "95010"
      Then the stream of "reader" sends:
        | frame.method  | candle_update                 |
        | frame.channel | candleUpdate                  |
        | symbol        | BTC-USDT                      |
        | timeframe     | 1m                            |
        | open_price    | 95010                         |
        | high_price    | 95010                         |
        | low_price     | 95010                         |
        | close_price   | 95010                         |
        | volume        | 0.5                           |
        | quote_volume  | 47505                         |
        | trade_count   | number 1                      |
        | open_time     | text 2026-01-05T00:00:00.000Z |
        | close_time    | text 2026-01-05T00:00:59.999Z |
        | openTime      | number {now}                  |
        | closeTime     | number 1767571259999          |
        | open          | 95010                         |
        | high          | 95010                         |
        | low           | 95010                         |
        | close         | 95010                         |
        | closed        | false                         |
      And nothing else arrived

    @clause:WS-EMISSION @needs:clock
    Scenario: each of three fills sends the candle, and the end of the minute sends it as closed
      Given "reader" follows candles:
        | symbol    | BTC-USDT |
        | timeframe | 1m       |
      And "trader" buys "1" BTC-USDT at "95010"
      And "trader" buys "0.5" BTC-USDT at "95020"
      And "trader" sells "0.25" BTC-USDT at "94990"
      When 60 s pass
      Then the stream of "reader" sends in order:
        | open  | high  | low   | close | volume | trade_count | closed | frame.timestamp    |
        | 95010 | 95010 | 95010 | 95010 | 1      | number 1    | false  | number {now - 1 m} |
        | 95010 | 95020 | 95010 | 95020 | 1.5    | number 2    | false  | number {now - 1 m} |
        | 95010 | 95020 | 94990 | 94990 | 1.75   | number 3    | false  | number {now - 1 m} |
        | 95010 | 95020 | 94990 | 94990 | 1.75   | number 3    | true   | number {now}       |
      And nothing else arrived

    @clause:WS-EMISSION
    Scenario: minutes without fills send closed candles at the last close
      Given "trader" buys "0.1" BTC-USDT at "95010"
      And "reader" follows candles:
        | symbol    | BTC-USDT |
        | timeframe | 1m       |
      When 3 minutes pass
      Then the stream of "reader" sends in order:
        | open  | close | volume | closed | open_time                     |
        | 95010 | 95010 | 0.1    | true   | text 2026-01-05T00:00:00.000Z |
        | 95010 | 95010 | 0      | true   | text 2026-01-05T00:01:00.000Z |
        | 95010 | 95010 | 0      | true   | text 2026-01-05T00:02:00.000Z |
      And nothing else arrived

  Rule: every interval of getCandles can be subscribed to

    @clause:WS-SUB-FORMAT
    Scenario Outline: a candle of <timeframe> opens and closes at the bounds of its interval
      Given "reader" follows candles:
        | symbol    | BTC-USDT    |
        | timeframe | <timeframe> |
      When "trader" buys "0.5" BTC-USDT at "95010"
      Then the stream of "reader" sends:
        | open_time  | text <opens>.000Z  |
        | close_time | text <closes>.999Z |

      Examples:
        | timeframe | opens               | closes              |
        | 5m        | 2026-01-05T00:00:00 | 2026-01-05T00:04:59 |
        | 15m       | 2026-01-05T00:00:00 | 2026-01-05T00:14:59 |
        | 30m       | 2026-01-05T00:00:00 | 2026-01-05T00:29:59 |
        | 1h        | 2026-01-05T00:00:00 | 2026-01-05T00:59:59 |
        | 4h        | 2026-01-05T00:00:00 | 2026-01-05T03:59:59 |
        | 8h        | 2026-01-05T00:00:00 | 2026-01-05T07:59:59 |
        | 12h       | 2026-01-05T00:00:00 | 2026-01-05T11:59:59 |
        | 1d        | 2026-01-05T00:00:00 | 2026-01-05T23:59:59 |
        | 3d        | 2026-01-04T00:00:00 | 2026-01-06T23:59:59 |
        | 1w        | 2026-01-05T00:00:00 | 2026-01-11T23:59:59 |
        | 1M        | 2026-01-01T00:00:00 | 2026-01-31T23:59:59 |
        | 3M        | 2026-01-01T00:00:00 | 2026-03-31T23:59:59 |

    @clause:WS-SUB-FORMAT
    Scenario: subscribe accepts the old type candle with the old parameter interval
      When "reader" subscribes to candle:
        | symbol   | {market, in lower case} |
        | interval | 1h                      |
      Then "reader" receives:
        | status           | number 200 |
        | result.type      | candle     |
        | result.symbol    | {market}   |
        | result.timeframe | 1h         |
        | result.status    | subscribed |

    @clause:WS-SUB-FORMAT @negative
    Scenario Outline: subscribe to candles with <param> <value> is refused
      When "reader" subscribes to candles:
        | symbol    | {market} |
        | timeframe | 1m       |
        | <param>   | <value>  |
      Then "reader" receives:
        | status        | number 400 |
        | error.code    | <code>     |
        | error.message | <message>  |

      Examples:
        | param     | value    | code             | message                                                                        |
        | timeframe | 3m       | VALIDATION_ERROR | timeframe must be one of 1m, 5m, 15m, 30m, 1h, 4h, 8h, 12h, 1d, 3d, 1w, 1M, 3M |
        | timeframe | 2h       | VALIDATION_ERROR | timeframe must be one of 1m, 5m, 15m, 30m, 1h, 4h, 8h, 12h, 1d, 3d, 1w, 1M, 3M |
        | timeframe | 6h       | VALIDATION_ERROR | timeframe must be one of 1m, 5m, 15m, 30m, 1h, 4h, 8h, 12h, 1d, 3d, 1w, 1M, 3M |
        | timeframe | <absent> | VALIDATION_ERROR | timeframe must be one of 1m, 5m, 15m, 30m, 1h, 4h, 8h, 12h, 1d, 3d, 1w, 1M, 3M |
        | symbol    | ALL      | INVALID_FORMAT   | market name invalid                                                            |
        | symbol    | <absent> | INVALID_FORMAT   | market name empty                                                              |
