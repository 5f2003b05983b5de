@aggregator @contract_specs @assumed @rest-only
Feature: GET /v1/info/contract_specs lists contract types and settlement currencies
  Background:
    Given the world "quiet"

  Rule: every open market has a record, in alphabetical order

    @clause:AGG-CONTRACT-SPECS @clause:SURFACE-AGGREGATOR-GET @clause:AUTH-AGGREGATOR-NONE
    Scenario: GET contract_specs lists nine linear contracts
      When anyone gets "/info/contract_specs"
      Then the body lists:
        | ticker_id | contract_type | contract_price_currency |
        | AVAX-USDT | Vanilla       | USDT                    |
        | BNB-USDT  | Vanilla       | USDT                    |
        | BTC-USDT  | Vanilla       | USDT                    |
        | ETH-USDT  | Vanilla       | USDT                    |
        | HYPE-USDT | Vanilla       | USDT                    |
        | SOL-USDT  | Vanilla       | USDT                    |
        | SUI-USDT  | Vanilla       | USDT                    |
        | WTI-USDT  | Vanilla       | USDT                    |
        | XRP-USDT  | Vanilla       | USDT                    |

    @clause:AGG-CONTRACT-SPECS @clause:SURFACE-AGGREGATOR-GET @clause:AUTH-AGGREGATOR-NONE @any-market
    Scenario: GET contract_specs lists the open markets sorted by ticker
      When anyone gets "/info/contract_specs"
      Then the body lists the open markets, in alphabetical order

    @clause:AGG-CONTRACT-SPECS @any-market
    Scenario: every contract is a plain one priced in its settlement currency
      When anyone gets "/info/contract_specs"
      Then every item of the body is:
        | ticker_id               | <text>  |
        | contract_type           | Vanilla |
        | contract_price_currency | <text>  |

    @clause:AGG-CONTRACT-SPECS
    Scenario: GET contract_specs leaves out a closed market
      Given market "AVAX-USDT" is closed
      When anyone gets "/info/contract_specs"
      Then the response is 200 with:
        | .             | <8 items> |
        | [0].ticker_id | BNB-USDT  |

    @clause:AGG-CONTRACT-SPECS
    Scenario: GET contract_specs leaves out a market outside its trading hours
      Given 22 hours pass
      When anyone gets "/info/contract_specs"
      Then the response is 200 with:
        | .             | <8 items> |
        | [6].ticker_id | SUI-USDT  |
        | [7].ticker_id | XRP-USDT  |

  Rule: the response may be cached for five seconds, and errors are a plain text

    @clause:AGG-CONTRACT-SPECS @any-market
    Scenario: GET contract_specs carries a cache-control header of five seconds
      When anyone gets "/info/contract_specs"
      Then the response carries the header "cache-control" "public, max-age=5"

    @clause:AGG-CONTRACT-SPECS @clause:ERRENV-AGGREGATOR
    Scenario: GET contract_specs responds 503 with a plain text while the exchange drains
      Given the exchange is draining
      When anyone gets "/info/contract_specs"
      Then the response is 503 with:
        | error  | service unavailable |
        | status | <absent>            |
