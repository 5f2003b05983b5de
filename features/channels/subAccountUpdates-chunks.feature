@channels @subAccountUpdates @twap
Feature: subAccountUpdates names the TWAP that a chunk belongs to
  Background:
    Given the world "quiet"
    And "trader" follows subAccountUpdates
    And these figures:
      | chunk | {2000 / far bid + size, to whole lots} |

    # Whether the chunk finds anything to buy or not, it is placed.
    @clause:WS-EMISSION @assumed @R-118
    Scenario: the event of a chunk that is placed carries the identifiers of its TWAP
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity     | durationSeconds | intervalSeconds | clientOrderId |
        | {market} | buy  | {10 x chunk} | number 300      | number 30       | sliced        |
      Then the stream of "trader" sends at last:
        | eventType   | orderPlaced                              |
        | symbol      | {market}                                 |
        | orderType   | market                                   |
        | quantity    | {chunk}                                  |
        | parentOrder | {"venueId":"{slow}","clientId":"sliced"} |
