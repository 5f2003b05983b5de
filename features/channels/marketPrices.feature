@ws @ws-only @info @marketPrices
Feature: marketPrices sends a frame for each price that changes
  Background:
    Given the world "quiet"

  Rule: each kind of price has its own frame

    @clause:WS-SUB-MARKETPRICEUPDATES @assumed
    Scenario: a change of the index sends frames for mark, index and last
      Given "reader" follows marketPrices of "BTC-USDT"
      When the index of "BTC-USDT" moves to "95004"
      Then the stream of "reader" sends in order:
        | frame.method        | frame.channel     | updateType | price | markPrice | indexPrice | lastPrice |
        | market_price_update | marketPriceUpdate | mark       | 95004 | 95004     | 95004      | 95004     |
        | market_price_update | marketPriceUpdate | index      | 95004 | 95004     | 95004      | 95004     |
        | market_price_update | marketPriceUpdate | last       | 95004 | 95004     | 95004      | 95004     |
      And nothing else arrived

    @clause:WS-SUB-MARKETPRICEUPDATES @assumed
    Scenario: a better bid sends a frame with the new mid
      Given "reader" follows marketPrices of "BTC-USDT"
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 94995 | 0.1      |
      Then the response is ok
      And the stream of "reader" sends in order:
        | updateType | price   | bestBid | bestAsk | bid   | ask   |
        | mid        | 95002.5 | 94995   | 95010   | 94995 | 95010 |
      And nothing else arrived

    # 95,010 x 0.5. Both sides count in the open interest.
    @clause:WS-SUB-MARKETPRICEUPDATES @assumed @needs:clock
    Scenario: a fill sends the last price and the 24-hour figures
      Given "reader" follows marketPrices of "BTC-USDT"
      When "trader" buys "0.5" BTC-USDT at "95010"
      Then the stream of "reader" sends:
        | updateType      | last                          |
        | price           | 95010                         |
        | lastUpdateTime  | text 2026-01-05T00:00:00.000Z |
        | volume24h       | 0.5                           |
        | quoteVolume24h  | 47505                         |
        | high24h         | 95010                         |
        | low24h          | 95010                         |
        | prevDayPrice    | 95010                         |
        | priceChange24h  | 0                             |
        | openInterest    | 1                             |
        | fundingRate     | 0.0000125                     |
        | nextFundingTime | number {now + 1 h}            |
        | timestamp       | number {now}                  |
        | tsMs            | number {now}                  |
      And nothing else arrived

  Rule: an unchanged price sends no frame

    @clause:WS-SUB-MARKETPRICEUPDATES @assumed
    Scenario: a bid behind the best bid, an unchanged index and an hour of time send no frame
      Given "reader" follows marketPrices of "BTC-USDT"
      And "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      When the index of "BTC-USDT" moves to "95000"
      And 1 hours pass
      Then nothing else arrived

  Rule: a subscription covers one market or all of them

    @clause:WS-SUB-MARKETPRICEUPDATES @assumed
    Scenario Outline: subscribe accepts the type name <type> for the prices of all markets
      When "reader" subscribes to <type>:
        | symbol | ALL |
      Then "reader" receives:
        | status        | number 200 |
        | result.type   | <type>     |
        | result.symbol | ALL        |
        | result.status | subscribed |
      When the mark of "ETH-USDT" moves to "3310"
      Then the stream of "reader" sends in order:
        | symbol   | updateType | price  |
        | ETH-USDT | mark       | 3310.0 |

      Examples:
        | type               |
        | marketPrices       |
        | marketPriceUpdates |
        | price              |

    @assumed @clause:WS-SUB-FORMAT
    Scenario: a closed market sends no prices until it opens again
      Given "reader" follows marketPrices of "BTC-USDT"
      And market "BTC-USDT" is closed
      When the mark of "BTC-USDT" moves to "95004"
      Then nothing else arrived

    @clause:WS-SUB-FORMAT @assumed @negative
    Scenario: subscribe with an unknown type is refused with VALIDATION_ERROR
      When "reader" subscribes to prices:
        | symbol | {market} |
      Then "reader" receives:
        | status        | number 400                |
        | error.code    | VALIDATION_ERROR          |
        | error.message | unknown subscription type |
