@limits @trade @info
Feature: deployments may differ in envelope and bucket size

  Rule: a 429 response has one of two envelopes

    @clause:ERRENV-ALT @clause:RATE-EXCEEDED @negative @rest-only
    Scenario: an empty bucket of a subaccount responds 429 in one of two envelopes
      Given the world "quiet"
      And other requests take 1200 tokens of "trader"
      When "trader" sends getOpenOrders
      Then the response is 429 RATE_LIMIT_EXCEEDED in one of two envelopes

    @clause:ERRENV-ALT @clause:RATE-EXCEEDED @negative @rest-only
    Scenario: an empty bucket of the address responds 429 in one of two envelopes
      Given the world "quiet"
      And other requests take 10000 tokens of the address
      When anyone asks getMids
      Then the response is 429 RATE_LIMIT_EXCEEDED in one of two envelopes

  Rule: buckets may have other sizes, and costs stay the same

    @clause:RATE-TESTNET
    Scenario Outline: with buckets of <of the address> and <cap> tokens <action> costs <cost>
      Given the world "quiet" with:
        | limits.ipTokens   | number <of the address> |
        | limits.tierTokens | {"tier_1": <cap>}       |
      And other requests take 1000 tokens of the address
      When "trader" sends <action> with <params>
      Then the response is <http> with:
        | rateLimit.requestsCap     | number <cap>  |
        | rateLimit.remainingTokens | number <left> |
      And the address has <address left> tokens left

      Examples: smaller ones than stated
        | of the address | cap | action          | params            | http | cost | left | address left |
        | 2000           | 300 | cancelAllOrders | {"symbols":["*"]} | 404  | 2    | 298  | 998          |
        | 2000           | 300 | getOpenOrders   | -                 | 200  | 10   | 290  | 990          |
        | 2000           | 300 | getOrderHistory | -                 | 200  | 50   | 250  | 950          |
        | 2000           | 300 | getBalanceUpdates | -               | 200  | 100  | 200  | 900          |

      Examples: larger ones
        | of the address | cap  | action          | params            | http | cost | left | address left |
        | 12000          | 6000 | cancelAllOrders | {"symbols":["*"]} | 404  | 2    | 5998 | 10998        |
        | 12000          | 6000 | getBalanceUpdates | -               | 200  | 100  | 5900 | 10900        |
