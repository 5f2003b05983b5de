@info @getMids
Feature: getMids shows the mid price of every open market
  Background:
    Given the world "quiet"

  Rule: the mid is the mean of the best bid and the best ask

    @clause:GETMIDS @clause:GETMIDS-ALL-OPEN @clause:CONV-SYMBOL-FORM @clause:CONV-DECIMAL-STRINGS @clause:AUTH-INFO-NONE
    Scenario: getMids shows the mid price of all nine markets
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
    Scenario: a better bid moves the mid, by half a tick if needed
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94995 | 0.5      |
      When anyone asks getMids
      Then the response is ok with:
        | BTC-USDT | 95002.5 |
        | ETH-USDT | 3300.0  |

    @clause:GETMIDS-NO-FILTER
    Scenario: getMids ignores a symbol in the request
      When anyone asks getMids:
        | symbol | BTC-USDT |
      Then the response is ok with:
        | BTC-USDT | 95000  |
        | ETH-USDT | 3300.0 |

  Rule: a market that is not open has no mid

    @clause:GETMIDS-NOT-CLOSED @clause:GETMIDS-ALL-OPEN @any-market
    Scenario: getMids lists the markets that getMarkets shows as open
      When anyone asks getMids
      Then the response lists the open markets

    @clause:GETMIDS-NOT-CLOSED
    Scenario: getMids leaves out a closed market
      Given market "BTC-USDT" is closed
      When anyone asks getMids
      Then the response is ok with:
        | BTC-USDT | <absent> |
        | ETH-USDT | 3300.0   |

    @clause:GETMIDS-NOT-CLOSED @clause:GETMIDS-ALL-OPEN
    Scenario: getMids lists a market again when it opens
      Given market "BTC-USDT" is closed
      And market "BTC-USDT" is open
      When anyone asks getMids
      Then the response is ok with:
        | BTC-USDT | 95000 |
