@aggregator @contracts @rest-only
Feature: GET /v1/info/contracts lists the open contracts for listing sites
  Background:
    Given the world "quiet"

  Rule: every open market has a record, in alphabetical order

    @clause:AGG-CONTRACTS @clause:AGG-CONTRACTS-SORTED @clause:SURFACE-AGGREGATOR-GET @clause:AUTH-AGGREGATOR-NONE @clause:VERSION-PATH
    @clause:CONTRACT-FIELD-TICKER-ID @clause:CONTRACT-FIELD-BASE-CURRENCY @clause:CONTRACT-FIELD-TARGET-CURRENCY
    @clause:CONTRACT-FIELD-PRODUCT-TYPE @clause:CONTRACT-FIELD-INDEX-PRICE @clause:CONTRACT-FIELD-LAST-PRICE @clause:CONV-SYMBOL-FORM
    Scenario: GET contracts lists nine markets where nothing has traded
      When anyone gets "/info/contracts"
      Then the body lists:
        | ticker_id | base_currency | target_currency | product_type | index_price | last_price |
        | AVAX-USDT | AVAX          | USDT            | Perpetual    | 38.000      | 38.000     |
        | BNB-USDT  | BNB           | USDT            | Perpetual    | 690.0       | 690.0      |
        | BTC-USDT  | BTC           | USDT            | Perpetual    | 95000       | 95000      |
        | ETH-USDT  | ETH           | USDT            | Perpetual    | 3300.0      | 3300.0     |
        | HYPE-USDT | HYPE          | USDT            | Perpetual    | 25.000      | 25.000     |
        | SOL-USDT  | SOL           | USDT            | Perpetual    | 190.00      | 190.00     |
        | SUI-USDT  | SUI           | USDT            | Perpetual    | 4.2000      | 4.2000     |
        | WTI-USDT  | WTI           | USDT            | Perpetual    | 72.00       | 72.00      |
        | XRP-USDT  | XRP           | USDT            | Perpetual    | 2.3000      | 2.3000     |

    @clause:AGG-CONTRACTS @clause:AGG-CONTRACTS-SORTED @clause:AGG-CONTRACTS-OPEN-ONLY @clause:SURFACE-AGGREGATOR-GET @clause:AUTH-AGGREGATOR-NONE
    @any-market
    Scenario: GET contracts lists the open markets sorted by ticker
      When anyone gets "/info/contracts"
      Then the body lists the open markets, in alphabetical order

    @clause:CONTRACT-FIELD-PRODUCT-TYPE @clause:CONTRACT-FIELD-TICKER-ID @clause:CONTRACT-FIELD-BASE-CURRENCY @clause:CONTRACT-FIELD-TARGET-CURRENCY
    @clause:CONTRACT-FIELD-OPEN-INTEREST @clause:CONTRACT-FIELD-OPEN-INTEREST-USD @clause:CONTRACT-FIELD-FUNDING-RATE @clause:CONTRACT-FIELD-LAST-PRICE
    @clause:CONTRACT-FIELD-INDEX-PRICE @clause:CONTRACT-FIELD-BASE-VOLUME @clause:CONTRACT-FIELD-TARGET-VOLUME @any-market
    @clause:CONTRACT-FIELD-NEXT-FUNDING-RATE-TIMESTAMP
    Scenario: every contract is perpetual with decimals as text and its open interest in USD with two decimals
      When anyone gets "/info/contracts"
      Then every item of the body is:
        | product_type                | Perpetual           |
        | ticker_id                   | <text>              |
        | base_currency               | <text>              |
        | target_currency             | <text>              |
        | last_price                  | <decimal>           |
        | index_price                 | <decimal>           |
        | base_volume                 | <decimal>           |
        | target_volume               | <decimal>           |
        | open_interest               | <decimal>           |
        | open_interest_usd           | <two decimals>      |
        | funding_rate                | <decimal>           |
        | next_funding_rate_timestamp | number {hour + 1 h} |

    @clause:AGG-CONTRACTS-OPEN-ONLY
    Scenario: GET contracts leaves out a closed market until it opens again
      Given market "BTC-USDT" is closed
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | .            | <8 items> |
        | [1].ticker_id | BNB-USDT |
        | [2].ticker_id | ETH-USDT |
      Given market "BTC-USDT" is open
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | .             | <9 items> |
        | [2].ticker_id | BTC-USDT  |

  Rule: figures count a trade once and one side of the open interest

    @clause:CONTRACT-FIELD-OPEN-INTEREST @clause:CONTRACT-FIELD-OPEN-INTEREST-USD @clause:CONTRACT-FIELD-LAST-PRICE
    @clause:CONTRACT-FIELD-FUNDING-RATE @assumed @R-92 @needs:worlds
    Scenario: a trade of 0.5 BTC raises open_interest of GET contracts by 0.5
      Given "trader" is long "0.5" BTC-USDT at "95005" against "maker"
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [2].ticker_id         | BTC-USDT  |
        | [2].last_price        | 95005     |
        | [2].open_interest     | 0.5       |
        | [2].open_interest_usd | 47500.00  |
        | [2].funding_rate      | <decimal> |
        | [3].open_interest_usd | 0.00      |

    @clause:CONTRACT-FIELD-BASE-VOLUME @clause:CONTRACT-FIELD-TARGET-VOLUME @needs:worlds
    Scenario: the 24-hour volumes count each trade once
      Given "trader" is long "0.5" BTC-USDT at "95005" against "maker"
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [2].base_volume   | 0.5     |
        | [2].target_volume | 47502.5 |
        | [3].base_volume   | 0       |

    @clause:CONTRACT-FIELD-OPEN-INTEREST-USD @clause:CONTRACT-FIELD-INDEX-PRICE @assumed @R-92
    Scenario: open_interest_usd values the open interest at the index
      Given "trader" is long "0.5" BTC-USDT at "95005" against "maker"
      And the index of "BTC-USDT" is "95500"
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [2].index_price       | 95500    |
        | [2].open_interest_usd | 47750.00 |

    @clause:CONTRACT-FIELD-BASE-VOLUME @clause:CONTRACT-FIELD-TARGET-VOLUME
    Scenario: the 24-hour volumes drop a trade after a day, not at midnight
      Given 12 hours pass
      And "trader" buys "0.5" BTC-USDT at "95010"
      And 23 hours pass
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [2].base_volume | 0.5 |
      When 61 minutes pass
      And anyone gets "/info/contracts"
      Then the response is 200 with:
        | [2].base_volume   | 0 |
        | [2].target_volume | 0 |

    @clause:CONTRACT-FIELD-NEXT-FUNDING-RATE-TIMESTAMP @clause:CONV-TIMESTAMP-MS @assumed
    Scenario: next_funding_rate_timestamp is the next full hour
      Given 90 minutes pass
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [0].next_funding_rate_timestamp | number {now + 30 m} |

  Rule: the response may be cached for five seconds, and errors are a plain text

    @clause:AGG-CONTRACTS-CACHE @any-market
    Scenario: GET contracts carries a cache-control header of five seconds
      When anyone gets "/info/contracts"
      Then the response carries the header "cache-control" "public, max-age=5"

    @clause:AGG-CONTRACTS-ERR-503 @clause:ERRENV-AGGREGATOR @assumed
    Scenario: GET contracts responds 503 with a plain text while the exchange drains
      Given the exchange is draining
      When anyone gets "/info/contracts"
      Then the response is 503 with:
        | error    | service unavailable |
        | status   | <absent>            |
        | response | <absent>            |

  Rule: open interest is valued at the index

    # 0.3 at the index of 95,400 is 28,620; at the mark of 95,200 it would be 28,560.00.
    @clause:CONTRACT-FIELD-OPEN-INTEREST-USD @clause:CONTRACT-FIELD-INDEX-PRICE @clause:CONTRACT-FIELD-OPEN-INTEREST @figures @assumed @R-92
    Scenario: open interest in USD is valued at the index while the mark stands elsewhere
      Given "trader" is long "0.3" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "95400"
      And the mark of "BTC-USDT" is "95200"
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [2].ticker_id         | BTC-USDT |
        | [2].index_price       | 95400    |
        | [2].open_interest     | 0.3      |
        | [2].open_interest_usd | 28620.00 |
        | [2].base_volume       | 0.3      |
        | [2].target_volume     | 28500    |
        | [2].last_price        | 95000    |
