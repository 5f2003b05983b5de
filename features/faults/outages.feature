@errors @faults @needs:fault
Feature: services that the exchange depends on may be unavailable for a time
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the whitelist is unavailable

    @info @getIsWhitelisted @negative
    Scenario Outline: getIsWhitelisted responds <http> <code> while <what>
      Given the fault outage on getIsWhitelisted, once:
        | effect.of | <out> |
      When anyone asks getIsWhitelisted:
        | walletAddress | {trader address} |
      Then the response is <http> with:
        | status          | error    |
        | error.code      | <code>   |
        | error.message   | <text>   |
        | error.retryable | true     |
        | response        | <absent> |
      When anyone asks getIsWhitelisted:
        | walletAddress | {trader address} |
      Then the response is ok with:
        | . | true |

      @clause:GETISWHITELISTED-ERR-UNAVAILABLE
      Examples: the source itself
        | what                   | out       | http | code                | text                             |
        | the source is not there | whitelist | 503  | SERVICE_UNAVAILABLE | Whitelist arbitrator unavailable |

      @clause:GETISWHITELISTED-ERR-FAILED
      Examples: one lookup
        | what           | out             | http | code           | text                                   |
        | a lookup fails | whitelistLookup | 500  | INTERNAL_ERROR | Failed to obtain whitelist arbitration |

    @trade @placeOrders @clause:ERR-INTERNAL-ERROR @assumed @R-09 @negative
    Scenario: placeOrders is refused while the whitelist is unavailable
      Given the fault outage:
        | effect.of | whitelist |
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is refused with 500 INTERNAL_ERROR "failed to obtain whitelist arbitration"
      And nothing changed

    @trade @cancelOrders @clause:CANCELORDERS
    Scenario: cancelOrders succeeds while the whitelist is unavailable
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      And the fault outage:
        | effect.of | whitelist |
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then the response is ok with:
        | statuses[0].canceled.id | {bid} |

  Rule: markets or prices are unavailable

    @info @getMids @negative
    Scenario Outline: getMids responds 500 without <what>
      Given the fault outage on getMids, once:
        | effect.of | <out> |
      When anyone asks getMids
      Then the response is refused with 500 INTERNAL_ERROR "<text>"
      When anyone asks getMids
      Then the response is ok with:
        | BTC-USDT | 95000 |

      @clause:GETMIDS-ERR-CONFIG
      Examples: the configuration
        | what                    | out                 | text                                |
        | the market configuration | marketConfiguration | Could not pull market configuration |

      @clause:GETMIDS-ERR-MID
      Examples: a price
        | what        | out      | text                    |
        | a mid price | midPrice | Could not get mid price |

    @trade @placeOrders @clause:ERR-COLLATERAL-PRICE-STALE-PLACEORDERS @negative
    Scenario: placeOrders rejects an order while the price of a collateral is stale
      Given the fault stalePrice on placeOrders, once
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then item 0 is refused with COLLATERAL_PRICE_STALE "collateral price is stale"
      And nothing changed

    @trade @voluntaryCollateralExchange @clause:ERR-COLLATERAL-PRICE-STALE-EXCHANGE @negative
    Scenario: voluntaryCollateralExchange is refused while the price of the collateral is stale
      Given the fault stalePrice on voluntaryCollateralExchange, once
      When "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH |
        | targetUSDTAmount | 100  |
      Then the response is refused with 400 COLLATERAL_PRICE_STALE "collateral price is stale"
      And nothing changed

  Rule: the rate limits of subaccounts are unavailable

    @trade @clause:RATESNAP-OMITTED-UNAVAILABLE
    Scenario: a response leaves out rateLimit while the limits are unavailable, and the next one has it again
      Given the fault rateLimitUnavailable, once:
        | match.subAccountId | {trader id} |
      When "trader" sends getPositions
      Then the response is 200 with:
        | status    | ok       |
        | rateLimit | <absent> |
      When "trader" sends getPositions
      Then the response is 200 with:
        | rateLimit.requestsCap     | number 1200 |
        | rateLimit.remainingTokens | number 1190 |
