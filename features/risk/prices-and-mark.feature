@risk @prices @assumed
Feature: index, mid, last and mark are defined by feed, book and trades
  Background:
    Given the world "bare"

  Rule: the mark is the index plus an average of the premium of the book

    @clause:GETMARKETPRICES
    Scenario: the mark follows the index at once and keeps its premium
      Given the mark of "BTC-USDT" is "95100"
      And the index of "BTC-USDT" is "94000"
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.indexPrice | 94000 |
        | BTC-USDT.markPrice  | 94100 |

    # An empty book says nothing: each second takes 2 / 31 of the distance away. 190, 177.74, 166.27, 155.55.
    @clause:GETMARKETPRICES
    Scenario: the premium of the mark decays while the book is empty
      Given the mark of "BTC-USDT" is "95190"
      And 1 s pass
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.markPrice | 95178 |
      Given 2 s pass
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.markPrice | 95156 |

    # The ladder stays at 95,000, 15,000 above the index, and the mark is drawn 967.74, 1,873.05, 2,719.95, 3,512.21 above
    # the index; in the fifth second it would be 4,253.35, and 5 % are 4,000.
    @clause:GETMARKETPRICES
    Scenario Outline: the mark is <mark> <s> seconds after the index fell far below the book
      Given the world "quiet"
      And the index of "BTC-USDT" is "80000"
      And <s> s pass
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.markPrice | <mark> |

      Examples: never more than 5 % off
        | s    | mark  |
        | 1    | 80968 |
        | 4    | 83512 |
        | 5    | 84000 |
        | 3000 | 84000 |

    # Half a tick goes to the even one.
    @clause:GETMARKETPRICES
    Scenario Outline: an index of <index> between two ticks rounds the mark to <mark>
      Given the index of "SOL-USDT" is "<index>"
      When anyone asks getMarketPrices
      Then the response is ok with:
        | SOL-USDT.markPrice | <mark> |

      Examples:
        | index   | mark   |
        | 190.005 | 190.00 |
        | 190.015 | 190.02 |
        | 190.016 | 190.02 |

  Rule: the mid is the mean of best bid and best ask, or the index if one is missing

    @clause:GETMIDS
    Scenario: getMids shows the index for a book with one side and the mean for both sides
      Given "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94990 | 1        |
      When anyone asks getMids
      Then the response is ok with:
        | BTC-USDT | 95000 |
      Given "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | ask  | BTC-USDT | sell | 95021 | 1        |
      When anyone asks getMids
      Then the response is ok with:
        | BTC-USDT | 95005.5 |

  Rule: the last price is the median of best bid, best ask and last trade

    @clause:GETMARKETPRICES
    Scenario Outline: a market traded at 95,000 and quoted <bid> to <ask> has the last price <last>
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | <bid> | 1        |
        | ask  | BTC-USDT | sell | <ask> | 1        |
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.lastPrice | <last> |

      Examples:
        | bid   | ask   | last  |
        | 94990 | 95010 | 95000 |
        | 95005 | 95010 | 95005 |
        | 94990 | 94995 | 94995 |

  Rule: positions are valued at the mark

    @clause:SUBACCT-MARGIN-TOTALUNREALIZEDPNL
    Scenario: a trade away from the mark changes no unrealizedPnl, and a change of the mark does
      Given "trader" is long "1" BTC-USDT at "95000" against "other"
      And "maker" is long "0.1" BTC-USDT at "95500" against "other"
      When "trader" sends getPositions
      Then the response lists:
        | unrealizedPnl | maintenanceMargin |
        | 0             | 475.00            |
      Given the mark of "BTC-USDT" is "95500"
      When "trader" sends getPositions
      Then the response lists:
        | unrealizedPnl | maintenanceMargin |
        | 500           | 477.50            |
