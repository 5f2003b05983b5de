@info @getFundingRateHistory @assumed
Feature: getFundingRateHistory lists settled rates of the last thirty days
  Background:
    Given the world "quiet"
    And the index of "BTC-USDT" is "96000"
    And 3 hours pass

  Rule: the newest settlement comes first

    # In the first hour the mark still falls from 96000 to 95000; from then on the premium is -1000 / 96000.
    @clause:GETFUNDINGRATEHISTORY @clause:CONV-TIMESTAMP-MS @clause:AUTH-INFO-NONE
    Scenario: getFundingRateHistory lists three hours as three settlements
      When anyone asks getFundingRateHistory:
        | symbol    | btc-usdt           |
        | startTime | number {now - 3 h} |
        | endTime   | number {now}       |
      Then the response is ok with:
        | symbol                      | BTC-USDT  |
        | fundingRates[2].fundingRate | <decimal> |
      And "fundingRates" of the response lists:
        | fundingRate | fundingTime        | appliedAt          |
        | -0.00123958 | number {now}       | number {now}       |
        | -0.00123958 | number {now - 1 h} | number {now - 1 h} |
        | <decimal>   | number {now - 2 h} | number {now - 2 h} |

    @clause:GETFUNDINGRATEHISTORY
    Scenario: each market has its own settlements
      When anyone asks getFundingRateHistory:
        | symbol    | ETH-USDT           |
        | startTime | number {now - 3 h} |
        | endTime   | number {now + 1 h} |
      Then every item of "fundingRates" of the response is:
        | fundingRate | 0.0000125 |

  Rule: both ends of the window are included

    @clause:GETFUNDINGRATEHISTORY
    Scenario Outline: getFundingRateHistory from <start> to <end> ago lists <count>
      When anyone asks getFundingRateHistory:
        | symbol    | BTC-USDT             |
        | startTime | number {now - <start>} |
        | endTime   | number {now - <end>}   |
      Then the response is ok with:
        | fundingRates | <count> |

      Examples:
        | start      | end        | count     |
        | 3600001 ms | 1 ms       | <1 item>  |
        | 3600000 ms | 1 ms       | <1 item>  |
        | 3599999 ms | 1 ms       | []        |
        | 2 h        | 3600001 ms | <1 item>  |
        | 2 h        | 3600000 ms | <2 items> |
        | 2 h        | 3599999 ms | <2 items> |
        | 1 h        | 3600000 ms | <1 item>  |

  Rule: the limit keeps the newest settlements

    @clause:GETFUNDINGRATEHISTORY
    Scenario Outline: getFundingRateHistory with a limit of <limit> lists the newest settlements
      When anyone asks getFundingRateHistory:
        | symbol    | BTC-USDT           |
        | startTime | number {now - 3 h} |
        | endTime   | number {now}       |
        | limit     | <limit>            |
      Then the response is ok with:
        | fundingRates                | <count>      |
        | fundingRates[0].fundingTime | number {now} |

      Examples:
        | limit       | count     |
        | number 1    | <1 item>  |
        | number 2    | <2 items> |
        | number 3    | <3 items> |
        | number 4    | <3 items> |
        | number 0    | <3 items> |
        | number 2160 | <3 items> |
        | null        | <3 items> |

  Rule: settlements older than thirty days are not listed

    @clause:VERSION-CAP30D-GETFUNDINGRATEHISTORY
    Scenario: getFundingRateHistory lists thirty days of settlements to the millisecond
      Given 30 days pass
      When anyone asks getFundingRateHistory:
        | symbol    | BTC-USDT            |
        | startTime | number {now - 30 d} |
        | endTime   | number {now}        |
      Then the response is ok with:
        | fundingRates                  | <721 items>         |
        | fundingRates[720].fundingTime | number {now - 30 d} |

    @clause:VERSION-CAP30D-GETFUNDINGRATEHISTORY @clause:GETFUNDINGRATEHISTORY @R-29 @negative
    Scenario Outline: getFundingRateHistory with <case> is refused
      Given "trader" is a trader
      When anyone asks getFundingRateHistory:
        | symbol    | BTC-USDT |
        | startTime | <start>  |
        | endTime   | <end>    |
        | limit     | <limit>  |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | case                     | start                        | end                | limit       | message                                           |
        | 30 days and 1 ms         | number {now - 2592000001 ms} | number {now}       | <absent>    | startTime cannot be more than 30 days in the past |
        | no start                 | <absent>                     | number {now}       | <absent>    | startTime is required                             |
        | no end                   | number {now - 1 h}           | <absent>           | <absent>    | endTime is required                               |
        | an end before its start  | number {now}                 | number {now - 1 s} | <absent>    | startTime must be before endTime                  |
        | a start below zero       | number -1                    | number {now}       | <absent>    | startTime must be non-negative                    |
        | a limit above the most   | number {now - 1 h}           | number {now}       | number 2161 | limit cannot exceed 2160                          |
        | a limit below zero       | number {now - 1 h}           | number {now}       | number -1   | limit must be non-negative                        |

    @clause:CONV-SYMBOL-EMPTY @clause:CONV-SYMBOL-UNKNOWN @clause:CONV-SYMBOL-MALFORMED @negative
    Scenario Outline: getFundingRateHistory with <case> as symbol is refused
      When anyone asks getFundingRateHistory:
        | symbol    | <symbol>           |
        | startTime | number {now - 1 h} |
        | endTime   | number {now}       |
      Then the response is refused with 400 INVALID_FORMAT "<message>"

      Examples:
        | case              | symbol   | message             |
        | nothing           | <absent> | market name empty   |
        | an unknown market | DOT-USDT | market name invalid |
        | no hyphen         | BTCUSDT  | market name invalid |
