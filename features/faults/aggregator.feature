@errors @faults @rest-only @needs:fault
Feature: the aggregator routes report errors and missing figures in their own form
  Background:
    Given the world "quiet"

  Rule: an error body has only the key error

    @contracts @clause:ERRENV-AGGREGATOR @negative
    Scenario Outline: GET contracts under the fault <fault> responds <status> with the key error alone
      Given the fault <fault> on the route contracts, once:
        | <field> | <value> |
      When anyone gets "/info/contracts"
      Then the response is <status> with:
        | error | <text> |
      And "." of the body has exactly the keys "error"
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [0].ticker_id | AVAX-USDT |

      @clause:AGG-CONTRACTS-ERR-500
      Examples: the exchange fails
        | fault   | field       | value      | status | text           |
        | failure | effect.http | number 500 | 500    | internal error |

      @clause:AGG-CONTRACTS-ERR-503
      Examples: it is not there
        | fault   | field       | value       | status | text                |
        | failure | effect.http | number 503  | 503    | service unavailable |
        | timeout | perMille    | number 1000 | 503    | service unavailable |

    @contracts @clause:AGG-CONTRACTS-ERR-429 @clause:AGG-CONTRACTS-RETRY-AFTER @clause:ERRENV-AGGREGATOR @negative
    Scenario: GET contracts under the fault rateLimited responds 429 with retry-after 5
      Given the fault rateLimited on the route contracts, once
      When anyone gets "/info/contracts"
      Then the response is 429 with:
        | error | rate limit exceeded |
      And the response carries the header "retry-after" "5"

    @orderbook @clause:ERRENV-AGGREGATOR @negative
    Scenario: a fault on GET orderbook leaves GET contracts working
      Given the fault failure on the route orderbook
      When anyone gets "/info/orderbook?ticker_id=BTC-USDT"
      Then the response is 500 with:
        | error | internal error |
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [0].ticker_id | AVAX-USDT |

  Rule: an unavailable figure is "0", and an unknown time is left out

    @contracts @clause:CONTRACT-NEXTFUNDING-OMITTED
    Scenario: GET contracts leaves out an unknown next_funding_rate_timestamp
      Given the stored market "BTC-USDT" reads:
        | next_funding_rate_timestamp | null |
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [2].ticker_id                   | BTC-USDT |
        | [2].next_funding_rate_timestamp | <absent> |
        | [3].next_funding_rate_timestamp | <ms>     |

    @contracts @clause:CONTRACT-UNAVAILABLE-ZERO
    Scenario: GET contracts shows missing prices and the figures derived from them as "0"
      Given the stored market "BTC-USDT" reads:
        | index_price  | null |
        | last_price   | null |
        | funding_rate | null |
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [2].ticker_id         | BTC-USDT  |
        | [2].index_price       | text 0    |
        | [2].last_price        | text 0    |
        | [2].funding_rate      | text 0    |
        | [2].open_interest_usd | text 0    |
        | [3].ticker_id         | ETH-USDT  |
        | [3].index_price       | text 3300.0 |
