@limits
Feature: one address has 10,000 tokens for every 10 seconds
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a request succeeds if the address can pay its whole cost

    @clause:RATE-IP-10000 @clause:RATE-EXCEEDED @clause:ERR-RATE-LIMIT-EXCEEDED @clause:ERRENV-CATEGORY @negative
    Scenario: the last of 10,000 tokens pays a request, and one more request is refused
      Given other requests take 9999 tokens of the address
      When anyone asks getExchangeStatus
      Then the response is ok
      When anyone asks getExchangeStatus
      Then the response is 429 with:
        | status          | error               |
        | response        | <absent>            |
        | error.code      | RATE_LIMIT_EXCEEDED |
        | error.category  | RATE_LIMIT          |
        | error.retryable | true                |
        | requestId       | <request id>        |
        | timestamp       | <ms>                |
        | rateLimit       | <absent>            |

    @clause:RATE-EXCEEDED @clause:RATE-COST-GETORDERBOOK @negative
    Scenario Outline: a request of 200 tokens responds <http> with <left> tokens left
      Given other requests take <spent> tokens of the address
      When anyone asks getOrderbook:
        | symbol | BTC-USDT |
      Then the response is <http> with:
        | error.code | <code> |
      And the address has <after> tokens left

      Examples:
        | left | spent | http | code                | after |
        | 199  | 9801  | 429  | RATE_LIMIT_EXCEEDED | 199   |
        | 200  | 9800  | 200  | <absent>            | 0     |
        | 201  | 9799  | 200  | <absent>            | 1     |

    @clause:RATE-EXCEEDED @assumed @R-40 @negative
    Scenario: the refusal has its own text and costs nothing
      Given other requests take 9960 tokens of the address
      When anyone asks getMids
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      When anyone asks getMids
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      And the address has 40 tokens left

  Rule: one token comes back each millisecond

    @clause:RATE-REFILL-10S @assumed @R-40
    Scenario Outline: an empty bucket has <tokens> tokens after <ms> ms
      Given other requests take 10000 tokens of the address
      When <ms> ms pass
      Then the address has <tokens> tokens left

      Examples:
        | ms | tokens |
        | 0  | 0      |
        | 1  | 1      |
        | 49 | 49     |

    @clause:RATE-REFILL-10S @clause:RATE-IP-10000 @negative
    Scenario Outline: the bucket has <tokens> tokens again after <ms> ms without requests
      Given other requests take 10000 tokens of the address
      When <ms> ms pass
      And other requests take <all but one> tokens of the address
      And anyone asks getExchangeStatus
      Then the response is ok
      When anyone asks getExchangeStatus
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"

      Examples:
        | ms    | tokens | all but one |
        | 9999  | 9999   | 9998        |
        | 10000 | 10000  | 9999        |
        | 10001 | 10000  | 9999        |

    @clause:RATE-EXCEEDED @assumed @R-40 @negative
    Scenario: a request succeeds in the millisecond in which it can be paid
      Given other requests take 10000 tokens of the address
      When 49 ms pass
      And anyone asks getMids
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      When 1 ms pass
      And anyone asks getMids
      Then the response is ok

  Rule: all endpoints share the bucket of the address, which is checked first

    @clause:RATE-COST-TRADE-ALSO-IP @clause:RATE-IP-SHARED-CONNECTIONS
    Scenario: a signed request takes its cost from the address too
      Given other requests take 9900 tokens of the address
      When "trader" sends getOrderHistory
      Then the response lists nothing
      And the address has 50 tokens left

    @clause:RATE-IP-FIRST @clause:RATESNAP-REMAININGTOKENS @negative
    Scenario: a signed request that the address cannot pay leaves the subaccount unchanged
      Given other requests take 200 tokens of "trader"
      And other requests take 9790 tokens of the address
      When "trader" sends getOrderHistory
      Then the response is 429 with:
        | error.code | RATE_LIMIT_EXCEEDED |
        | rateLimit  | <absent>            |
      # 50 ms bring 50 tokens to the address and 6 to the subaccount.
      When 50 ms pass
      And "trader" sends getOrderHistory
      Then the response is 200 with:
        | rateLimit.remainingTokens | number 956 |

    @clause:RATE-IP-10000 @clause:RATE-EXCEEDED @assumed @R-42 @negative @rest-only
    Scenario Outline: a request with the header <name> takes tokens of its own address
      Given other requests take 9990 tokens of the address
      When anyone posts to "/info" with the header "<name>" "<value>" the body
        """
        {"params":{"action":"getExchangeStatus"}}
        """
      Then the response is ok
      And the address has 9 tokens left
      When anyone posts to "/info" with the header "<name>" "<value>" the body
        """
        {"params":{"action":"getExchangeStatus"}}
        """
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"

      Examples:
        | name             | value           |
        | X-Forwarded-For  | 203.0.113.7     |
        | Forwarded        | for=203.0.113.7 |
        | X-Real-IP        | 203.0.113.7     |
        | True-Client-IP   | 203.0.113.7     |
