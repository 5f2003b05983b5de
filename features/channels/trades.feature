@ws @ws-only @info @trades
Feature: the trades channel sends every public trade
  Background:
    Given the world "quiet"

  Rule: a fill is one frame with the side of the taker

    @clause:WS-SUB-TRADES @clause:WS-TRADE-CHANNEL @clause:WS-TRADE-TIMESTAMP @clause:WS-PROVENANCE-PUBLIC
    @clause:PUBTRADE-FIELD-ISMAKER @assumed
    Scenario: a market sale sends one trade frame with side sell
      Given "reader" follows trades of "BTC-USDT"
      And 1 s pass
      When "trader" sells "0.5" BTC-USDT at "94990"
      Then the stream of "reader" sends:
        | frame.method    | trade                                |
        | frame.channel   | trade                                |
        | frame.timestamp | number {now}                         |
        | frame.meseq     | <integer> or absent                  |
        | frame.met       | text {now in microseconds} or absent |
        | frame.requestId | <absent>                             |
        | tradeId         | <id>                                 |
        | symbol          | BTC-USDT                             |
        | side            | sell                                 |
        | price           | 94990                                |
        | quantity        | 0.5                                  |
        | timestamp       | number {now}                         |
        | tsMs            | number {now}                         |
        | isMaker         | false                                |
        | isTaker         | true                                 |
      And nothing else arrived

    @clause:WS-EMISSION
    Scenario: an order that fills three resting orders sends three trades
      Given "reader" follows trades of "BTC-USDT"
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitIoc  | 95030 | 2.5      |
      Then the response is ok
      And the stream of "reader" sends in order:
        | side | price | quantity |
        | buy  | 95010 | 1        |
        | buy  | 95020 | 1        |
        | buy  | 95030 | 0.5      |
      And nothing else arrived

    @clause:WS-EMISSION
    Scenario: an order that only rests sends no trade
      Given "reader" follows trades of "BTC-USDT"
      And "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      When 1 s pass
      Then nothing else arrived

  Rule: a subscription covers one market or all of them

    @clause:WS-SUB-TRADES @clause:WS-SUB-FORMAT @assumed
    Scenario Outline: a subscription to trades with symbol <symbol> receives its markets only
      Given "reader" follows trades:
        | symbol | <symbol> |
      And "trader" buys "0.1" BTC-USDT at "95010"
      When "trader" places:
        | symbol   | side | orderType | price  | quantity |
        | ETH-USDT | buy  | limitIoc  | 3301.0 | 0.2      |
      Then the response is ok
      And the stream of "reader" sends in order:
        | symbol   | quantity   |
        | <first>  | <quantity> |
        | ETH-USDT | 0.2        |
      And nothing else arrived

      Examples: all
        | symbol   | first    | quantity |
        | ALL      | BTC-USDT | 0.1      |
        | <absent> | BTC-USDT | 0.1      |

    @clause:WS-SUB-TRADES @assumed
    Scenario: subscribe accepts the short type trade and a symbol in lower case
      When "reader" subscribes to trade:
        | symbol | {market, in lower case} |
      Then "reader" receives:
        | id            | subscribe  |
        | requestId     | subscribe  |
        | status        | number 200 |
        | result.type   | trade      |
        | result.symbol | {market}   |
        | result.status | subscribed |

    @clause:WS-SUB-FORMAT @assumed @negative @any-market
    Scenario Outline: subscribe to trades with symbol <symbol> is refused with INVALID_FORMAT
      When "reader" subscribes to trades:
        | symbol | <symbol> |
      Then "reader" receives:
        | status        | number 400          |
        | error.code    | INVALID_FORMAT      |
        | error.message | market name invalid |
        | result.status | <absent>            |

      Examples:
        | symbol   |
        | DOGE-EUR |
        | BTCUSDT  |
        | number 5 |

  Rule: unsubscribe ends the stream

    @clause:WS-SUB-FORMAT @assumed
    Scenario: unsubscribe from trades ends the frames, and a second unsubscribe is acknowledged
      Given "reader" follows trades of "BTC-USDT"
      When "reader" unsubscribes from trades:
        | symbol | BTC-USDT |
      Then "reader" receives:
        | status        | number 200   |
        | result.type   | trades       |
        | result.symbol | BTC-USDT     |
        | result.status | unsubscribed |
      When "trader" buys "0.1" BTC-USDT at "95010"
      And "reader" unsubscribes from trades:
        | symbol | BTC-USDT |
      Then "reader" receives:
        | status        | number 200   |
        | result.status | unsubscribed |
      And nothing else arrived

    @clause:WS-SUB-FORMAT @assumed
    Scenario: a second subscription to trades adds no second stream
      Given "reader" follows trades of "BTC-USDT"
      And "reader" follows trades of "BTC-USDT"
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then the stream of "reader" sends in order:
        | quantity |
        | 0.1      |
      And nothing else arrived
