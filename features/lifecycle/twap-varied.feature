@lifecycle @twap
Feature: the chunks of a TWAP are placed as requested, whatever its market has to offer
  # What a chunk fills depends on who else is there. That it was placed, its quantity and its moment do not.
  Background:
    Given the world "quiet"
    And these figures:
      | chunk | {2000 / far bid + size, to whole lots} |

  Rule: the last chunk takes the remainder of the division

    @clause:TWAP-CHUNK-EXECUTION @assumed
    Scenario: the last of two chunks is larger by the lot that does not divide
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity           | durationSeconds | intervalSeconds |
        | {market} | buy  | {10 x chunk + lot} | number 360      | number 180      |
      When 181 s pass
      And "trader" sends getOrderHistory:
        | type   | MARKET     |
        | status | ["placed"] |
      Then the response lists:
        | symbol   | quantity          | parentOrder.venueId |
        | {market} | {5 x chunk + lot} | {slow}              |
        | {market} | {5 x chunk}       | {slow}              |

  Rule: sizes and intervals vary by the requested variance

    @clause:TWAP-SIZEVARIANCE-RANGE @assumed
    Scenario: a size variance of 20 % changes the size from chunk to chunk
      Given "trader" has the TWAP "varied":
        | symbol   | side | quantity     | durationSeconds | intervalSeconds | sizeVarianceBps |
        | {market} | buy  | {30 x chunk} | number 300      | number 10       | number 2000     |
      When 61 s pass
      And "trader" sends getOrderHistory:
        | type   | MARKET     |
        | status | ["placed"] |
      Then the rows of the response differ in "quantity"

    @clause:TWAP-INTERVALVARIANCE-RANGE @assumed
    Scenario: an interval variance of 20 % moves chunks off equal intervals
      Given "trader" has the TWAP "varied":
        | symbol   | side | quantity     | durationSeconds | intervalSeconds | intervalVarianceBps |
        | {market} | buy  | {30 x chunk} | number 300      | number 10       | number 2000         |
      When 61 s pass
      And "trader" sends getOrderHistory:
        | type   | MARKET     |
        | status | ["placed"] |
      Then the rows of the response are at unequal intervals by "createdTime", which differ by more than 300 ms
