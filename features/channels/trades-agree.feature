@ws @ws-only @info @trades
Feature: trades, getLastTrades, getTrades and candles agree on a fill
  Background:
    Given the world "quiet"

  Rule: a fill has the same id everywhere

    @clause:WS-SUB-TRADES @clause:WS-SUB-TRADE-UPDATES @clause:WS-TRADE-CHANNEL @clause:WS-TRADE-TIMESTAMP
    @clause:WS-PROVENANCE-PUBLIC @clause:PUBTRADE-FIELD-ISMAKER @clause:PUBTRADE-FIELD-TRADEID @clause:GETLASTTRADES @assumed
    Scenario: a trade of two wallets has one id on the public stream, in getLastTrades and in getTrades
      Given "reader" follows trades of "BTC-USDT"
      And "trader" is long "0.001" BTC-USDT at "95002" against "other"
      When "trader" sends getTrades:
        | limit | number 1 |
      Then "trades[0].tradeId" of the response is called "fill"
      When anyone asks getLastTrades:
        | symbol | BTC-USDT |
        | limit  | number 1 |
      Then "trades" of the response lists:
        | tradeId | symbol   | side | price | quantity | timestamp    | isMaker |
        | {fill}  | BTC-USDT | buy  | 95002 | 0.001    | number {now} | false   |
      And the stream of "reader" sends:
        | frame.method    | trade                         |
        | frame.channel   | trade                         |
        | frame.timestamp | number {now}                  |
        | frame.meseq | <integer> or absent |
        | frame.met | text {now in microseconds} or absent |
        | tradeId         | {fill}                        |
        | side            | buy                           |
        | price           | 95002                         |
        | quantity        | 0.001                         |
        | timestamp       | number {now}                  |
        | isMaker         | false                         |
        | isTaker         | true                          |
      And nothing else arrived

    @clause:WS-SUB-TRADES @clause:WS-PROVENANCE-PUBLIC @clause:PUBTRADE-FIELD-SIDE @assumed
    Scenario: a later fill has a greater engine sequence, and each has the side of its taker
      Given "reader" follows trades of "BTC-USDT"
      And "trader" is long "0.001" BTC-USDT at "95002" against "other"
      And "trader" is short "0.001" BTC-USDT at "94998" against "other"
      Then the stream of "reader" sends in order:
        | side | price | quantity | frame.meseq | isMaker |
        | buy | 95002 | 0.001 | <integer> or absent | false |
        | sell | 94998 | 0.001 | <more> or absent | false |
      And nothing else arrived

  Rule: a candle includes the fill

    @clause:WS-EMISSION @assumed
    Scenario Outline: a fill updates the running candle of <timeframe>
      Given "reader" follows candles:
        | symbol    | BTC-USDT    |
        | timeframe | <timeframe> |
      And "trader" is long "0.001" BTC-USDT at "95002" against "other"
      Then the stream of "reader" sends at last:
        | frame.method  | candle_update |
        | frame.channel | candleUpdate  |
        | symbol        | BTC-USDT      |
        | timeframe     | <timeframe>   |
        | close_price   | 95002         |
        | close         | 95002         |
        | open          | <decimal>     |
        | high          | <decimal>     |
        | low           | <decimal>     |
        | volume        | <decimal>     |
        | quote_volume  | <decimal>     |
        | trade_count   | <integer>     |
        | openTime      | <ms>          |
        | closeTime     | <ms>          |
        | closed        | false         |

      Examples:
        | timeframe |
        | 1m        |
        | 5m        |
        | 15m       |
        | 30m       |
        | 1h        |
        | 4h        |
        | 8h        |
        | 12h       |
        | 1d        |
        | 3d        |
        | 1w        |
        | 1M        |
        | 3M        |
