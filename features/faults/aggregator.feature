@errors @faults @rest-only @needs:fault
Feature: the listings of markets say plainly what they cannot say
  Background:
    Given the world "quiet"

  Rule: an error is a text and nothing else

    @contracts @clause:ERRENV-AGGREGATOR @negative
    Scenario Outline: contracts answers <status>
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
    Scenario: contracts is asked for too often
      Given the fault rateLimited on the route contracts, once
      When anyone gets "/info/contracts"
      Then the response is 429 with:
        | error | rate limit exceeded |
      And the response carries the header "retry-after" "5"

    @orderbook @clause:ERRENV-AGGREGATOR @negative
    Scenario: another route fails by itself
      Given the fault failure on the route orderbook
      When anyone gets "/info/orderbook?ticker_id=BTC-USDT"
      Then the response is 500 with:
        | error | internal error |
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [0].ticker_id | AVAX-USDT |

  Rule: a figure that is unavailable is 0, a time that is unknown is left out

    @contracts @clause:CONTRACT-NEXTFUNDING-OMITTED
    Scenario: nobody knows when funding is next settled
      Given the stored market "BTC-USDT" reads:
        | next_funding_rate_timestamp | null |
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [2].ticker_id                   | BTC-USDT |
        | [2].next_funding_rate_timestamp | <absent> |
        | [3].next_funding_rate_timestamp | <ms>     |

    @contracts @clause:CONTRACT-UNAVAILABLE-ZERO
    Scenario: prices and what is worked out from them
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
