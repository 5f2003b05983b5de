@risk @assumed
Feature: a collateral whose price has grown stale backs no new order and is not exchanged
  # The age at which a price is stale is the world's: a minute here. Ether and bitcoin, which every trader holds, are priced by
  # the index of their own markets.
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: no order is placed, from the moment the price is a minute old

    @clause:ERR-COLLATERAL-PRICE-STALE-PLACEORDERS @negative
    Scenario Outline: a feed that stopped <ms> milliseconds ago
      Given the price feed of "ETH-USDT" stops
      And <ms> ms pass
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
        | ETH-USDT | buy  | 3200  | 1        |
      Then item 0 is refused with COLLATERAL_PRICE_STALE "collateral price is stale"
      And item 1 is refused with COLLATERAL_PRICE_STALE "collateral price is stale"
      And nothing changed

      Examples:
        | ms    |
        | 60000 |
        | 60001 |

    @clause:ERR-COLLATERAL-PRICE-STALE-PLACEORDERS
    Scenario: a millisecond earlier the price will do
      Given the price feed of "ETH-USDT" stops
      And 59999 ms pass
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is ok with:
        | statuses[0].errorCode | <absent> |
        | statuses[0].resting   | <any>    |

    @clause:ERR-COLLATERAL-PRICE-STALE-PLACEORDERS @negative
    Scenario Outline: <what> is refused as any order
      Given the price feed of "BTC-USDT" stops
      And 1 minutes pass
      When "trader" sends placeOrders:
        | orders   | [<order>]  |
        | grouping | <grouping> |
      Then item 0 is refused with COLLATERAL_PRICE_STALE "collateral price is stale"
      And nothing changed

      Examples:
        | what              | grouping | order                                                                                                                        |
        | a market order    | na       | {"symbol":"SOL-USDT","side":"buy","orderType":"market","quantity":"1"}                                                       |
        | a reduce-only one | na       | {"symbol":"SOL-USDT","side":"sell","orderType":"limitGtc","price":"190","quantity":"1","reduceOnly":true}                    |
        | a stop            | na       | {"symbol":"SOL-USDT","side":"sell","orderType":"triggerSl","triggerPrice":"180","isTriggerMarket":true,"quantity":"1"}       |
        | a TWAP            | twap     | {"symbol":"ETH-USDT","side":"buy","orderType":"twap","quantity":"10","durationSeconds":300,"intervalSeconds":10}             |

    @clause:ERR-COLLATERAL-PRICE-STALE-PLACEORDERS @clause:PLACEISOLATEDORDER @negative
    Scenario: an isolated order is refused too
      Given the price feed of "BTC-USDT" stops
      And 1 minutes pass
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"SOL-USDT","side":"buy","orderType":"limitGtc","price":"189","quantity":"1"} |
        | leverage       | 20  |
        | isolatedMargin | 600 |
      Then item 0 is refused with COLLATERAL_PRICE_STALE "collateral price is stale"
      And nothing changed

    @clause:ERR-COLLATERAL-PRICE-STALE-PLACEORDERS
    Scenario: the price of a market that prices no collateral keeps nobody from other markets
      Given the price feed of "SOL-USDT" stops
      And 1 hours pass
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is ok with:
        | statuses[0].errorCode | <absent> |
        | statuses[0].resting   | <any>    |

  Rule: what can be retried succeeds once the price is fresh again

    @clause:ERR-COLLATERAL-PRICE-STALE-PLACEORDERS
    Scenario: the feed goes on
      Given the price feed of "ETH-USDT" stops
      And 1 minutes pass
      And the price feed of "ETH-USDT" goes on
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is ok with:
        | statuses[0].errorCode | <absent> |
        | statuses[0].resting   | <any>    |

    @clause:ERR-COLLATERAL-PRICE-STALE-EXCHANGE
    Scenario: a price set while the feed stands still is fresh for another minute
      Given the price feed of "ETH-USDT" stops
      And 1 minutes pass
      And the index of "ETH-USDT" is "3300"
      And 59999 ms pass
      When "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH |
        | targetUSDTAmount | 100  |
      Then the response is ok with:
        | targetAmount | 100 |
      When 1 ms pass
      And "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH |
        | targetUSDTAmount | 100  |
      Then the response is refused with 400 COLLATERAL_PRICE_STALE "collateral price is stale"

  Rule: a stale collateral is not exchanged

    @clause:ERR-COLLATERAL-PRICE-STALE-EXCHANGE @negative
    Scenario: ether, at a minute
      Given the price feed of "ETH-USDT" stops
      And 1 minutes pass
      When "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH |
        | targetUSDTAmount | 100  |
      Then the response is 400 with:
        | status          | error                     |
        | error.code      | COLLATERAL_PRICE_STALE    |
        | error.message   | collateral price is stale |
        | error.category  | TRADING                   |
        | error.retryable | true                      |
      And nothing changed

    @clause:ERR-COLLATERAL-PRICE-STALE-EXCHANGE
    Scenario Outline: <what> goes through
      Given the price feed of "ETH-USDT" stops
      And <ms> ms pass
      When "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | <asset> |
        | targetUSDTAmount | 100     |
      Then the response is ok with:
        | targetAmount | 100 |

      Examples:
        | what                        | asset | ms    |
        | ether, a millisecond before | WETH  | 59999 |
        | bitcoin, whose price runs   | BTC   | 60000 |

  Rule: what is there can be changed, cancelled and looked at

    @clause:ERR-COLLATERAL-PRICE-STALE-PLACEORDERS
    Scenario: an open order
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      And the price feed of "ETH-USDT" stops
      And 1 hours pass
      When "trader" sends modifyOrder:
        | orderId | {bid} |
        | price   | 94100 |
      Then the response is ok
      When "trader" sends getOpenOrders
      Then the response lists:
        | symbol   | price |
        | BTC-USDT | 94100 |
      When "trader" sends getSubAccount
      Then the response is ok
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then the response is ok with:
        | statuses[0].errorCode | <absent> |
