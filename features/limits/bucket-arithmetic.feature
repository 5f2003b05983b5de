@limits @trade
Feature: the cost of requests and the refill of the bucket add up
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: rateLimit shows the tokens left after the request

    @clause:RATESNAP-PRESENT @clause:RATESNAP-REQUESTSCAP @clause:RATESNAP-REMAININGTOKENS
    Scenario: each of several reads takes its cost
      Given the bucket of "trader" is full
      When "trader" sends getOrderHistory
      Then "rateLimit" of the body has exactly the keys "requestsCap, remainingTokens"
      And the request has taken 50 tokens of "trader"
      When "trader" sends getOpenOrders
      Then the request has taken 10 tokens of "trader"
      When "trader" sends getSubAccount
      Then the request has taken 20 tokens of "trader"

    @clause:RATESNAP-PRESENT @clause:RATESNAP-REMAININGTOKENS @assumed @negative
    Scenario Outline: a request refused for <reason> takes its cost
      Given the bucket of "trader" is full
      When "trader" sends <action> with <params>
      Then the response is <http> with:
        | status | error |
      And the request has taken <cost> tokens of "trader"

      Examples:
        | reason           | action          | params            | http | cost |
        | what it asks for | cancelAllOrders | {"symbols":["*"]} | 404  | 2    |
        | a wrong filter   | getOrderHistory | {"side":"up"}     | 400  | 50   |

    @clause:GETRATELIMITS @clause:AUTH-NONONCE-GETRATELIMITS @clause:RATESNAP-REQUESTSUSED @clause:RATE-COST-GETRATELIMITS
    Scenario: getRateLimits shows used and remaining tokens that add up to the bucket
      Given the bucket of "trader" is full
      When "trader" sends getRateLimits
      Then the response is ok with:
        | requestsUsed | number 20 |
      And the response has exactly the keys "requestsUsed, requestsCap"
      And the request has taken 20 tokens of "trader"
      And what is used and what is left make up the bucket
      When "trader" sends getBalanceUpdates
      Then the request has taken 100 tokens of "trader"
      When "trader" sends getRateLimits
      Then the request has taken 20 tokens of "trader"
      And what is used and what is left make up the bucket

  Rule: tokens come back continuously, a whole bucket in 10 seconds

    @clause:RATE-REFILL-10S
    Scenario: one second refills a tenth of the bucket
      Given the bucket of "trader" is full
      When "trader" sends getBalanceUpdates
      Then the request has taken 100 tokens of "trader"
      When "trader" sends getFundingPayments
      Then the request has taken 100 tokens of "trader"
      When "trader" sends getPerformanceHistory
      Then the request has taken 100 tokens of "trader"
      When 1 s pass
      And "trader" sends getOpenOrders
      Then the request has taken 10 tokens of "trader"

  Rule: a request without authority takes no tokens of the subaccount

    @clause:AUTH-STALE-CANCEL-5X @assumed @R-05 @negative
    Scenario Outline: an expired <action> takes no tokens of the subaccount
      Given the bucket of "trader" is full
      When "trader" sends <action>:
        | <path>           | <value>             |
        | top.expiresAfter | number {now - 1 ms} |
      Then the response is 401 with:
        | error.message | request expired |
        | rateLimit     | <absent>        |
      When "trader" sends getOpenOrders
      Then the request has taken 10 tokens of "trader"

      Examples:
        | action          | path     | value |
        | cancelOrders    | orderIds | ["5"] |
        | cancelAllOrders | symbols  | ["*"] |

    @assumed @R-01 @negative
    Scenario: a request signed by a stranger takes no tokens of the subaccount
      Given the bucket of "trader" is full
      When "stranger" sends getOrderHistory for "trader"
      Then the response is 401 with:
        | error.code | UNAUTHORIZED |
        | rateLimit  | <absent>     |
      When "trader" sends getOpenOrders
      Then the request has taken 10 tokens of "trader"

    @clause:RATE-COST-INFO-IP-ONLY @any-market
    Scenario: public requests take no tokens of a subaccount
      Given the bucket of "trader" is full
      When anyone asks getMids
      Then the response is ok
      When "trader" sends getOpenOrders
      Then the request has taken 10 tokens of "trader"

  Rule: each subaccount pays only for itself

    @clause:RATE-SUBACCOUNT-SEPARATE
    Scenario: the tokens that one subaccount uses leave those of another unchanged
      Given the bucket of "trader" is full
      And the bucket of "other" is full
      When "trader" sends getBalanceUpdates
      Then the request has taken 100 tokens of "trader"
      When "other" sends getOpenOrders
      Then the request has taken 10 tokens of "other"
      When "trader" sends getOpenOrders
      Then the request has taken 10 tokens of "trader"
