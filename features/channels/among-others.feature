@ws @ws-only @info
Feature: the public streams of a market where others trade too send what a scenario does there
  Background:
    Given the world "quiet"

  Rule: each trade is sent once, and in the order of the fills

    @trades @clause:WS-SUB-TRADES @clause:WS-SUB-TRADE-UPDATES @clause:WS-TRADE-CHANNEL @clause:WS-TRADE-TIMESTAMP @assumed
    Scenario: a trade between two wallets is sent on the channel trade with its time in milliseconds
      Given "reader" follows trades of "{market}"
      And "trader" is long "{size}" of "{market}" against "other", at "entry"
      When "trader" sends getTrades:
        | limit | number 1 |
      Then "trades[0].tradeId" of the response is called "fill"
      And "trades[0].timestamp" of the response is called "filled"
      And the stream of "reader" sends at last:
        | frame.method    | trade           |
        | frame.channel   | trade           |
        | frame.timestamp | <ms>            |
        | tradeId         | {fill}          |
        | symbol          | {market}        |
        | side            | buy             |
        | price           | {entry, price}  |
        | quantity        | {size}          |
        | timestamp       | number {filled} |
        | isMaker         | false           |

    @trades @clause:WS-SUB-TRADES @clause:WS-SUB-TRADE-UPDATES @assumed
    Scenario: an order that fills twelve resting orders sends twelve trades, each of them once
      Given the price midway in the spread of "{market}" is called "middle"
      And "other" has the open orders:
        | times | symbol   | side | price    | quantity   |
        | 12    | {market} | sell | {middle} | {size / 5} |
      And "reader" follows trades of "{market}"
      When "trader" places:
        | symbol   | side | orderType | price    | quantity        |
        | {market} | buy  | limitIoc  | {middle} | {12 x size / 5} |
      Then the response is ok
      When "trader" sends getTrades:
        | limit | number 12 |
      Then the stream of "reader" sends each trade of the response once, the oldest first

  Rule: prices are sent as they change, under the word of the subscription

    @marketPrices @assumed @R-113
    Scenario Outline: a new best ask sends the mid on the channel <channel> after a subscription to <type>
      When "reader" subscribes to <type>:
        | symbol | {market} |
      Then "reader" receives:
        | status      | number 200 |
        | result.type | <type>     |
      Given "trader" is long "{size}" of "{market}" against "other"
      Then the stream of "reader" sends at last:
        | frame.method  | market_price_update |
        | frame.channel | <channel>           |
        | symbol        | {market}            |
        | updateType    | mid                 |

      Examples:
        | type               | channel           |
        | marketPrices       | marketPriceUpdate |
        | marketPriceUpdates | marketPriceUpdate |
        | price              | priceUpdate       |

    @marketPrices @clause:WS-SUB-MARKETPRICEUPDATES @assumed
    Scenario: a bid next to the best ask moves the mark, which is sent
      Given "reader" follows marketPrices of "{market}"
      And "trader" bids for "{size}" of "{market}" inside the spread, high, at "bid", as "first"
      And 1 s pass
      And "trader" has sent cancelOrders:
        | orderIds | ["{first}"] |
      Then the stream of "reader" sends at last:
        | frame.channel | marketPriceUpdate |
        | symbol        | {market}          |
        | updateType    | mark              |
        | price         | <decimal>         |
        | markPrice     | <decimal>         |
        | indexPrice    | <decimal>         |

    @marketPrices @clause:WS-SUB-MARKETPRICEUPDATES @assumed
    Scenario: a trade between two wallets is sent as the last price
      Given "reader" follows marketPrices of "{market}"
      And "trader" is long "{size}" of "{market}" against "other", low in the spread, at "first"
      And 1 s pass
      And "trader" is long "{size}" of "{market}" against "other", high in the spread, at "entry"
      And the price "{entry}" is above "{first}"
      Then the stream of "reader" sends at last:
        | symbol     | {market}       |
        | updateType | last           |
        | price      | {entry, price} |
        | lastPrice  | {entry, price} |

  Rule: the frames of a book join each other while other people change it

    @orderbook @clause:WS-SUB-FORMAT @clause:WS-EMISSION @clause:WS-PROVENANCE-MESEQ @assumed
    Scenario: a copy kept from diffs shows a bid that is placed, and after its end an offer
      Given "reader" follows orderbook:
        | symbol            | {market}   |
        | depth             | number 10  |
        | updateFrequencyMs | number 100 |
      And "trader" bids for "{size}" of "{market}" inside the spread, at "bid", as "first"
      When 100 ms pass
      Then the book that "reader" keeps comes to:
        | side | price        | quantity       |
        | bids | {bid, price} | {size} or more |
      Given "trader" has sent cancelOrders:
        | orderIds | ["{first}"] |
      And 1 s pass
      And "trader" offers "{size}" of "{market}" inside the spread, at "ask"
      When 100 ms pass
      Then the book that "reader" keeps comes to:
        | side | price        | quantity       |
        | asks | {ask, price} | {size} or more |

  Rule: a peer that breaks the protocol loses its own connection, and others receive trades as before

    @trades @clause:WS-ERR-CODE @clause:SURFACE-WS-INFO @assumed @R-10 @negative
    Scenario Outline: <what> closes its connection with <code>
      Given a connection "rude" to info
      And "reader" follows trades of "{market}"
      When over "rude" is sent <how>
        """
        <bytes>
        """
      Then "rude" is closed with <code>
      Given "trader" is long "{size}" of "{market}" against "other", at "entry"
      Then the stream of "reader" sends at last:
        | frame.channel | trade          |
        | price         | {entry, price} |
        | quantity      | {size}         |

      Examples:
        | what                       | how            | bytes                                  | code |
        | a byte that begins nothing | in hex         | ff                                     | 1007 |
        | a frame without a mask     | without a mask | {"id":"p","method":"ping","params":{}} | 1002 |
        | a binary frame             | as binary      | {"id":"p","method":"ping","params":{}} | 1003 |
