@aggregator @orderbook @assumed @rest-only
Feature: GET /v1/info/orderbook shows one book for listing sites
  Background:
    Given the world "quiet"

  Rule: the ticker is one of the contracts listing

    @clause:AGG-ORDERBOOK @clause:AGG-ORDERBOOK-TICKER-ID @clause:SURFACE-AGGREGATOR-GET @clause:AUTH-AGGREGATOR-NONE
    @clause:CONV-DECIMAL-STRINGS @clause:CONV-TIMESTAMP-MS
    Scenario: GET orderbook lists both sides with the best price first
      When anyone gets "/info/orderbook?ticker_id=BTC-USDT&depth=5"
      Then the response is 200 with:
        | ticker_id | BTC-USDT                                                                |
        | timestamp | number {now}                                                            |
        | bids      | [["94990","1"],["94980","1"],["94970","1"],["94960","1"],["94950","1"]] |
        | asks      | [["95010","1"],["95020","1"],["95030","1"],["95040","1"],["95050","1"]] |
        | status    | <absent>                                                                |

    @clause:AGG-ORDERBOOK
    Scenario: GET orderbook shows a resting order
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94995 | 0.5      |
      When anyone gets "/info/orderbook?ticker_id=BTC-USDT"
      Then the response is 200 with:
        | bids[0] | ["94995","0.5"] |
        | bids[1] | ["94990","1"]   |

    @clause:AGG-ORDERBOOK
    Scenario Outline: GET orderbook with "<query>" shows <count> of the twenty levels
      When anyone gets "/info/orderbook?ticker_id=ETH-USDT<query>"
      Then the response is 200 with:
        | bids | <count> |
        | asks | <count> |

      Examples:
        | query       | count      |
        | &depth=5    | <5 items>  |
        | &depth=10   | <10 items> |
        | &depth=20   | <20 items> |
        | &depth=1000 | <20 items> |
        |             | <20 items> |

  Rule: an error is a plain text

    @clause:ERRENV-AGGREGATOR @any-market
    Scenario Outline: GET orderbook with "<query>" is refused
      When anyone gets "/info/orderbook<query>"
      Then the response is 400 with:
        | error  | <text>   |
        | status | <absent> |

      @clause:AGG-ORDERBOOK-TICKER-ID
      Examples: no market of that name
        | query               | text                        |
        |                     | ticker_id is required       |
        | ?ticker_id=         | ticker_id is required       |
        | ?ticker_id=ABC-USDT | unknown ticker_id: ABC-USDT |
        | ?ticker_id=BTC      | unknown ticker_id: BTC      |

      @clause:AGG-ORDERBOOK
      Examples: no depth of the seven
        | query                       | text             |
        | ?ticker_id={market}&depth=6 | invalid depth: 6 |
        | ?ticker_id={market}&depth=0 | invalid depth: 0 |
        | ?ticker_id={market}&depth=x | invalid depth: x |

    @clause:AGG-ORDERBOOK-TICKER-ID
    Scenario: GET orderbook refuses a market that is not open
      Given market "BTC-USDT" is closed
      When anyone gets "/info/orderbook?ticker_id=BTC-USDT"
      Then the response is 400 with:
        | error | unknown ticker_id: BTC-USDT |

    @clause:ERRENV-AGGREGATOR
    Scenario: GET orderbook responds 503 with a plain text while the exchange drains
      Given the exchange is draining
      When anyone gets "/info/orderbook?ticker_id=BTC-USDT"
      Then the response is 503 with:
        | error | service unavailable |
