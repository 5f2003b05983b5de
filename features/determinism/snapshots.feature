@determinism @rest-only
Feature: the exchange goes back to a snapshot, any number of times
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity |
      | bid  | BTC-USDT | buy  | 94000 | 0.5      |
    And the snapshot "one-bid" is taken

  Rule: everything is again as it was when the snapshot was taken

    @assumed @R-109
    Scenario: an order that was cancelled after the snapshot is open again, each time the exchange goes back
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" sends getOpenOrders
      Then the response lists nothing
      When the exchange goes back to the snapshot "one-bid"
      And "trader" sends getOpenOrders
      Then the response lists:
        | order                             | price |
        | {"venueId":"{bid}","clientId":""} | 94000 |
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When the exchange goes back to the snapshot "one-bid"
      And "trader" sends getOpenOrders
      Then the response lists:
        | order                             | price |
        | {"venueId":"{bid}","clientId":""} | 94000 |

    @assumed @R-109
    Scenario: trades and balances after the snapshot are gone, and the digest is that of the snapshot
      Given "other" has placed:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | sell | limitIoc  | 94000 | 0.5      |
      When the exchange goes back to the snapshot "one-bid"
      Then the digest of the exchange is that of the snapshot "one-bid"
      When "trader" sends getPositions
      Then the response lists nothing
      When "trader" sends getTrades
      Then the response is ok with:
        | trades | [] |

    @assumed @R-109
    Scenario: time goes on from the time of the snapshot
      When 3 hours pass
      And the exchange goes back to the snapshot "one-bid"
      Then the digest of the exchange is that of the snapshot "one-bid"
      When "trader" sends getOpenOrders
      Then the response lists:
        | order                             | price |
        | {"venueId":"{bid}","clientId":""} | 94000 |

    @assumed @R-109
    Scenario: two snapshots are independent of each other
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When the snapshot "no-bid" is taken
      And the exchange goes back to the snapshot "one-bid"
      And the exchange goes back to the snapshot "no-bid"
      And "trader" sends getOpenOrders
      Then the response lists nothing

  Rule: a snapshot that there is not is refused

    @assumed @R-109 @negative
    Scenario: an unknown snapshot is refused by name and nothing changes
      Then the exchange refuses to go back to the snapshot "nowhere" with "there is no snapshot nowhere; there are one-bid"

    @assumed @R-109 @negative
    Scenario: a name that a snapshot has is refused and nothing changes
      Then the exchange refuses to take the snapshot "one-bid" with "one-bid"
