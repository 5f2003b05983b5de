@info @getMids
Feature: getMids maps every open market to its mid price
  Background:
    Given the world "quiet"

  Rule: the mid is the mean of the best bid and the best ask

    @clause:GETMIDS @clause:GETMIDS-ALL-OPEN @clause:CONV-SYMBOL-FORM @clause:CONV-DECIMAL-STRINGS @clause:AUTH-INFO-NONE
    Scenario: all nine markets
      When anyone asks getMids
      Then the response is ok with:
        | BTC-USDT  | 95000  |
        | ETH-USDT  | 3300.0 |
        | SOL-USDT  | 190.00 |
        | XRP-USDT  | 2.3000 |
        | BNB-USDT  | 690.0  |
        | HYPE-USDT | 25.000 |
        | AVAX-USDT | 38.000 |
        | SUI-USDT  | 4.2000 |
        | WTI-USDT  | 72.00  |

    @clause:GETMIDS @assumed
    Scenario: a better bid moves it, by half a tick where need be
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94995 | 0.5      |
      When anyone asks getMids
      Then the response is ok with:
        | BTC-USDT | 95002.5 |
        | ETH-USDT | 3300.0  |

    @clause:GETMIDS-NO-FILTER
    Scenario: a symbol in the request narrows nothing
      When anyone asks getMids:
        | symbol | BTC-USDT |
      Then the response is ok with:
        | BTC-USDT | 95000  |
        | ETH-USDT | 3300.0 |

  Rule: a market that is not open has no mid

    @clause:GETMIDS-NOT-CLOSED @clause:GETMIDS-ALL-OPEN @any-market
    Scenario: the markets that have a mid are those that getMarkets says are open
      When anyone asks getMids
      Then the response lists the open markets

    @clause:GETMIDS-NOT-CLOSED
    Scenario: a closed market
      Given market "BTC-USDT" is closed
      When anyone asks getMids
      Then the response is ok with:
        | BTC-USDT | <absent> |
        | ETH-USDT | 3300.0   |

    @clause:GETMIDS-NOT-CLOSED @clause:GETMIDS-ALL-OPEN
    Scenario: a market comes back when it opens again
      Given market "BTC-USDT" is closed
      And market "BTC-USDT" is open
      When anyone asks getMids
      Then the response is ok with:
        | BTC-USDT | 95000 |
