@ws @ws-only @trade
Feature: a post follows the same rules as the same request over REST
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And a connection "session" of "trader"

  Rule: the response stands below result

    @clause:SURFACE-WS-TRADE @clause:WS-RESP-ID @clause:WS-RESP-REQUESTID @clause:WS-RESP-STATUS @clause:WS-RESP-TIMESTAMP
    @clause:WS-RESP-RATELIMIT @clause:WS-RESP-RESULT @clause:WS-RESP-RESULT-STATUS @clause:WS-RESP-RESULT-RESPONSE
    @clause:RATESNAP-PRESENT @clause:RATESNAP-REQUESTSCAP @clause:RATESNAP-REMAININGTOKENS @needs:limits
    Scenario: a posted placeOrders gets one reply with the resting order below result
      When "trader" posts placeOrders as "o1" over "session":
        | orders   | [{"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"}] |
        | grouping | na                                                                                           |
      Then "session" receives:
        | id                                     | o1           |
        | requestId                              | o1           |
        | status                                 | number 200   |
        | timestamp                              | number {now} |
        | rateLimit.requestsCap                  | number 1200  |
        | rateLimit.remainingTokens              | number 1195  |
        | result.status                          | ok           |
        | result.response.statuses[0].resting.id | <id>         |
        | error                                  | <absent>     |
      And "session" receives nothing more

    @clause:SURFACE-WS-INFO @clause:AUTH-INFO-NONE
    Scenario: a post of public data gets a reply without a rate limit
      Given a connection "feed" to info
      When over "feed" is sent
        """
        {"id":"m","method":"post","params":{"action":"getMids"}}
        """
      Then "feed" receives:
        | status                   | number 200                  |
        | result.status            | ok                          |
        | result.response.{market} | {(best bid + best ask) / 2} |
        | rateLimit                | <absent>                    |

  Rule: a login authorizes reads but never writes

    @clause:SURFACE-WS-TRADE @assumed @any-market
    Scenario Outline: an unsigned post that reads <whose> subaccount gets status <status>
      When over "session" is sent
        """
        {"id":"r","method":"post","params":{"action":"getOpenOrders","subAccountId":"{<who> id}"}}
        """
      Then "session" receives:
        | status        | number <status> |
        | result.status | <word>          |
        | error.code    | <code>          |

      Examples: as on REST with a signature
        | whose   | who    | status | word | code     |
        | its own | trader | 200    | ok   | <absent> |

      @clause:ERR-UNAUTHORIZED @negative
      Examples: refused as on REST
        | whose     | who   | status | word     | code         |
        | another's | other | 401    | <absent> | UNAUTHORIZED |

    @clause:AUTH-TRADE-REQUIRED @clause:REQ-SIGNATURE @negative @any-market
    Scenario: a post of cancelAllOrders without a signature is refused with UNAUTHORIZED
      When "trader" posts cancelAllOrders as "w" over "session":
        | symbols            | ["*"]    |
        | tampered.signature | <absent> |
      Then "session" receives:
        | status        | number 401            |
        | error.code    | UNAUTHORIZED          |
        | error.message | signature is required |

    @clause:SURFACE-WS-TRADE @assumed @negative @any-market
    Scenario Outline: a post of <action> on a connection without login is refused with UNAUTHORIZED
      Given a connection "door" to trade
      When "trader" posts <action> as "p" over "door":
        | <param> | <value> |
      Then "door" receives:
        | status        | number 401              |
        | error.code    | UNAUTHORIZED            |
        | error.message | authentication required |
        | rateLimit     | <absent>                |

      Examples:
        | action          | param   | value |
        | getOpenOrders   | surplus | text  |
        | cancelAllOrders | symbols | ["*"] |

    @clause:SURFACE-WS-TRADE @assumed @any-market
    Scenario: a signed post may read another subaccount than the one that is logged in
      When "other" posts getOpenOrders as "r" over "session":
        | surplus | text |
      Then "session" receives:
        | status          | number 200 |
        | result.response | []         |

  Rule: REST and WebSocket share nonces and token buckets

    @clause:AUTH-NONCE-REUSED @assumed @R-03 @negative
    Scenario: a post with a nonce that REST has used is refused
      When "trader" posts updateLeverage to "/trade":
        | symbol    | {market}            |
        | leverage  | 5                   |
        | top.nonce | number {now + 1 ms} |
      Then the response is ok
      When "trader" posts updateLeverage as "n" over "session":
        | symbol    | {market}            |
        | leverage  | 6                   |
        | top.nonce | number {now + 1 ms} |
      Then "session" receives:
        | status        | number 401         |
        | error.message | nonce already used |

    @clause:AUTH-NONCE-REUSED @assumed @R-03 @negative
    Scenario: a REST request with a nonce that a post has used is refused
      When "trader" posts updateLeverage as "n" over "session":
        | symbol    | {market}            |
        | leverage  | 5                   |
        | top.nonce | number {now + 1 ms} |
      Then "session" receives:
        | result.status | ok |
      When "trader" posts updateLeverage to "/trade":
        | symbol    | {market}            |
        | leverage  | 6                   |
        | top.nonce | number {now + 1 ms} |
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"

    @clause:RATE-IP-SHARED-STREAM @clause:RATE-IP-SHARED-CONNECTIONS @clause:RATE-EXCEEDED @clause:RATESNAP-ON-429 @negative
    Scenario: all connections and plain routes of one address share one token bucket
      Given a connection "feed" to info
      # The login of "session" has taken one more.
      And other requests take 9900 tokens of the address
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | error | <absent> |
      When over "feed" is sent
        """
        {"id":"m","method":"post","params":{"action":"getMids"}}
        """
      Then "feed" receives:
        | status          | number 429          |
        | error.code      | RATE_LIMIT_EXCEEDED |
        | error.category  | RATE_LIMIT          |
        | error.retryable | true                |
      And the address has 49 tokens left
