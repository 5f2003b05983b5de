@ws @ws-only @info @orderbook @assumed
Feature: the frames of orderbook keep a copy of a moving book up to date
  Background:
    Given the world "quiet"

  Rule: every diff joins the previous frame and matches its checksum

    @clause:WS-SUB-FORMAT @clause:WS-EMISSION @clause:WS-PROVENANCE-MESEQ
    Scenario: a copy kept from diffs follows an order that is placed, partially filled and cancelled
      Given "reader" follows orderbook:
        | symbol            | BTC-USDT   |
        | depth             | number 10  |
        | updateFrequencyMs | number 100 |
      And "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94991 | 0.003    |
      When 100 ms pass
      Then the book that "reader" keeps comes to:
        | side | price | quantity |
        | bids | 94991 | 0.003    |
      Given "other" sells "0.001" BTC-USDT at "94991"
      When 100 ms pass
      Then the book that "reader" keeps comes to:
        | side | price | quantity |
        | bids | 94991 | 0.002    |
      When anyone asks getOrderbook:
        | symbol | BTC-USDT  |
        | limit  | number 10 |
      Then the response shows the book that "reader" keeps
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When 100 ms pass
      Then the book that "reader" keeps comes to:
        | side | price | quantity |
        | bids | 94991 |          |

    @clause:WS-SUB-FORMAT @clause:WS-EMISSION
    Scenario: a copy kept from snapshots has the depth of the subscription
      Given "reader" follows orderbook:
        | symbol            | BTC-USDT   |
        | depth             | number 10  |
        | format            | snapshot   |
        | updateFrequencyMs | number 100 |
      And "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | ask  | BTC-USDT | sell | 95009 | 0.001    |
      When 100 ms pass
      Then the book that "reader" keeps comes to:
        | side | price | quantity |
        | asks | 95009 | 0.001    |
      When anyone asks getOrderbook:
        | symbol | BTC-USDT  |
        | limit  | number 10 |
      Then the response shows the book that "reader" keeps

    @clause:WS-EMISSION @clause:WS-PROVENANCE-MESEQ
    Scenario: a diff carries a timestamp and an engine sequence above that of the snapshot
      Given "reader" follows orderbook:
        | symbol            | BTC-USDT   |
        | depth             | number 10  |
        | updateFrequencyMs | number 100 |
      And "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94985 | 0.001    |
      When 100 ms pass
      Then the stream of "reader" sends in order:
        | frame.method           | frame.channel   | frame.type | frame.timestamp | frame.meseq | frame.prevMeseq      | frame.checksum | symbol   | bids                                     | asks       |
        | orderbook_depth_update | orderbookUpdate | snapshot   | <ms>            | <integer>   | <absent>             | <text>         | BTC-USDT | <10 items>                               | <10 items> |
        | orderbook_depth_update | orderbookUpdate | diff       | <ms>            | <more>      | <frame.meseq before> | <text>         | BTC-USDT | <any>                                    | []         |
