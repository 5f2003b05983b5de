@limits @trade @needs:limits
Feature: responses for a subaccount carry the tokens left
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: rateLimit is present once the signer has authority

    @clause:RATESNAP-PRESENT @clause:RATESNAP-REQUESTSCAP @clause:RATESNAP-REMAININGTOKENS
    Scenario: placeOrders and the next read carry rateLimit
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is 200 with:
        | rateLimit.requestsCap     | number 1200 |
        | rateLimit.remainingTokens | number 1195 |
      And "rateLimit" of the body has exactly the keys "requestsCap, remainingTokens"
      When "trader" sends getOpenOrders
      Then the response is 200 with:
        | rateLimit.requestsCap     | number 1200 |
        | rateLimit.remainingTokens | number 1185 |

    @clause:RATESNAP-PRESENT @assumed @negative
    Scenario Outline: a request refused for <reason> carries rateLimit with <left> tokens
      When "trader" sends <action> with <params>
      Then the response is <http> with:
        | status                    | error         |
        | rateLimit.remainingTokens | number <left> |

      Examples:
        | reason           | action          | params                                   | http | left |
        | what it asks for | cancelAllOrders | {"symbols":["*"]}                        | 404  | 1198 |
        | a wrong filter   | getOrderHistory | {"side":"up"}                            | 400  | 1150 |
        | a wrong leverage | updateLeverage  | {"symbol":"BTC-USDT","leverage":"1000"}  | 400  | 1195 |

    @clause:RATESNAP-PRESENT @assumed @negative
    Scenario: an order refused by the whitelist carries rateLimit
      Given the wallet of "trader" is not whitelisted
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is 403 with:
        | error.code                | FORBIDDEN   |
        | rateLimit.remainingTokens | number 1195 |

    @clause:RATESNAP-ON-429 @negative
    Scenario: a request refused by the bucket carries rateLimit
      Given other requests take 1160 tokens of "trader"
      When "trader" sends getOrderHistory
      Then the response is 429 with:
        | error.code                | RATE_LIMIT_EXCEEDED |
        | rateLimit.requestsCap     | number 1200         |
        | rateLimit.remainingTokens | number 40           |

    @clause:RATESNAP-PRESENT @assumed @R-01 @negative @rest-only
    Scenario: a request without a known subaccount carries no rateLimit
      When anyone posts to "/trade" the body
        """
        {"params":{"action":"getOpenOrders","subAccountId":"{trader id}"}}
        """
      Then the response is 401 with:
        | rateLimit | <absent> |

  Rule: responses carry no rateLimit without limits

    @clause:RATESNAP-OMITTED-DISABLED @clause:GETRATELIMITS
    Scenario: responses carry no rateLimit when limits are switched off
      Given the world "quiet" with:
        | limits.enabled | false |
      When "trader" sends getRateLimits
      Then the response is 200 with:
        | response.requestsUsed | number 0 |
        | response.requestsCap  | number 0 |
        | rateLimit             | <absent> |
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is 200 with:
        | rateLimit | <absent> |
