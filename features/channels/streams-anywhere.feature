@ws @ws-only @info
Feature: a subscription begins with its acknowledgement and ends with it, in a market where others trade too
  Background:
    Given the world "quiet"

  Rule: the acknowledgement comes first

    @orderbook @clause:WS-SUB-FORMAT @assumed
    Scenario: the snapshot of a book follows the acknowledgement of its subscription
      When "reader" subscribes to orderbook:
        | symbol | {market} |
      Then "reader" receives:
        | id            | subscribe  |
        | status        | number 200 |
        | result.type   | orderbook  |
        | result.symbol | {market}   |
        | result.status | subscribed |
      And "reader" receives:
        | type        | snapshot |
        | data.symbol | {market} |

  Rule: no frame follows the end

    @trades @clause:WS-SUB-FORMAT @clause:WS-SUB-TRADES @transition:connection/info/unsubscribe
    Scenario: a trade after the acknowledgement of unsubscribe is not sent
      Given "reader" follows trades of "{market}"
      When "reader" unsubscribes from trades:
        | symbol | {market} |
      Then the stream of "reader" sends at last:
        | frame.id            | unsubscribe  |
        | frame.result.status | unsubscribed |
      Given "trader" is long "{size}" of "{market}" against "other"
      And 1 s pass
      Then nothing else arrived

  Rule: a public trade is that of its taker

    @trades @clause:WS-SUB-TRADES @clause:PUBTRADE-FIELD-ISMAKER @clause:PUBTRADE-FIELD-SIDE @assumed
    Scenario: a trade between two wallets is sent with the side of the taker, which is not the maker
      Given "reader" follows trades of "{market}"
      And "trader" is short "{size}" of "{market}" against "other", at "entry"
      When "trader" sends getTrades:
        | limit | number 1 |
      Then "trades[0].tradeId" of the response is called "fill"
      And the stream of "reader" sends at last:
        | tradeId  | {fill}         |
        | side     | sell           |
        | price    | {entry, price} |
        | quantity | {size}         |
        | isMaker  | false          |
        | isTaker  | true           |

  Rule: a book is sent no more often than was asked for

    @orderbook @clause:WS-SUB-FORMAT @clause:WS-EMISSION @assumed
    Scenario: ten changes of a book within a second do not make ten frames
      Given "reader" follows orderbook:
        | symbol            | {market}    |
        | depth             | number 10   |
        | updateFrequencyMs | number 1000 |
      And "trader" buys "{size}" of "{market}" from "other", 5 times
      And "other" offers "{size}" of "{market}" inside the spread, at "ask"
      When 2 s pass
      Then the book that "reader" follows has come no more often than every 1000 ms
