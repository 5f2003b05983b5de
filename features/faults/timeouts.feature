@errors @faults @needs:fault
Feature: a request that times out may be sent again
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity |
      | bid  | BTC-USDT | buy  | 94000 | 0.1      |

  Rule: a trade request that times out responds 503 and changes nothing

    @trade @clause:ERR-OPERATION-TIMEOUT @clause:ERRRULE-TIMEOUT-503 @negative
    Scenario Outline: <action> under the fault timeout responds 503 OPERATION_TIMEOUT and changes nothing
      Given the fault timeout on <action>
      When "trader" sends <action> with <params>
      Then the response is 503 with:
        | status          | error             |
        | error.code      | OPERATION_TIMEOUT |
        | error.message   | context timeout   |
        | error.category  | SYSTEM            |
        | error.retryable | true              |
        | response        | <absent>          |
      And nothing changed

      Examples:
        | action          | params                                                                                                       |
        | placeOrders     | {"orders":[{"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94010","quantity":"0.1"}]}      |
        | modifyOrder     | {"orderId":"{bid}","price":"94100"}                                                                          |
        | cancelAllOrders | {"symbols":["*"]}                                                                                            |
        | getPositions    | -                                                                                                            |

    @trade @clause:ERRRULE-TIMEOUT-RATELIMIT @clause:RATESNAP-REMAININGTOKENS @negative
    Scenario: a request that times out has used its tokens, and the response shows what is left
      Given the fault timeout on modifyOrder
      When "trader" sends modifyOrder:
        | orderId | {bid} |
        | price   | 94100 |
      Then the response is 503 with:
        | error.code               | OPERATION_TIMEOUT |
        | rateLimit.requestsCap    | number 1200       |
        | rateLimit.remainingTokens | number 1190      |

    @trade @clause:ERR-OPERATION-TIMEOUT @assumed @R-21
    Scenario: placeOrders rejects one order of a batch with OPERATION_TIMEOUT and places the others
      Given the fault reject on placeOrders:
        | effect.code | OPERATION_TIMEOUT |
        | match.item  | number 1          |
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94010 | 0.1      |
        | BTC-USDT | buy  | 94020 | 0.1      |
        | BTC-USDT | buy  | 94030 | 0.1      |
      Then item 1 is refused with OPERATION_TIMEOUT "context timeout"
      And the response is ok with:
        | statuses[0].resting.id | <id> |
        | statuses[2].resting.id | <id> |

  Rule: a gateway or a guard may respond in place of the exchange

    @clause:ERR-RATE-LIMIT-EXCEEDED @clause:ERRENV-RETRYABLE @negative
    Scenario: getOpenOrders under the fault rateLimited responds 429 although tokens are left
      Given the fault rateLimited on getOpenOrders, once
      When "trader" sends getOpenOrders
      Then the response is 429 with:
        | error.code      | RATE_LIMIT_EXCEEDED |
        | error.category  | RATE_LIMIT          |
        | error.retryable | true                |
      When "trader" sends getOpenOrders
      Then the response is ok

    @clause:ERR-HTTP-STATUS-GENERAL @assumed @R-21 @negative
    Scenario Outline: modifyOrder under a failure with status <http> responds <http> <code> and changes nothing
      Given the fault failure on modifyOrder:
        | effect.http | number <http> |
      When "trader" sends modifyOrder:
        | orderId | {bid} |
        | price   | 94100 |
      Then the response is refused with <http> <code> "<text>"
      And nothing changed

      Examples: the exchange
        | http | code                | text                                                  |
        | 503  | SERVICE_UNAVAILABLE | trading service is draining, not accepting new orders |

      @rest-only
      Examples: a gateway in front of it
        | http | code           | text                   |
        | 502  | INTERNAL_ERROR | Failed to modify order |

  Rule: a delayed response has the same content

    @clause:GETOPENORDERS @assumed @R-21
    Scenario: getOpenOrders with a response delayed by 400 ms lists the same orders
      Given the fault latency on getOpenOrders, once:
        | effect.ms | number 400 |
      When "trader" sends getOpenOrders, whose response takes 400 ms
      Then the response lists:
        | orderId |
        | {bid}   |

    @clause:AUTH-EXPIRESAFTER-PAST @negative
    Scenario: a request delayed beyond its expiresAfter is refused as expired
      Given the fault latency on getOpenOrders, once:
        | effect.ms | number 400 |
        | effect.of | request    |
      When "trader" sends getOpenOrders, whose response takes 400 ms:
        | top.expiresAfter | number {now + 300 ms} |
      Then the response is refused with 401 UNAUTHORIZED "request expired"
