@ws @ws-only
Feature: subscriptions are acknowledged, then they deliver
  Background:
    Given the world "quiet"
    And a connection "feed" to info
    And a connection "session" of "trader"

  Rule: an acknowledgement comes before the first frame, a reply before what it caused

    @clause:WS-SUB-FORMAT
    Scenario: a book is shown as soon as it is subscribed to
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
        | id                 | <absent>   |
        | requestId          | <absent>   |
        | channel            | orderbookUpdate |
        | type               | snapshot   |
        | data.bids          | <10 items> |
        | data.bids[0].price | 94990      |
      And "feed" receives nothing more

    @clause:WS-EMISSION @clause:WS-RESP-RESULT
    Scenario: the response to an order comes before its own event
      Given over "session" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"subAccountUpdates","subAccountId":"{trader id}"}}
        """
      And "session" receives:
        | result.type   | subAccountUpdates |
        | result.status | subscribed        |
      When "trader" posts placeOrders as "o" over "session":
        | orders | [{"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"}] |
      Then "session" receives:
        | id            | o  |
        | result.status | ok |
      And "session" receives:
        | channel        | subAccountUpdate |
        | data.eventType | orderPlaced      |

    @clause:WS-SUB-TRADES @clause:WS-SUB-TRADE-UPDATES @clause:WS-EMISSION
    Scenario: a public stream may be followed on the trade endpoint too
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

  Rule: a stream ends when it is unsubscribed from, and there is never a second one

    @transition:connection/info/unsubscribe
    @clause:WS-SUB-FORMAT @clause:WS-SUB-TRADES
    Scenario: no frame after the end
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
    Scenario: subscribed twice, told once
      Given over "feed" is sent 2 times '{"method":"subscribe","params":{"type":"trades"}}'
      And "feed" receives 2 frames
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then "feed" receives:
        | channel | trade |
      And "feed" receives nothing more

    @clause:WS-SUB-SUBACCOUNTUPDATES @negative
    Scenario: there is no private stream on the public endpoint
      When over "feed" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"subAccountUpdates","subAccountId":"{trader id}"}}
        """
      Then "feed" receives:
        | status        | number 401              |
        | error.code    | UNAUTHORIZED            |
        | error.message | authentication required |

  Rule: one address has 100 connections and 1,000 subscriptions

    @transition:connection/none/connect-over-limit
    @clause:LIMIT-WS-CONNECTIONS-100 @clause:ERR-RATE-LIMIT-EXCEEDED @negative
    Scenario: the hundredth connection is the last
      Given 98 more connections to info
      Then another connection to info is refused with 429

    @clause:LIMIT-WS-SUBSCRIPTIONS-1000 @clause:ERR-RATE-LIMIT-EXCEEDED @negative
    Scenario: the thousandth subscription is the last, over all connections
      Given 10 connections follow 100 streams each
      When over "feed" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"trades"}}
        """
      Then "feed" receives:
        | status        | number 429             |
        | error.code    | RATE_LIMIT_EXCEEDED    |
        | error.message | too many subscriptions |
