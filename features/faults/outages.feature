@errors @faults @needs:fault
Feature: what the exchange relies on is out for a while
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: nobody can say who is whitelisted

    @info @getIsWhitelisted @negative
    Scenario Outline: getIsWhitelisted while <what>
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
    Scenario: no order is placed meanwhile
      Given the fault outage:
        | effect.of | whitelist |
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is refused with 500 INTERNAL_ERROR "failed to obtain whitelist arbitration"
      And nothing changed

    @trade @cancelOrders @clause:CANCELORDERS
    Scenario: what needs no whitelist goes on
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      And the fault outage:
        | effect.of | whitelist |
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then the response is ok with:
        | statuses[0].canceled.id | {bid} |

  Rule: markets or prices cannot be read

    @info @getMids @negative
    Scenario Outline: getMids without <what>
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
    Scenario: the price of a collateral is too old for an order
      Given the fault stalePrice on placeOrders, once
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then item 0 is refused with COLLATERAL_PRICE_STALE "collateral price is stale"
      And nothing changed

    @trade @voluntaryCollateralExchange @clause:ERR-COLLATERAL-PRICE-STALE-EXCHANGE @negative
    Scenario: and for an exchange
      Given the fault stalePrice on voluntaryCollateralExchange, once
      When "trader" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH |
        | targetUSDTAmount | 100  |
      Then the response is refused with 400 COLLATERAL_PRICE_STALE "collateral price is stale"
      And nothing changed

  Rule: the limits of subaccounts cannot be kept

    @trade @clause:RATESNAP-OMITTED-UNAVAILABLE
    Scenario: answers say nothing of tokens, and say it again later
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
