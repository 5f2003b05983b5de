@ws @ws-only
Feature: a reply repeats the id, the channel name and the symbol that the client sent
  Background:
    Given the world "quiet"
    And a connection "feed" to info
    And a connection "session" of "trader"

  Rule: a stream starts and ends under each of its names

    @clause:WS-SUB-FORMAT @assumed
    Scenario Outline: subscribe and unsubscribe to <type> of one market are acknowledged under that name
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
        | id     | u                                                             |
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
    Scenario Outline: subscribe and unsubscribe to <type> without a symbol are acknowledged for all markets
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

    @clause:WS-SUB-FORMAT @assumed @any-market
    Scenario Outline: unsubscribe from <type> without a symbol is acknowledged and ends no stream
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

    @clause:WS-SUB-FORMAT @clause:WS-SUB-SUBACCOUNTUPDATES @assumed @any-market
    Scenario: the older name subAccountUpdate starts and ends the private stream
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
    Scenario: an orderbook subscription with depth 100 is acknowledged and starts with a snapshot
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

  Rule: a reply carries the id of its request, even if that is 0, negative or absent

    @clause:WS-RESP-ID @clause:WS-RESP-REQUESTID @assumed @any-market
    Scenario Outline: a post over <name> with the id <id> is acknowledged with the same id
      When over "<name>" is sent
        """
        {<sent>"method":"post","params":<params>}
        """
      Then "<name>" receives:
        | id            | <id> |
        | requestId     | <id> |
        | result.status | ok   |

      Examples:
        | name    | sent     | id        | params                                                  |
        | feed    | "id":7,  | number 7  | {"action":"getMids"}                                    |
        | feed    |          | <absent>  | {"action":"getMids"}                                    |
        | session | "id":-1, | number -1 | {"action":"getRateLimits","subAccountId":"{trader id}"} |
        | session |          | <absent>  | {"action":"getRateLimits","subAccountId":"{trader id}"} |

    @clause:WS-RESP-ID @clause:WS-RESP-REQUESTID @assumed @negative @any-market
    Scenario: a refused post with a number as id carries the number in its reply
      When over "feed" is sent
        """
        {"id":7,"method":"post","params":{"action":"getNobody"}}
        """
      Then "feed" receives:
        | id            | number 7           |
        | requestId     | number 7           |
        | status        | number 400         |
        | error.message | unsupported action |

    @clause:WS-RESP-TIMESTAMP @assumed @any-market
    Scenario: a ping without a timestamp gets a pong without a timestamp
      When over "feed" is sent
        """
        {"type":"ping"}
        """
      Then "feed" receives exactly
        """
        {"type":"pong"}
        """
