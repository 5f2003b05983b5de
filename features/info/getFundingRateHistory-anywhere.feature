@info @getFundingRateHistory @assumed
Feature: getFundingRateHistory lists the past of a market that is not under control
  Background:
    Given the world "quiet"
    And a past of 2 hours

  Rule: every full hour is settled, and the newest settlement comes first

    @clause:GETFUNDINGRATEHISTORY @clause:CONV-TIMESTAMP-MS @clause:AUTH-INFO-NONE @any-market
    Scenario: the last two settlements are one hour apart
      When anyone asks getFundingRateHistory:
        | symbol    | {market}            |
        | startTime | number {hour - 1 h} |
        | endTime   | number {hour}       |
      Then "fundingRates" of the response lists:
        | fundingRate | fundingTime         |
        | <decimal>   | number {hour}       |
        | <decimal>   | number {hour - 1 h} |

  Rule: both ends of the window are included

    @clause:GETFUNDINGRATEHISTORY @any-market
    Scenario Outline: getFundingRateHistory from <start> to <end> lists <count>
      When anyone asks getFundingRateHistory:
        | symbol    | {market}         |
        | startTime | number {<start>} |
        | endTime   | number {<end>}   |
      Then the response is ok with:
        | fundingRates | <count> |

      Examples:
        | start             | end               | count    |
        | hour - 3600001 ms | hour - 1 ms       | <1 item> |
        | hour - 1 h        | hour - 1 ms       | <1 item> |
        | hour - 3599999 ms | hour - 1 ms       | []       |
        | hour - 3599999 ms | hour              | <1 item> |
        | hour - 1 h        | hour - 1 h        | <1 item> |
        | hour - 90 m       | hour - 3600001 ms | []       |

  Rule: the present rate is that of the last settlement

    @clause:GETFUNDINGRATE @clause:GETFUNDINGRATEHISTORY @any-market
    Scenario: getFundingRate shows the last settlement of the history
      When anyone asks getFundingRateHistory:
        | symbol    | {market}      |
        | startTime | number {hour} |
        | endTime   | number {now}  |
      Then "fundingRates[0].fundingRate" of the response is called "rate"
      When anyone asks getFundingRate:
        | symbol | {market} |
      Then the response is ok with:
        | lastSettlementRate | {rate}              |
        | lastSettlementTime | number {hour}       |
        | nextFundingTime    | number {hour + 1 h} |
