@trade @placeOrders
Feature: a market takes positions up to its cap on open interest
  Background:
    Given the world "capped"
    And "trader" is a trader

  Rule: an order that could lift the open interest above 20,000 USDT at the mark is rejected

    @clause:PLACEORDERS-ITEM-OTHER @assumed @negative
    Scenario Outline: a <side> of <quantity> at a mark of 95000
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
    Scenario Outline: a <side> of 0.21 is 19950 USDT and rests
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
    Scenario: the positions of others count
      Given "trader" is long "0.2" BTC-USDT at "95000" against "other"
      When "third" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.01     |
        | BTC-USDT | buy  | 94000 | 0.011    |
      Then item 1 is refused with OI_CAP_EXCEEDED "open interest cap exceeded"
      And the response is ok with:
        | statuses[0].resting.id | <id> |

    @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario: what a position gives back may be taken up again on the other side
      Given "trader" is long "0.2" BTC-USDT at "95000" against "other"
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | sell | 96000 | 0.4      |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

    @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario: at a lower mark the same quantity is worth less
      Given the index of "BTC-USDT" is "94000"
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 93500 | 0.211    |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

    @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario: a market without a cap takes more
      When "trader" places:
        | symbol   | side | price | quantity |
        | ETH-USDT | buy  | 3200  | 10       |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |
