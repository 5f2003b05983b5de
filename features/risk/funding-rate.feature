@risk @funding @assumed
Feature: the funding rate of an hour is the mean of its seconds
  # P is the mean of mark over index less one, sampled each second; the rate is an eighth of P pulled towards 0.0001 by at most 0.0005.
  Background:
    Given the world "bare"

  Rule: each second counts with the premium it had

    # 1,800 samples of 0.002 by hand of the book, then the mark falls back: 1,800 of it is 0, P is 0.001.
    # 0.001 - 0.0005 = 0.0005, an eighth is 0.0000625, and a coin pays 5.9375.
    @clause:GETFUNDINGPAYMENTS
    Scenario: a premium of half an hour counts for half of the rate
      Given "trader" is long "1" BTC-USDT at "95000" against "other"
      And "maker" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 95180 | 1        |
        | ask  | BTC-USDT | sell | 95200 | 1        |
      And the mark of "BTC-USDT" is "95190"
      And 1800 s pass
      And "maker" has sent cancelAllOrders:
        | symbols | ["BTC-USDT"] |
      And the mark of "BTC-USDT" is "95000"
      And 1800 s pass
      When "trader" sends getFundingPayments
      Then "fundingHistory" of the response lists:
        | positionSize | fundingRate | payment |
        | 1            | 0.0000625   | -5.9375 |

    # 900 samples of 0.002 are 1.8: over 900, 1,800, 2,700 and 3,599 or 3,600 seconds a mean of 0.002, 0.001, 0.00066667 and 0.0005.
    @clause:GETFUNDINGRATE
    Scenario Outline: the estimated funding rate is <estimate> <s> seconds after a premium of 0.002 ended
      Given the mark of "BTC-USDT" is "95190"
      And "maker" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 95180 | 1        |
        | ask  | BTC-USDT | sell | 95200 | 1        |
      And 900 s pass
      And "maker" has sent cancelAllOrders:
        | symbols | ["BTC-USDT"] |
      And the mark of "BTC-USDT" is "95000"
      And <s> s pass
      When anyone asks getFundingRate:
        | symbol | BTC-USDT |
      Then the response is ok with:
        | estimatedFundingRate | <estimate> |
        | lastSettlementRate   | <settled>  |

      Examples: it comes to what is settled
        | s    | estimate   | settled   |
        | 0    | 0.0001875  | 0         |
        | 900  | 0.0000625  | 0         |
        | 1800 | 0.00002083 | 0         |
        | 2699 | 0.0000125  | 0         |
        | 2700 | 0.0000125  | 0.0000125 |

  Rule: each market has its own cap and floor

    # 5 % of premium less 0.0005 is 0.0495; bitcoin stops at 0.02 in eight hours, SOL at 0.04.
    @clause:GETFUNDINGRATE
    Scenario Outline: the funding rate of <symbol> stops at its <bound>
      Given the mark of "<symbol>" is "<mark>"
      When anyone asks getFundingRate:
        | symbol | <symbol> |
      Then the response is ok with:
        | estimatedFundingRate | <rate> |

      Examples:
        | symbol   | bound | mark   | rate    |
        | BTC-USDT | cap   | 99750  | 0.0025  |
        | BTC-USDT | floor | 90250  | -0.0025 |
        | SOL-USDT | cap   | 199.5  | 0.005   |
        | SOL-USDT | floor | 180.5  | -0.005  |

    # 0.0005 pulls the rate no further than to 0.0001: a premium between -0.0004 and 0.0006 makes none.
    @clause:GETFUNDINGRATE
    Scenario Outline: a mark of <mark> over an index of 95,000 gives the funding rate <rate>
      Given the mark of "BTC-USDT" is "<mark>"
      When anyone asks getFundingRate:
        | symbol | BTC-USDT |
      Then the response is ok with:
        | estimatedFundingRate | <rate> |

      Examples: 57 ticks are 0.0006, 38 are 0.0004
        | mark  | rate       |
        | 95057 | 0.0000125  |
        | 95058 | 0.00001382 |
        | 94962 | 0.0000125  |
        | 94961 | 0.00001118 |

  Rule: each hour is settled once, in any steps of the clock

    # 72 hours at 0.0000125 of 95,000
    @clause:GETFUNDINGPAYMENTS @clause:POSITION-FIELD-NETFUNDING
    Scenario: three days in one step settle 72 hours
      Given "trader" is long "1" BTC-USDT at "95000" against "other"
      When 3 days pass
      Then these facts changed, and no others:
        | fact        | from     | to        |
        | trader USDT | 999952.5 | 999867    |
        | other USDT  | 999981   | 1000066.5 |
      When "trader" sends getFundingPayments:
        | limit | number 100 |
      Then the response is ok with:
        | fundingHistory | <72 items> |

    @clause:GETFUNDINGPAYMENTS @clause:POSITION-FIELD-NETFUNDING
    Scenario: steps that end before, on and after the hour settle each hour once
      Given "trader" is long "1" BTC-USDT at "95000" against "other"
      And 3599999 ms pass
      And 1 ms pass
      And 0 ms pass
      And 1 ms pass
      And 7199999 ms pass
      When "trader" sends getFundingPayments
      Then "fundingHistory" of the response lists:
        | timestamp            | payment |
        | number 1767582000000 | -1.1875 |
        | number 1767578400000 | -1.1875 |
        | number 1767574800000 | -1.1875 |
