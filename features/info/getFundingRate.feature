@info @getFundingRate @assumed
Feature: getFundingRate shows the estimate of the running hour and the rate of the last one
  Background:
    Given the world "quiet"

  Rule: before the first settlement there is only an estimate

    @clause:GETFUNDINGRATE @clause:CONV-DECIMAL-STRINGS @clause:AUTH-INFO-NONE @needs:clock
    Scenario: getFundingRate shows the interest rate alone when mark and index are equal
      Given 90 s pass
      When anyone asks getFundingRate:
        | symbol | btc-usdt |
      Then the response is ok with:
        | symbol               | BTC-USDT              |
        | estimatedFundingRate | 0.0000125             |
        | lastSettlementRate   | 0                     |
        | lastSettlementTime   | number 0              |
        | nextFundingTime      | number {now + 3510 s} |
        | fundingInterval      | number 3600000        |
      And the response has exactly the keys "symbol, estimatedFundingRate, lastSettlementRate, lastSettlementTime, nextFundingTime, fundingInterval"

  Rule: every full hour is settled

    @clause:GETFUNDINGRATE @clause:CONV-TIMESTAMP-MS @needs:clock
    Scenario Outline: getFundingRate <case> the hour shows the last settlement that was made
      Given <pass> ms pass
      When anyone asks getFundingRate:
        | symbol | BTC-USDT |
      Then the response is ok with:
        | lastSettlementRate | <rate>        |
        | lastSettlementTime | number <last> |
        | nextFundingTime    | number <next> |

      Examples:
        | case        | pass    | rate      | last   | next         |
        | 1 ms before | 3599999 | 0         | 0      | {hour + 1 h} |
        | on          | 3600000 | 0.0000125 | {hour} | {hour + 1 h} |
        | 1 ms after  | 3600001 | 0.0000125 | {hour} | {hour + 1 h} |

    @clause:GETFUNDINGRATE @clause:CONV-TIMESTAMP-MS @any-market
    Scenario: getFundingRate shows the next settlement at the next full hour
      When anyone asks getFundingRate:
        | symbol | {market} |
      Then the response is ok with:
        | symbol               | {market}            |
        | estimatedFundingRate | <decimal>           |
        | lastSettlementRate   | <decimal>           |
        | nextFundingTime      | number {hour + 1 h} |
        | fundingInterval      | number 3600000      |

  Rule: the estimate moves towards the rate that is settled

    # In the second hour the mark stands at 95000 and the index at 96000: the premium is -1000 / 96000, and
    # (-0.01041667 + 0.0005) / 8 is -0.00123958.
    @clause:GETFUNDINGRATE
    Scenario: the rate is negative after two hours with the mark below the index
      Given the index of "BTC-USDT" is "96000"
      And 1 hours pass
      And 3599 s pass
      When anyone asks getFundingRate:
        | symbol | BTC-USDT |
      Then the response is ok with:
        | estimatedFundingRate | -0.00123958 |
      Given 1 s pass
      When anyone asks getFundingRate:
        | symbol | BTC-USDT |
      Then the response is ok with:
        | lastSettlementRate | -0.00123958 |

    @clause:GETFUNDINGRATE @clause:GETMARKETPRICES @clause:CONTRACT-FIELD-FUNDING-RATE
    Scenario: getMarketPrices and GET contracts show the same estimate
      Given the index of "BTC-USDT" is "96000"
      And 2 hours pass
      And 30 minutes pass
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.fundingRate | -0.00123958 |
        | ETH-USDT.fundingRate | 0.0000125   |
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [2].ticker_id    | BTC-USDT    |
        | [2].funding_rate | -0.00123958 |
        | [3].funding_rate | 0.0000125   |

  Rule: a symbol must name a market

    @clause:CONV-SYMBOL-EMPTY @clause:CONV-SYMBOL-UNKNOWN @clause:CONV-SYMBOL-MALFORMED @negative
    Scenario Outline: getFundingRate with <case> is refused
      When anyone asks getFundingRate:
        | symbol | <symbol> |
      Then the response is refused with 400 INVALID_FORMAT "<message>"

      Examples:
        | case              | symbol   | message             |
        | no symbol         | <absent> | market name empty   |
        | an empty symbol   | <empty>  | market name empty   |
        | an unknown market | DOT-USDT | market name invalid |
        | no hyphen         | BTCUSDT  | market name invalid |
