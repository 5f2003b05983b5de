@ws @ws-only
Feature: a subscription names one market, or all markets with ALL or without a symbol
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: an empty symbol is refused on every channel

    @clause:WS-SUB-FORMAT @assumed @R-95 @negative
    Scenario Outline: subscribe to <type> with an empty symbol is refused with INVALID_FORMAT and sends no frames
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

  Rule: unsubscribe with an empty symbol leaves the subscription to all markets

    @clause:WS-SUB-FORMAT @assumed @R-95
    Scenario: unsubscribe from trades with an empty symbol leaves the subscription to all markets
      Given "reader" follows trades:
        | symbol | ALL |
      When "reader" unsubscribes from trades:
        | symbol | <empty> |
      Then "reader" receives:
        | result.status | unsubscribed |
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then the stream of "reader" sends in order:
        | symbol   | price |
        | BTC-USDT | 95010 |
      And nothing else arrived

    @clause:WS-SUB-FORMAT @assumed @R-95
    Scenario Outline: unsubscribe from trades with symbol <symbol> ends the subscription to all markets
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

  Rule: a symbol in letters that only fold to a market names none

    @clause:WS-SUB-FORMAT @assumed @R-10 @negative
    Scenario Outline: subscribe to <type> with a long s for the S of SOL-USDT is refused
      When "reader" subscribes to <type>:
        | symbol    | ſOL-USDT |
        | timeframe | 1m       |
      Then "reader" receives:
        | status        | number 400          |
        | error.code    | INVALID_FORMAT      |
        | error.message | market name invalid |
      When "trader" is long "1" SOL-USDT at "190" against "maker"
      Then nothing else arrived

      Examples:
        | type         |
        | marketPrices |
        | trades       |
        | orderbook    |
        | candles      |
        | liquidations |

    @clause:WS-SUB-FORMAT @assumed @R-10
    Scenario Outline: unsubscribe from <type> with a long s for the S of SOL-USDT ends no stream
      Given "reader" follows <type>:
        | symbol    | SOL-USDT |
        | timeframe | 1m       |
      When "reader" unsubscribes from <type>:
        | symbol    | ſOL-USDT |
        | timeframe | 1m       |
      Then "reader" receives:
        | result.status | unsubscribed |
      When "trader" is long "1" SOL-USDT at "190" against "maker"
      Then the stream of "reader" sends at last:
        | <path> | <value> |

      Examples:
        | type    | path       | value    |
        | trades  | symbol     | SOL-USDT |
        | candles | symbol     | SOL-USDT |
