@info @getMarketPrices
Feature: getMarketPrices shows the prices and 24-hour figures of every open market
  Background:
    Given the world "quiet"

  Rule: a record holds prices, 24-hour figures and open interest

    @clause:GETMARKETPRICES @clause:CONV-DECIMAL-STRINGS @clause:CONV-TIMESTAMP-MS @assumed @needs:worlds
    Scenario: getMarketPrices shows opening prices and no volume where nothing has traded
      When anyone asks getMarketPrices
      Then the response is ok with:
        | ETH-USDT.symbol         | ETH-USDT     |
        | ETH-USDT.bestBid        | 3299.0       |
        | ETH-USDT.bestAsk        | 3301.0       |
        | ETH-USDT.markPrice      | 3300.0       |
        | ETH-USDT.indexPrice     | 3300.0       |
        | ETH-USDT.lastPrice      | 3300.0       |
        | ETH-USDT.prevDayPrice   | 0            |
        | ETH-USDT.volume24h      | 0            |
        | ETH-USDT.quoteVolume24h | 0            |
        | ETH-USDT.fundingRate    | <decimal>    |
        | ETH-USDT.openInterest   | 0            |
        | ETH-USDT.timestamp      | number {now} |
        | ETH-USDT.onHours        | <absent>     |

    @clause:GETMARKETPRICES @assumed @needs:worlds
    Scenario: a trade counts once in the volumes and on both sides in the open interest
      Given "trader" is long "0.5" BTC-USDT at "95005" against "maker"
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.bestBid        | 94990   |
        | BTC-USDT.bestAsk        | 95010   |
        | BTC-USDT.lastPrice      | 95005   |
        | BTC-USDT.volume24h      | 0.5     |
        | BTC-USDT.quoteVolume24h | 47502.5 |
        | BTC-USDT.openInterest   | 1       |
        | ETH-USDT.volume24h      | 0       |

    @clause:GETMARKETPRICES @assumed
    Scenario: the 24-hour volumes drop a trade after a day
      Given "trader" buys "0.5" BTC-USDT at "95010"
      And 23 hours pass
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.volume24h | 0.5 |
      When 61 minutes pass
      And anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.volume24h      | 0     |
        | BTC-USDT.quoteVolume24h | 0     |
        | BTC-USDT.prevDayPrice   | 95010 |

    @clause:GETMARKETPRICES @assumed
    Scenario: the index moves at once and the mark follows it
      Given the index of "BTC-USDT" is "96000"
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.indexPrice | 96000 |
      When 1 minutes pass
      And anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.indexPrice | 96000 |
        | BTC-USDT.markPrice  | 95018 |

  Rule: only open markets are listed

    @clause:GETMARKETPRICES @assumed
    Scenario: getMarketPrices leaves out a closed market
      Given market "BTC-USDT" is closed
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT        | <absent> |
        | ETH-USDT.symbol | ETH-USDT |

    @clause:GETMARKETPRICES @assumed
    Scenario Outline: getMarketPrices shows onHours <on> for a market with trading hours <hours> after midnight
      Given <hours> pass
      When anyone asks getMarketPrices
      Then the response is ok with:
        | WTI-USDT.onHours | <on> |

      Examples:
        | hours    | on    |
        | 21 hours | true  |
        | 22 hours | false |
        | 24 hours | true  |

  Rule: a market with trading hours says whether it is within them

    @clause:GETMARKETPRICES @assumed
    Scenario: getMarketPrices shows onHours for a market with trading hours
      When anyone asks getMarketPrices
      Then the response is ok with:
        | {session market}.symbol  | {session market} |
        | {session market}.onHours | <boolean>        |

    @clause:GETMARKETPRICES @clause:PLACEORDERS-STATUS-RESTING @assumed
    Scenario: a market with trading hours is open within them, and an order rests there
      Given the market "{session market}" is within its trading hours
      When anyone asks getMarkets
      Then the response has among others:
        | symbol           | isOpen | isCloseOnly |
        | {session market} | true   | false       |
      When "trader" places:
        | symbol           | side | orderType | price             | quantity       |
        | {session market} | buy  | limitGtc  | {session far bid} | {session size} |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |
