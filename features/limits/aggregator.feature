@limits @info @rest-only
Feature: the plain routes use the bucket of the address and refuse in their own form
  Background:
    Given the world "quiet"

  Rule: a route costs as much as the matching action

    @clause:RATE-COST-AGGREGATOR @assumed @R-41
    Scenario Outline: GET <path> costs <cost> tokens of the address
      Given other requests take 9000 tokens of the address
      When anyone gets "<path>"
      Then the response is 200 with:
        | error | <absent> |
      And the address has <left> tokens left

      Examples:
        | path                               | cost | left |
        | /info/contracts                    | 50   | 950  |
        | /info/contract_specs               | 50   | 950  |
        | /info/orderbook?ticker_id=BTC-USDT | 200  | 800  |
        | /exchange/status                   | 1    | 999  |

    @clause:RATE-COST-AGGREGATOR @assumed @R-40 @negative
    Scenario: a refused GET costs as much as a successful one
      Given other requests take 9000 tokens of the address
      When anyone gets "/info/orderbook?ticker_id=NO-USDT"
      Then the response is 400 with:
        | error | unknown ticker_id: NO-USDT |
      And the address has 800 tokens left

  Rule: without tokens a route responds 429 with retry-after and without an envelope

    @clause:AGG-CONTRACTS-ERR-429 @clause:AGG-CONTRACTS-RETRY-AFTER @clause:ERRENV-AGGREGATOR @negative
    Scenario: GET contracts without tokens responds 429 with a plain text
      Given other requests take 9951 tokens of the address
      When anyone gets "/info/contracts"
      Then the response is 429 with:
        | error | <text> |
      And "." of the body has exactly the keys "error"
      And the response carries the header "retry-after" "5"

    @clause:RATE-COST-AGGREGATOR @assumed @R-40 @negative
    Scenario Outline: GET <path> with <left> tokens left responds 429 and takes none
      Given other requests take <spent> tokens of the address
      When anyone gets "<path>"
      Then the response is 429 with:
        | error | rate limit exceeded |
      And the response carries the header "retry-after" "5"
      And the address has <left> tokens left

      Examples:
        | path                               | spent | left |
        | /info/contracts                    | 9951  | 49   |
        | /info/contract_specs               | 9951  | 49   |
        | /info/orderbook?ticker_id=BTC-USDT | 9801  | 199  |
        | /exchange/status                   | 10000 | 0    |

    @clause:RATE-REFILL-10S
    Scenario: GET contracts succeeds after the five seconds of retry-after
      Given other requests take 10000 tokens of the address
      When anyone gets "/info/contracts"
      Then the response carries the header "retry-after" "5"
      When 5 s pass
      And anyone gets "/info/contracts"
      Then the response is 200 with:
        | [0].ticker_id | <text> |

    @clause:RATE-IP-SHARED-CONNECTIONS @negative
    Scenario: routes and actions share the bucket of the address
      Given other requests take 9950 tokens of the address
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | error | <absent> |
      When anyone asks getExchangeStatus
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
