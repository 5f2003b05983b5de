@risk @prices
Feature: steering pins, moves, stops and releases a price
  Background:
    Given the world "quiet"

  Rule: a pinned price stays and is fresh

    @assumed @R-122
    Scenario Outline: orders and collateral go on <time> after a crash was pinned
      Given the index of "ETH-USDT" is pinned at "2000"
      And the index of "BTC-USDT" is pinned at "40000"
      When <time> pass
      And "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 39000 | 0.1      |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.indexPrice | 40000  |
        | ETH-USDT.indexPrice | 2000.0 |

      Examples:
        | time      |
        | 1 s       |
        | 1 minutes |
        | 1 hours   |

    # The account has 9,952.50 after the fee for one bitcoin at 95,000: healthy at 86,000, below maintenance at 85,400.
    @assumed @R-122
    Scenario Outline: a position is liquidated <time> after a crash was pinned, once the mark goes on falling
      Given "owner" also owns the subaccount "account"
      And "account" receives "10000" USDT
      And "account" is long "1" BTC-USDT at "95010" against "other"
      And the index of "BTC-USDT" is pinned at "86000"
      When <time> pass
      And the mark of "BTC-USDT" moves to "84000"
      And "account" sends getPositionHistory
      Then the response is ok with:
        | positions[0].closeReason | liquidation |

      Examples:
        | time      |
        | 1 s       |
        | 1 minutes |
        | 1 hours   |

  Rule: a moved price is where the feed goes on

    @assumed @R-122
    Scenario: a ramp goes to its price in equal steps of a second
      When the index of "BTC-USDT" moves to "94980" over 2 s
      And 1 s pass
      And anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.indexPrice | 94990 |
      When 1 s pass
      And anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.indexPrice | 94980 |

    @assumed @R-122
    Scenario Outline: a ramp that is under way ends where it is when <event>
      Given the index of "BTC-USDT" moves to "94980" over 2 s
      And 1 s pass
      And <event>
      When 2 s pass
      And anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.indexPrice | 94990 |

      Examples:
        | event                               |
        | the index of "BTC-USDT" is pinned   |
        | the price feed of "BTC-USDT" stops  |
        | the index of "BTC-USDT" is released |

  Rule: a stopped price goes stale, and a released one is fresh

    @assumed @R-122
    Scenario Outline: <time> after a stop a position below maintenance is in liquidation: <liquidated>
      Given "owner" also owns the subaccount "account"
      And "account" receives "10000" USDT
      And "account" is long "1" BTC-USDT at "95010" against "other"
      And the index of "BTC-USDT" moves to "86000"
      And the price feed of "BTC-USDT" stops
      When <time> pass
      And the mark of "BTC-USDT" moves to "84000"
      And "account" sends getPositionHistory
      Then the response is ok with:
        | positions | <positions> |
      When the index of "BTC-USDT" is released
      And "account" sends getPositionHistory
      Then the response is ok with:
        | positions[0].closeReason | liquidation |

      Examples:
        | time      | liquidated | positions |
        | 1 s       | yes        | <1 item>  |
        | 1 minutes | no         | <0 items> |
        | 1 hours   | no         | <0 items> |

    @assumed @R-122
    Scenario: an order that grows a position is refused a minute after a stop, and taken after the release
      Given the price feed of "SOL-USDT" stops
      When 1 minutes pass
      And "trader" places:
        | symbol   | side | orderType | price | quantity |
        | SOL-USDT | buy  | limitGtc  | 189   | 1        |
      Then item 0 is refused with MARKET_CLOSED "index price is stale, only orders that reduce a position are accepted"
      And nothing changed
      When the index of "SOL-USDT" is released
      And "trader" places:
        | symbol   | side | orderType | price | quantity |
        | SOL-USDT | buy  | limitGtc  | 189   | 1        |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

    @assumed @R-122
    Scenario: a price that is pinned after a stop is fresh, and stays so
      Given the price feed of "SOL-USDT" stops
      And 1 minutes pass
      And the index of "SOL-USDT" is pinned
      When 1 minutes pass
      And "trader" places:
        | symbol   | side | orderType | price | quantity |
        | SOL-USDT | buy  | limitGtc  | 189   | 1        |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

    @assumed @R-122
    Scenario: a pinned price follows its feed again once it is released
      Given the world "default"
      And the index of "BTC-USDT" is pinned
      And anyone asks getMarketPrices
      And "BTC-USDT.indexPrice" of the response is called "pinned price"
      When 1 minutes pass
      And anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.indexPrice | {pinned price} |
      When the index of "BTC-USDT" is released
      And 1 minutes pass
      And anyone asks getMarketPrices
      Then "BTC-USDT.indexPrice" of the response is not "{pinned price}"
