@limits @trade
Feature: a subaccount without tokens is refused until it has enough again

  Rule: the bucket size follows from the fee tier

    Scenario Outline: a wallet in <tier> has <cap> tokens
      Given the world "quiet"
      And "member" is a wallet of tier "<tier>"
      And the bucket of "member" is full
      When "member" sends getRateLimits
      Then the response is 200 with:
        | response.requestsUsed | number 20    |
        | response.requestsCap  | number <cap> |
        | rateLimit.requestsCap | number <cap> |
      And the request has taken 20 tokens of "member"

      @clause:RATE-TIER-TIER-0
      Examples:
        | tier   | cap  |
        | tier_0 | 1000 |
      @clause:RATE-TIER-TIER-1
      Examples:
        | tier   | cap  |
        | tier_1 | 1200 |
      @clause:RATE-TIER-TIER-2
      Examples:
        | tier   | cap  |
        | tier_2 | 1400 |
      @clause:RATE-TIER-TIER-3
      Examples:
        | tier   | cap  |
        | tier_3 | 1600 |
      @clause:RATE-TIER-TIER-4
      Examples:
        | tier   | cap  |
        | tier_4 | 1800 |
      @clause:RATE-TIER-TIER-5
      Examples:
        | tier   | cap  |
        | tier_5 | 2000 |
      @clause:RATE-TIER-TIER-6
      Examples:
        | tier   | cap  |
        | tier_6 | 2200 |
      @clause:RATE-TIER-TIER-7
      Examples:
        | tier   | cap  |
        | tier_7 | 2500 |
      @clause:RATE-TIER-TOP-TIER
      Examples:
        | tier     | cap  |
        | top_tier | 2500 |
      @clause:RATE-TIER-MARKET-MAKER
      Examples:
        | tier         | cap  |
        | market_maker | 5000 |

  Rule: a request over the limit shows the tokens left and takes none

    @clause:RATESNAP-ON-429 @clause:RATE-EXCEEDED @clause:ERR-RATE-LIMIT-EXCEEDED @negative
    Scenario: a subaccount that cannot pay is refused, shows its tokens and keeps them
      Given the world "quiet"
      And "trader" is a trader
      And the bucket of "trader" is full
      When this request is sent until it is refused:
        | who    | trader            |
        | action | getBalanceUpdates |
      Then the response is 429 with:
        | error.code      | RATE_LIMIT_EXCEEDED |
        | error.category  | RATE_LIMIT          |
        | error.retryable | true                |
        | response        | <absent>            |
      And "rateLimit" of the body has exactly the keys "requestsCap, remainingTokens"
      And the request has taken 0 tokens of "trader"
      When 1 s pass
      And "trader" sends getOpenOrders
      Then the request has taken 10 tokens of "trader"

    @clause:ERRENV-ALT @clause:RATE-EXCEEDED @negative @rest-only
    Scenario: a subaccount without tokens responds 429 in one of two envelopes
      Given the world "quiet"
      And "trader" is a trader
      And the bucket of "trader" is full
      When this request is sent until it is refused:
        | who    | trader            |
        | action | getBalanceUpdates |
      Then the response is 429 RATE_LIMIT_EXCEEDED in one of two envelopes

  Rule: a subaccount places at most 100 orders within one second

    @clause:LIMIT-ORDERS-100-PER-SECOND @assumed @R-43 @negative
    Scenario: placeOrders refuses an order after a hundred orders within one second
      Given the world "quiet"
      And "trader" is a trader
      And the bucket of "trader" is full
      And "trader" has placed:
        | times | symbol   | side | orderType | price     | quantity |
        | 100   | {market} | buy  | limitIoc  | {far bid} | {size}   |
      When "trader" places within the same second:
        | symbol   | side | orderType | price     | quantity |
        | {market} | buy  | limitIoc  | {far bid} | {size}   |
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"

    @clause:LIMIT-ORDERS-100-PER-SECOND @assumed @R-43 @negative
    Scenario: placeOrders refuses a batch that would exceed the limit as a whole
      Given the world "quiet"
      And "trader" is a trader
      And the bucket of "trader" is full
      And "trader" has placed:
        | times | symbol   | side | orderType | price     | quantity |
        | 90    | {market} | buy  | limitIoc  | {far bid} | {size}   |
      When "trader" places within the same second:
        | times | symbol   | side | orderType | price     | quantity |
        | 11    | {market} | buy  | limitGtc  | {far bid} | {size}   |
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      When "trader" sends getOpenOrders
      Then the response lists nothing
