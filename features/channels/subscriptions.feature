@ws @ws-only
Feature: a subscription is acknowledged before its first frame
  Background:
    Given the world "quiet"
    And a connection "feed" to info
    And a connection "session" of "trader"

  Rule: the acknowledgement comes before the first frame, and a reply comes before its events

    @clause:WS-SUB-FORMAT
    Scenario: subscribe to orderbook is acknowledged before the snapshot
      When over "feed" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"orderbook","symbol":"BTC-USDT","depth":10}}
        """
      Then "feed" receives:
        | id            | s          |
        | status        | number 200 |
        | result.type   | orderbook  |
        | result.symbol | BTC-USDT   |
        | result.status | subscribed |
      And "feed" receives:
        | id                 | <absent>        |
        | requestId          | <absent>        |
        | channel            | orderbookUpdate |
        | type               | snapshot        |
        | data.bids          | <10 items>      |
        | data.bids[0].price | 94990           |
      And "feed" receives nothing more

    @clause:WS-EMISSION @clause:WS-RESP-RESULT
    Scenario: the reply to placeOrders comes before the orderPlaced event
      Given over "session" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"subAccountUpdates","subAccountId":"{trader id}"}}
        """
      And "session" receives:
        | result.type   | subAccountUpdates |
        | result.status | subscribed        |
      When "trader" posts placeOrders as "o" over "session":
        | orders | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
      Then "session" receives:
        | id            | o  |
        | result.status | ok |
      And the stream of "session" sends at last:
        | frame.channel | subAccountUpdate |
        | eventType     | orderPlaced      |

    @clause:WS-SUB-TRADES @clause:WS-SUB-TRADE-UPDATES @clause:WS-EMISSION
    Scenario: a public channel can be subscribed to on the trade endpoint
      Given over "session" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"trades","symbol":"BTC-USDT"}}
        """
      And "session" receives:
        | result.status | subscribed |
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then "session" receives:
        | channel       | trade    |
        | data.symbol   | BTC-USDT |
        | data.price    | 95010    |
        | data.quantity | 0.1      |
      And "session" receives nothing more

  Rule: unsubscribe ends a stream, and a second subscribe adds no second stream

    @transition:connection/info/unsubscribe
    @clause:WS-SUB-FORMAT @clause:WS-SUB-TRADES
    Scenario: no frame follows the acknowledgement of unsubscribe
      Given over "feed" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"trades","symbol":"BTC-USDT"}}
        """
      And over "feed" is sent
        """
        {"id":"u","method":"unsubscribe","params":{"type":"trades","symbol":"BTC-USDT"}}
        """
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then "feed" receives:
        | id            | s          |
        | result.status | subscribed |
      And "feed" receives:
        | id            | u            |
        | result.type   | trades       |
        | result.symbol | BTC-USDT     |
        | result.status | unsubscribed |
      And "feed" receives nothing more

    @clause:WS-SUB-TRADES @assumed
    Scenario: two subscriptions to one channel deliver each trade once
      Given over "feed" is sent 2 times
        """
        {"method":"subscribe","params":{"type":"trades"}}
        """
      And "feed" receives 2 frames
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then "feed" receives:
        | channel | trade |
      And "feed" receives nothing more

    @clause:WS-SUB-SUBACCOUNTUPDATES @negative @any-market
    Scenario: subscribe to subAccountUpdates on the info endpoint is refused with UNAUTHORIZED
      When over "feed" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"subAccountUpdates","subAccountId":"{trader id}"}}
        """
      Then "feed" receives:
        | status        | number 401              |
        | error.code    | UNAUTHORIZED            |
        | error.message | authentication required |

  Rule: one address may have 100 connections and 1,000 subscriptions

    @transition:connection/none/connect-over-limit
    @clause:LIMIT-WS-CONNECTIONS-100 @clause:ERR-RATE-LIMIT-EXCEEDED @negative
    Scenario: a connection beyond the hundredth of one address is refused with 429
      Given 98 more connections to info, with 0 subscriptions each
      Then another connection to info is refused with 429

    @clause:LIMIT-WS-SUBSCRIPTIONS-1000 @clause:ERR-RATE-LIMIT-EXCEEDED @negative @any-market
    Scenario: a subscription beyond the thousandth of one address is refused with 429
      Given 10 more connections to info, with 100 subscriptions each
      When over "feed" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"trades"}}
        """
      Then "feed" receives:
        | status        | number 429             |
        | error.code    | RATE_LIMIT_EXCEEDED    |
        | error.message | too many subscriptions |
