@ws @ws-only
Feature: a reply repeats what the client said, under the names it used
  Background:
    Given the world "quiet"
    And a connection "feed" to info
    And a connection "session" of "trader"

  Rule: every name of a stream begins it and ends it

    @clause:WS-SUB-FORMAT @assumed
    Scenario Outline: <type>
      When over "feed" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"<type>","symbol":"btc-usdt"<more>}}
        """
      Then "feed" receives:
        | result | {"type":"<type>","symbol":"BTC-USDT"<more>,"status":"subscribed"} |
      When over "feed" is sent
        """
        {"id":"u","method":"unsubscribe","params":{"type":"<type>","symbol":"btc-usdt"<more>}}
        """
      Then "feed" receives:
        | id     | u                                                            |
        | result | {"type":"<type>","symbol":"btc-usdt","status":"unsubscribed"} |

      Examples:
        | type               | more              |
        | marketPrices       |                   |
        | marketPriceUpdates |                   |
        | price              |                   |
        | trades             |                   |
        | trade              |                   |
        | candles            | ,"timeframe":"1m" |
        | candle             | ,"timeframe":"1m" |
        | liquidations       |                   |
        | liquidation        |                   |

    @clause:WS-SUB-FORMAT @assumed
    Scenario Outline: <type> of all markets, asked for without a symbol
      When over "feed" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"<type>"}}
        """
      Then "feed" receives:
        | result | {"type":"<type>","status":"subscribed"} |
      When over "feed" is sent
        """
        {"id":"u","method":"unsubscribe","params":{"type":"<type>"}}
        """
      Then "feed" receives:
        | result | {"type":"<type>","status":"unsubscribed"} |

      Examples:
        | type         |
        | marketPrices |
        | trades       |

    @clause:WS-SUB-FORMAT @assumed
    Scenario Outline: the end of <type> without a symbol, which ends nothing
      When over "feed" is sent
        """
        {"id":"u","method":"unsubscribe","params":{"type":"<type>"}}
        """
      Then "feed" receives:
        | status | number 200                                |
        | result | {"type":"<type>","status":"unsubscribed"} |

      Examples:
        | type         |
        | candles      |
        | liquidations |

    @clause:WS-SUB-FORMAT @clause:WS-SUB-SUBACCOUNTUPDATES @assumed
    Scenario: a private stream by its older name
      When over "session" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"subAccountUpdate","subaccountId":"{trader id}"}}
        """
      Then "session" receives:
        | result | {"type":"subAccountUpdate","sub_account_id":"{trader id}","subAccountId":"{trader id}","status":"subscribed"} |
      When over "session" is sent
        """
        {"id":"u","method":"unsubscribe","params":{"type":"subAccountUpdate","subaccountId":"{trader id}"}}
        """
      Then "session" receives:
        | result | {"type":"subAccountUpdate","status":"unsubscribed"} |

    @clause:WS-SUB-FORMAT @assumed
    Scenario: a book to its greatest depth
      When over "feed" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"orderbook","symbol":"BTC-USDT","depth":100,"updateFrequencyMs":500}}
        """
      Then "feed" receives:
        | result | {"type":"orderbook","symbol":"BTC-USDT","depth":100,"format":"diff","updateFrequencyMs":500,"status":"subscribed"} |
      And "feed" receives:
        | type      | snapshot   |
        | data.bids | <20 items> |
      When over "feed" is sent
        """
        {"id":"u","method":"unsubscribe","params":{"type":"orderbook","symbol":"BTC-USDT"}}
        """
      Then "feed" receives:
        | result | {"type":"orderbook","symbol":"BTC-USDT","status":"unsubscribed"} |
      When over "feed" is sent
        """
        {"id":"u","method":"unsubscribe","params":{"type":"orderbook"}}
        """
      Then "feed" receives:
        | result | {"type":"orderbook","status":"unsubscribed"} |

  Rule: a request is called back by the id it had, whatever that is

    @clause:WS-RESP-ID @clause:WS-RESP-REQUESTID @assumed
    Scenario Outline: a post over <name> with an id of <id>
      When over "<name>" is sent
        """
        {<sent>"method":"post","params":<params>}
        """
      Then "<name>" receives:
        | id            | <id> |
        | requestId     | <id> |
        | result.status | ok   |

      Examples:
        | name | sent     | id       | params                                              |
        | feed | "id":7,  | number 7 | {"action":"getMids"}                                |
        | feed |          | <absent> | {"action":"getMids"}                                |
        | account | "id":-1, | number -1 | {"action":"getRateLimits","subAccountId":"{trader id}"} |
        | account |          | <absent> | {"action":"getRateLimits","subAccountId":"{trader id}"} |

    @clause:WS-RESP-ID @clause:WS-RESP-REQUESTID @assumed @negative
    Scenario: a refusal with a number as id
      When over "feed" is sent
        """
        {"id":7,"method":"post","params":{"action":"getNobody"}}
        """
      Then "feed" receives:
        | id            | number 7           |
        | requestId     | number 7           |
        | status        | number 400         |
        | error.message | unsupported action |

    @clause:WS-RESP-TIMESTAMP @assumed
    Scenario: a ping that tells no time hears none
      When over "feed" is sent
        """
        {"type":"ping"}
        """
      Then "feed" receives exactly
        """
        {"type":"pong"}
        """
