@ws @ws-only @info @orderbook @assumed
Feature: the orderbook channel keeps a copy of the book up to date
  Background:
    Given the world "bare"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity |
      | bid  | BTC-USDT | buy  | 94000 | 1.5      |
      | ask  | BTC-USDT | sell | 96000 | 2        |

  Rule: the snapshot follows the acknowledgement

    # CRC-32 of `b94000:1.5|a96000:2|`.
    @clause:WS-SUB-FORMAT
    Scenario: subscribe to orderbook without options sends a snapshot of depth 50, diff format and 250 ms
      When "reader" subscribes to orderbook:
        | symbol | btc-usdt |
      Then "reader" receives:
        | status                   | number 200 |
        | result.type              | orderbook  |
        | result.symbol            | BTC-USDT   |
        | result.depth             | number 50  |
        | result.format            | diff       |
        | result.updateFrequencyMs | number 250 |
        | result.status            | subscribed |
      And the stream of "reader" sends:
        | frame.method    | orderbook_depth_update             |
        | frame.channel   | orderbookUpdate                    |
        | frame.type      | snapshot                           |
        | frame.timestamp | number {now}                       |
        | frame.meseq     | <integer>                          |
        | frame.prevMeseq | <absent>                           |
        | frame.checksum  | text 48ba921c                          |
        | symbol          | BTC-USDT                           |
        | bids            | [{"price":"94000","quantity":"1.5"}] |
        | asks            | [{"price":"96000","quantity":"2"}]   |
      And nothing else arrived

  Rule: diffs follow at the chosen interval of exchange time

    # CRC-32 of `b94100:1|b94000:1.5|`.
    @clause:WS-EMISSION
    Scenario: a diff carries new levels, and removed levels with quantity 0
      Given "reader" follows orderbook of "BTC-USDT"
      And "trader" has the open orders:
        | name   | symbol   | side | price | quantity |
        | better | BTC-USDT | buy  | 94100 | 1        |
      When "trader" sends cancelOrders:
        | orderIds | ["{ask}"] |
      Then the response is ok
      When 250 ms pass
      Then the stream of "reader" sends in order:
        | frame.type | frame.timestamp | frame.meseq | frame.prevMeseq      | bids                               | asks                               | frame.checksum |
        | snapshot   |                 | <integer>   | <absent>             |                                    |                                    |                |
        | diff       | number {now}    | <more>      | <frame.meseq before> | [{"price":"94100","quantity":"1"}] | [{"price":"96000","quantity":"0"}] | text d4725108      |
      And nothing else arrived

    @clause:WS-EMISSION
    Scenario Outline: orderbook sends a diff every <ms> ms while the book changes
      Given "reader" follows orderbook:
        | symbol            | BTC-USDT    |
        | depth             | number 10   |
        | updateFrequencyMs | number <ms> |
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 93000 | 1        |
      And <ms> ms pass
      Then the response is ok
      And the stream of "reader" sends in order:
        | frame.type | frame.timestamp |
        | snapshot   |                 |
        | diff       | number {now}    |
      When 60 s pass
      Then nothing else arrived

      Examples:
        | ms   |
        | 50   |
        | 100  |
        | 250  |
        | 500  |
        | 1000 |

    @clause:WS-EMISSION
    Scenario: orderbook in snapshot format sends whole books
      Given "reader" follows orderbook:
        | symbol | BTC-USDT |
        | format | snapshot |
      And "other" sells "0.5" BTC-USDT at "94000"
      When 250 ms pass
      Then the stream of "reader" sends in order:
        | frame.type | bids                                 | asks                               |
        | snapshot   | [{"price":"94000","quantity":"1.5"}] | [{"price":"96000","quantity":"2"}] |
        | snapshot   | [{"price":"94000","quantity":"1"}]   | [{"price":"96000","quantity":"2"}] |
      And nothing else arrived

  Rule: a connection has one orderbook stream for each market

    @clause:WS-SUB-FORMAT
    Scenario: a second orderbook subscription to the same market replaces the first
      Given "reader" follows orderbook of "BTC-USDT"
      When "reader" subscribes to orderbook:
        | symbol | BTC-USDT |
        | format | snapshot |
      And "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 93000 | 1        |
      And 250 ms pass
      Then the response is ok
      And the stream of "reader" sends in order:
        | frame.type | frame.result.status | frame.timestamp      |
        | snapshot   |                     | number {now - 250 ms} |
        |            | subscribed          | number {now - 250 ms} |
        | snapshot   |                     | number {now - 250 ms} |
        | snapshot   |                     | number {now}         |
      And nothing else arrived
