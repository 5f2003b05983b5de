@limits
Feature: one address has 10,000 tokens for every 10 seconds
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a request is served while the address can pay all of it

    @clause:RATE-IP-10000 @clause:RATE-EXCEEDED @clause:ERR-RATE-LIMIT-EXCEEDED @clause:ERRENV-CATEGORY @negative
    Scenario: the last of 10,000 tokens is served, and one more is refused
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
    Scenario Outline: with <left> tokens left a request of 200 is answered <http>
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
    Scenario: the refusal has a text of its own, and costs nothing
      Given other requests take 9960 tokens of the address
      When anyone asks getMids
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      When anyone asks getMids
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      And the address has 40 tokens left

  Rule: tokens come back one in a millisecond

    @clause:RATE-REFILL-10S @assumed @R-40
    Scenario Outline: an empty bucket has after <ms> ms <tokens> tokens
      Given other requests take 10000 tokens of the address
      When <ms> ms pass
      Then the address has <tokens> tokens left

      Examples:
        | ms | tokens |
        | 0  | 0      |
        | 1  | 1      |
        | 49 | 49     |

    @clause:RATE-REFILL-10S @clause:RATE-IP-10000 @negative
    Scenario Outline: after <ms> idle milliseconds the bucket holds <tokens> tokens again
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
    Scenario: a request is served in the very millisecond in which it can be paid
      Given other requests take 10000 tokens of the address
      When 49 ms pass
      And anyone asks getMids
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      When 1 ms pass
      And anyone asks getMids
      Then the response is ok

  Rule: all doors share it, and it is asked first

    @clause:RATE-COST-TRADE-ALSO-IP @clause:RATE-IP-SHARED-CONNECTIONS
    Scenario: a signed request takes its cost from the address too
      Given other requests take 9900 tokens of the address
      When "trader" sends getOrderHistory
      Then the response lists nothing
      And the address has 50 tokens left

    @clause:RATE-IP-FIRST @clause:RATESNAP-REMAININGTOKENS @negative
    Scenario: a signed request that the address cannot pay leaves the subaccount alone
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
    Scenario Outline: a request with the header <name> takes from the bucket of its own address
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
