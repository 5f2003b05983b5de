@tolerances
Feature: an end in the future counts as now before a range is checked
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a range with a far end succeeds if its part up to now is allowed

    @assumed @R-84 @trade
    Scenario Outline: <action> lists the last hour with an end 400 days ahead
      When "trader" sends <action>:
        | startTime | number {now - 1 h}   |
        | endTime   | number {now + 400 d} |
      Then the response is ok

      Examples:
        | action             |
        | getOrderHistory    |
        | getTrades          |
        | getPositions       |
        | getPositionHistory |
        | getBalanceUpdates  |
        | getTransfers       |
        | getFundingPayments |

    @assumed @R-84 @info
    Scenario Outline: the public <action> lists the last hour with an end 400 days ahead
      When anyone asks <action>:
        | symbol    | {market}             |
        | interval  | 1h                   |
        | startTime | number {now - 1 h}   |
        | endTime   | number {now + 400 d} |
      Then the response is ok

      Examples:
        | action                |
        | getCandles            |
        | getFundingRateHistory |

  Rule: a range that begins after now is refused

    @assumed @R-84 @negative @trade
    Scenario Outline: <action> refuses a range that lies in the future
      When "trader" sends <action>:
        | startTime | number {now + 1 h} |
        | endTime   | number {now + 2 h} |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | action             | message                             |
        | getOrderHistory    | startTime must be before endTime    |
        | getTrades          | startTime must be before endTime    |
        | getPositions       | startTime must be before endTime    |
        | getPositionHistory | Invalid request parameters          |
        | getBalanceUpdates  | invalid request parameters          |
        | getTransfers       | invalid request parameters          |
        | getFundingPayments | startTime must be less than endTime |

    @assumed @R-84 @negative @info
    Scenario Outline: the public <action> refuses a range that lies in the future
      When anyone asks <action>:
        | symbol    | {market}           |
        | interval  | 1h                 |
        | startTime | number {now + 1 h} |
        | endTime   | number {now + 2 h} |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"

      Examples:
        | action                | message                          |
        | getCandles            | Invalid request parameters       |
        | getFundingRateHistory | startTime must be before endTime |
