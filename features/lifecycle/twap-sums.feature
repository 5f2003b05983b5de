@lifecycle @twap
Feature: the chunks of a TWAP add up to its quantity and vary as requested
  Background:
    Given the world "quiet"

  Rule: the last chunk takes the remainder of the division

    # 0.11003 in ten chunks: nine of 0.011 and one of 0.01103.
    @clause:TWAP-CHUNK-EXECUTION @clause:TWAP-RECORD-FILLEDQUANTITY @assumed
    Scenario: a TWAP whose quantity does not divide by its chunks fills completely
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | durationSeconds | intervalSeconds |
        | BTC-USDT | buy  | 0.11003  | number 300      | number 30       |
      When 270 s pass
      And "trader" sends getTrades
      Then the response is ok with:
        | trades             | <10 items> |
        | trades[0].quantity | 0.01103    |
        | trades[1].quantity | 0.011      |
        | trades[9].quantity | 0.011      |
      When "trader" sends getOpenOrders
      Then the response lists nothing

  Rule: sizes and intervals vary by the requested variance

    @clause:TWAP-SIZEVARIANCE-RANGE @assumed
    Scenario: a size variance of 20 % changes the size of the first two chunks
      Given "trader" has the TWAP "varied":
        | symbol   | side | quantity | durationSeconds | intervalSeconds | sizeVarianceBps |
        | BTC-USDT | buy  | 0.5      | number 300      | number 30       | number 2000     |
      When 30 s pass
      And "trader" sends getPositions
      Then "[0].quantity" of the response is not "0.1"
      When 240 s pass
      And "trader" sends getPositions
      Then the response lists:
        | side | quantity |
        | long | 0.5      |

    @clause:TWAP-INTERVALVARIANCE-RANGE @assumed
    Scenario: an interval variance of 20 % moves the second chunk off its interval
      Given "trader" has the TWAP "varied":
        | symbol   | side | quantity | durationSeconds | intervalSeconds | intervalVarianceBps |
        | BTC-USDT | buy  | 0.5      | number 300      | number 30       | number 2000         |
      When 36 s pass
      And "trader" sends getTrades
      Then the response is ok with:
        | trades | <2 items> |
      And "trades[0].timestamp" of the response is not "number {now - 6 s}"
