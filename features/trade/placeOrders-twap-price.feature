@trade @placeOrders @twap
Feature: the price of a TWAP is the worst price of its chunks and is not held against the price band
  # The band of BTC-USDT is 5 %: from 90250 to 99750 around a mark of 95000.
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And these figures:
      | chunk  | {2000 / mark + size, to whole lots} |
      | slices | {10 x chunk}                        |

  Rule: a TWAP may name any price on the grid

    @clause:PLACEORDERS-TYPE-TWAP @clause:PLACEORDERS-ITEM-PRICE @assumed @R-112
    Scenario Outline: placeOrders accepts a TWAP that <side>s at "<price>", outside the band
      Given these figures:
        | worst | <price> |
      When "trader" places the TWAP:
        | symbol   | side   | quantity | price   | durationSeconds | intervalSeconds |
        | {market} | <side> | {slices} | {worst} | number 300      | number 30       |
      Then "statuses[0].resting.id" of the response is called "slow"
      And the response is ok
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | type | price          |
        | {slow}  | TWAP | {worst, price} |

      Examples:
        | side | price                                |
        | buy  | {band top x 1.02, to whole ticks}    |
        | buy  | {band top x 10, to whole ticks}      |
        | sell | {band bottom x 0.98, to whole ticks} |
        | sell | {tick}                               |

    @clause:PLACEORDERS-TYPE-TWAP @assumed @R-112
    Scenario: margin for a TWAP is asked for at the bound of the band, not at its price
      # At its price the first of ten chunks alone would cost five times what the account has.
      Given the available margin of "trader" is called "free"
      When "trader" places the TWAP:
        | symbol   | side | quantity | price                                                 | durationSeconds | intervalSeconds |
        | {market} | buy  | {slices} | {5 x free x default leverage / chunk, to whole ticks} | number 300      | number 30       |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

  Rule: a chunk is limited by the price of the TWAP and by the band of its moment

    @clause:TWAP-CHUNK-EXECUTION @assumed @R-112
    Scenario Outline: a chunk that <side>s trades at the bound of the band and not beyond it
      Given the world "bare"
      And "other" has the open orders:
        | name   | symbol   | side    | price    | quantity |
        | within | BTC-USDT | <other> | <within> | 0.02     |
      And the index of "BTC-USDT" is "<back>"
      And "other" has the open orders:
        | name   | symbol   | side    | price    | quantity |
        | beyond | BTC-USDT | <other> | <beyond> | 1        |
      And the index of "BTC-USDT" is "95000"
      And "trader" has the TWAP "slow":
        | symbol   | side   | quantity | price   | durationSeconds | intervalSeconds |
        | BTC-USDT | <side> | 0.5      | <price> | number 300      | number 30       |
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | price    | quantity |
        | <within> | 0.02     |

      Examples:
        | side | other | price  | within | beyond | back  |
        | buy  | sell  | 200000 | 99750  | 99751  | 95100 |
        | sell | buy   | 1      | 90250  | 90249  | 94900 |

    @clause:TWAP-CHUNK-EXECUTION @assumed @R-112
    Scenario: a chunk that can buy nothing within the band drops its quantity, and the next buys where the band has come
      Given the world "bare"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | far  | BTC-USDT | sell | 99000 | 1        |
      And the index of "BTC-USDT" is "94000"
      And "trader" has the TWAP "slow":
        | symbol   | side | quantity | price  | durationSeconds | intervalSeconds |
        | BTC-USDT | buy  | 0.5      | 120000 | number 300      | number 30       |
      When "trader" sends getTrades
      Then the response is ok with:
        | trades | [] |
      Given the index of "BTC-USDT" is "95000"
      When 30 s pass
      And "trader" sends getTrades
      Then "trades" of the response lists:
        | price | quantity |
        | 99000 | 0.05     |

    @clause:TWAP-CHUNK-EXECUTION @assumed @R-112
    Scenario: a chunk never trades beyond the price of the TWAP inside the band
      Given "other" offers "{size / 5}" of "{market}" inside the spread, at "near"
      And "other" has the open orders:
        | symbol   | side | price         | quantity |
        | {market} | sell | {near + tick} | {chunk}  |
      And "trader" has the TWAP "slow":
        | symbol   | side | quantity | price  | durationSeconds | intervalSeconds |
        | {market} | buy  | {slices} | {near} | number 300      | number 30       |
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | price         | quantity   |
        | {near, price} | {size / 5} |
