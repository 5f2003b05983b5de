@ws @ws-only @info @marketPrices
Feature: marketPrices sends the price changes that orders and trades cause
  Background:
    Given the world "quiet"
    And "reader" follows marketPrices of "BTC-USDT"

  Rule: a frame names the price that changed and carries the others beside it

    @clause:WS-SUB-MARKETPRICEUPDATES @assumed
    Scenario: a trade inside the spread becomes the last price
      Given "trader" is long "0.001" BTC-USDT at "95003" against "other"
      Then the stream of "reader" sends at last:
        | frame.method    | market_price_update |
        | frame.channel   | marketPriceUpdate   |
        | frame.timestamp | number {now}        |
        | symbol          | BTC-USDT            |
        | updateType      | last                |
        | price           | 95003               |
        | lastPrice       | 95003               |
        | timestamp       | number {now}        |
        | tsMs            | number {now}        |
        | volume24h       | <decimal>           |
        | quoteVolume24h  | <decimal>           |
        | high24h         | <decimal>           |
        | low24h          | <decimal>           |
        | openInterest    | <decimal>           |
        | fundingRate     | <decimal>           |
        | nextFundingTime | <ms>                |

    # The mid is 95,009.5, so the premium becomes 9.5 x 2 / 31 = 0.61 in a second, a tick when rounded.
    @clause:WS-SUB-MARKETPRICEUPDATES @assumed
    Scenario: a bid far above the other bids moves the mark price
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 95009 | 0.001    |
      Then the stream of "reader" sends at last:
        | updateType | mid     |
        | price      | 95009.5 |
        | bestBid    | 95009   |
        | bestAsk    | 95010   |
      When 1 s pass
      Then the stream of "reader" sends at last:
        | frame.method | market_price_update |
        | updateType   | mark                |
        | price        | 95001               |
        | markPrice    | 95001               |
        | indexPrice   | 95000               |
