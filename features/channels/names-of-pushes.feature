@ws @ws-only @info
Feature: the type word of a subscription decides the channel value of its pushes
  Background:
    Given the world "quiet"

  # The last price is shown within the best two prices, so it is where the bid will be before anything is followed.
  Rule: a later word gets the later value, an older word the older one

    @assumed @R-113
    Scenario Outline: pushes after a subscription to <type> say <channel>
      Given "trader" is long "0.1" BTC-USDT at "95005" against "other"
      When "reader" subscribes to <type>:
        | symbol | BTC-USDT |
      Then "reader" receives:
        | status      | number 200 |
        | result.type | <type>     |
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 95005 | 0.1      |
      Then the response is ok
      And the stream of "reader" sends in order:
        | frame.method        | frame.channel | updateType | price   |
        | market_price_update | <channel>     | mid        | 95007.5 |
      And nothing else arrived

      Examples:
        | type               | channel           |
        | marketPrices       | marketPriceUpdate |
        | marketPriceUpdates | marketPriceUpdate |
        | price              | priceUpdate       |

    @assumed @R-113
    Scenario Outline: trade and candle pushes say the same after <trades> and <candles>
      When "reader" subscribes to <trades>:
        | symbol | BTC-USDT |
      And "watcher" subscribes to <candles>:
        | symbol    | BTC-USDT |
        | timeframe | 1h       |
      Then "reader" receives:
        | status | number 200 |
      And "watcher" receives:
        | status | number 200 |
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then the stream of "reader" sends in order:
        | frame.method | frame.channel | price |
        | trade        | trade         | 95010 |
      And the stream of "watcher" sends in order:
        | frame.method  | frame.channel | close |
        | candle_update | candleUpdate  | 95010 |

      Examples:
        | trades | candles |
        | trades | candles |
        | trade  | candle  |

  Rule: a connection follows the prices of a market under one word

    @assumed @R-113
    Scenario: a second subscription under the other word changes the value and adds no second stream
      Given "trader" is long "0.1" BTC-USDT at "95005" against "other"
      And "reader" follows price of "BTC-USDT"
      And "reader" follows marketPrices of "BTC-USDT"
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 95005 | 0.1      |
      Then the response is ok
      And the stream of "reader" sends in order:
        | frame.channel     | updateType | price   |
        | marketPriceUpdate | mid        | 95007.5 |
      And nothing else arrived

    @assumed @R-113
    Scenario: two connections follow one market under two words
      Given "trader" is long "0.1" BTC-USDT at "95005" against "other"
      And "reader" follows price of "BTC-USDT"
      And "watcher" follows marketPrices of "BTC-USDT"
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 95005 | 0.1      |
      Then the response is ok
      And the stream of "reader" sends in order:
        | frame.channel | updateType | price   |
        | priceUpdate   | mid        | 95007.5 |
      And the stream of "watcher" sends in order:
        | frame.channel     | updateType | price   |
        | marketPriceUpdate | mid        | 95007.5 |
      And nothing else arrived

    @assumed @R-113
    Scenario: unsubscribe under the other word ends the stream
      Given "reader" follows price of "BTC-USDT"
      When "reader" unsubscribes from marketPrices:
        | symbol | BTC-USDT |
      Then "reader" receives:
        | status        | number 200   |
        | result.status | unsubscribed |
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 95005 | 0.1      |
      Then the response is ok
      And nothing else arrived
