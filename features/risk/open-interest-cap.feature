@trade @placeOrders
Feature: a market takes positions up to its cap on open interest
  Background:
    Given the world "capped"
    And "trader" is a trader

  Rule: an order that could lift the open interest above 20,000 USDT at the mark is rejected

    @clause:PLACEORDERS-ITEM-OTHER @assumed @negative
    Scenario Outline: placeOrders rejects a <side> of <quantity> BTC at a mark of 95000 with OI_CAP_EXCEEDED
      When "trader" places:
        | symbol   | side   | price   | quantity   |
        | BTC-USDT | <side> | <price> | <quantity> |
      Then item 0 is refused with OI_CAP_EXCEEDED "open interest cap exceeded"
      And nothing changed

      Examples:
        | side | price | quantity |
        | buy  | 94000 | 0.211    |
        | sell | 96000 | 0.211    |

    @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario Outline: placeOrders accepts a <side> of 0.21 BTC, which is worth 19950 USDT
      When "trader" places:
        | symbol   | side   | price   | quantity |
        | BTC-USDT | <side> | <price> | 0.21     |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

      Examples:
        | side | price |
        | buy  | 94000 |
        | sell | 96000 |

    @clause:PLACEORDERS-ITEM-OTHER @assumed @negative
    Scenario: the positions of other accounts count towards the cap
      Given "trader" is long "0.2" BTC-USDT at "95000" against "other"
      When "third" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.01     |
        | BTC-USDT | buy  | 94000 | 0.011    |
      Then item 1 is refused with OI_CAP_EXCEEDED "open interest cap exceeded"
      And the response is ok with:
        | statuses[0].resting.id | <id> |

    @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario: an order that closes a position and opens the same size on the other side is accepted
      Given "trader" is long "0.2" BTC-USDT at "95000" against "other"
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | sell | 96000 | 0.4      |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

    @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario: at a lower mark the same quantity fits the cap
      Given the index of "BTC-USDT" is "94000"
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 93500 | 0.211    |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

    @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario: a market without a cap accepts a larger order
      When "trader" places:
        | symbol   | side | price | quantity |
        | ETH-USDT | buy  | 3200  | 10       |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |
