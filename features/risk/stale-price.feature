@risk @assumed
Feature: collateral with a stale price backs no new order and cannot be exchanged
  # The age at which a price is stale is the world's: a minute here. Ether and bitcoin, which every trader holds, are priced by
  # the index of their own markets.
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: orders are rejected from the moment the price is one minute old

    @clause:ERR-COLLATERAL-PRICE-STALE-PLACEORDERS @negative
    Scenario Outline: placeOrders rejects orders with COLLATERAL_PRICE_STALE <ms> ms after the feed stopped
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
    Scenario: placeOrders accepts an order 59999 ms after the feed stopped
      Given the price feed of "ETH-USDT" stops
      And 59999 ms pass
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is ok with:
        | statuses[0].errorCode | <absent> |
        | statuses[0].resting   | <any>    |

    @clause:ERR-COLLATERAL-PRICE-STALE-PLACEORDERS @negative
    Scenario Outline: placeOrders rejects <what> with COLLATERAL_PRICE_STALE
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
    Scenario: placeIsolatedOrder rejects an order with COLLATERAL_PRICE_STALE
      Given the price feed of "BTC-USDT" stops
      And 1 minutes pass
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"SOL-USDT","side":"buy","orderType":"limitGtc","price":"189","quantity":"1"} |
        | leverage       | 20  |
        | isolatedMargin | 600 |
      Then item 0 is refused with COLLATERAL_PRICE_STALE "collateral price is stale"
      And nothing changed

    @clause:ERR-COLLATERAL-PRICE-STALE-PLACEORDERS
    Scenario: a stale price of a market that prices no collateral leaves other markets open
      Given the price feed of "SOL-USDT" stops
      And 1 hours pass
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is ok with:
        | statuses[0].errorCode | <absent> |
        | statuses[0].resting   | <any>    |

  Rule: a request succeeds again once the price is fresh

    @clause:ERR-COLLATERAL-PRICE-STALE-PLACEORDERS
    Scenario: placeOrders accepts an order again once the feed runs
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
    Scenario: a price set by hand is fresh for one minute
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

  Rule: collateral with a stale price is not exchanged

    @clause:ERR-COLLATERAL-PRICE-STALE-EXCHANGE @negative
    Scenario: voluntaryCollateralExchange refuses WETH with COLLATERAL_PRICE_STALE after one minute
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
    Scenario Outline: voluntaryCollateralExchange accepts <what> for USDT
      Given the price feed of "ETH-USDT" stops
      And <ms> ms pass
      When "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | <asset> |
        | targetUSDTAmount | 100     |
      Then the response is ok with:
        | targetAmount | 100 |

      Examples:
        | what                        | asset | ms    |
        | WETH one ms before the limit | WETH  | 59999 |
        | BTC while its feed runs     | BTC   | 60000 |

  Rule: existing orders can be changed, cancelled and read

    @clause:ERR-COLLATERAL-PRICE-STALE-PLACEORDERS
    Scenario: modifyOrder, cancelOrders and reads succeed while a collateral price is stale
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
