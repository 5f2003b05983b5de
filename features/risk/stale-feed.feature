@risk @liquidation @assumed
Feature: a market with a stale index liquidates no account and accepts no new risk
  # A feed that stopped a minute ago. SOL prices no collateral, so it is its own market alone that is affected.
  Background:
    Given the world "bare"
    And "trader" is long "10" SOL-USDT at "190" against "other"
    And the price feed of "SOL-USDT" stops

  Rule: a market with a stale index accepts only orders that reduce a position

    @clause:PLACEORDERS-STATUS-OTHER @R-60 @negative
    Scenario Outline: an order that adds to a position is checked against the age of the index after <ms> ms
      Given <ms> ms pass
      When "trader" places:
        | symbol   | side | price | quantity |
        | SOL-USDT | buy  | 189   | 1        |
      Then the response is ok with:
        | statuses[0].errorCode | <code> |
        | statuses[0].error     | <text> |

      Examples:
        | ms    | code          | text                                                                |
        | 59999 | <absent>      | <absent>                                                            |
        | 60000 | MARKET_CLOSED | index price is stale, only orders that reduce a position are accepted |

    @clause:PLACEORDERS-STATUS-OTHER @R-60
    Scenario Outline: <what> is accepted while the index is stale
      Given 60 s pass
      When "trader" places:
        | symbol   | side | orderType | price   | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | SOL-USDT | sell | <type>    | <price> | <trigger>    | <market>        | 10       | <reduce>   |
      Then the response is ok with:
        | statuses[0].errorCode | <absent> |

      Examples:
        | what                | type      | price | trigger | market | reduce |
        | a reduce-only order | limitGtc  | 191   |         |        | true   |
        | a stop              | triggerSl |       | 180     | true   |        |

    @clause:PLACEORDERS-STATUS-OTHER @R-60 @negative
    Scenario Outline: <what> is rejected with MARKET_CLOSED while the index is stale
      Given 60 s pass
      When "third" sends placeOrders:
        | orders   | [<order>]  |
        | grouping | <grouping> |
      Then item 0 is refused with MARKET_CLOSED "index price is stale, only orders that reduce a position are accepted"
      And nothing changed

      Examples:
        | what           | grouping | order                                                                                                              |
        | a market order | na       | {"symbol":"SOL-USDT","side":"buy","orderType":"market","quantity":"1"}                                             |
        | a TWAP         | twap     | {"symbol":"SOL-USDT","side":"buy","orderType":"twap","quantity":"100","durationSeconds":300,"intervalSeconds":10}  |

    @clause:PLACEORDERS-STATUS-OTHER @R-60
    Scenario: other markets accept orders while one index is stale
      Given 60 s pass
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is ok with:
        | statuses[0].errorCode | <absent> |

    @clause:PLACEORDERS-STATUS-OTHER @R-60
    Scenario: a market accepts all orders again once its feed runs
      Given 60 s pass
      And the price feed of "SOL-USDT" goes on
      When "trader" places:
        | symbol   | side | price | quantity |
        | SOL-USDT | buy  | 189   | 1        |
      Then the response is ok with:
        | statuses[0].errorCode | <absent> |

  Rule: a market with a stale index liquidates once its feed runs again

    # One bitcoin on 10,000 is below maintenance at 85,200, and beside it stands one SOL. The feed stands still; then it goes on.
    @clause:STATE-POSITION-CLOSE @R-60
    Scenario: an account with a position in a market with a stale index is liquidated only after the feed runs
      Given "owner" also owns the subaccount "account"
      And "account" receives "10000" USDT
      And "account" is long "1" SOL-USDT at "190" against "other"
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And 60 s pass
      When the index of "BTC-USDT" moves to "85200"
      And "account" sends getPositions
      Then the response lists:
        | symbol   |
        | BTC-USDT |
        | SOL-USDT |
      When the price feed of "SOL-USDT" goes on
      And "account" sends getPositions
      Then the response lists nothing

    @clause:STATE-POSITION-CLOSE @R-60
    Scenario: an account without a position in that market is liquidated as usual
      Given "owner" also owns the subaccount "account"
      And "account" receives "10000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And 60 s pass
      When the index of "BTC-USDT" moves to "85200"
      And "account" sends getPositions
      Then the response lists nothing

    # The ether count for 0.95 of a cent; an account without ether is not affected.
    @clause:STATE-POSITION-CLOSE @R-60
    Scenario: an account with collateral priced by a stale index is liquidated only after the feed runs
      Given "owner" also owns the subaccount "account"
      And "account" receives "10000" USDT
      And "account" receives "0.00001" WETH
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the price feed of "ETH-USDT" stops
      And 60 s pass
      When the index of "BTC-USDT" moves to "85200"
      And "account" sends getPositions
      Then the response lists:
        | symbol   |
        | BTC-USDT |
      When the price feed of "ETH-USDT" goes on
      And "account" sends getPositions
      Then the response lists nothing
