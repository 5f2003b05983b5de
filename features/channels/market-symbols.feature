@ws @ws-only
Feature: a subscription names its market, or all markets by ALL or by no symbol
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: an empty symbol is refused, whatever the channel

    @clause:WS-SUB-FORMAT @assumed @R-95 @negative
    Scenario Outline: a subscription to <type> with an empty symbol is refused with INVALID_FORMAT and delivers nothing
      When "reader" subscribes to <type>:
        | symbol    | <empty> |
        | timeframe | 1m      |
      Then "reader" receives:
        | status        | number 400        |
        | error.code    | INVALID_FORMAT    |
        | error.message | market name empty |
        | result.status | <absent>          |
      When the mark of "BTC-USDT" moves to "95004"
      And "trader" buys "0.1" BTC-USDT at "95010"
      Then nothing else arrived

      Examples:
        | type               |
        | marketPrices       |
        | marketPriceUpdates |
        | price              |
        | trades             |
        | trade              |
        | orderbook          |
        | candles            |
        | candle             |
        | liquidations       |

  Rule: an empty symbol ends no subscription to all markets

    @clause:WS-SUB-FORMAT @assumed @R-95
    Scenario: an unsubscribe from trades with an empty symbol leaves the trades of all markets
      Given "reader" follows trades:
        | symbol | ALL |
      When "reader" unsubscribes from trades:
        | symbol | <empty> |
      Then "reader" receives:
        | result.status | unsubscribed |
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then the stream of "reader" says in order:
        | symbol   | price |
        | BTC-USDT | 95010 |
      And nothing else arrived

    @clause:WS-SUB-FORMAT @assumed @R-95
    Scenario Outline: an unsubscribe from trades of <symbol> ends the trades of all markets
      Given "reader" follows trades:
        | symbol | ALL |
      When "reader" unsubscribes from trades:
        | symbol | <symbol> |
      Then "reader" receives:
        | result.status | unsubscribed |
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then nothing else arrived

      Examples:
        | symbol   |
        | ALL      |
        | <absent> |
