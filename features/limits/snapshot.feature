@limits @trade @needs:limits
Feature: answers about a subaccount carry what is left of its tokens
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the snapshot is there once the signer has shown a right to act

    @clause:RATESNAP-PRESENT @clause:RATESNAP-REQUESTSCAP @clause:RATESNAP-REMAININGTOKENS
    Scenario: an order that rests, and the read after it
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
    Scenario Outline: a request that is refused for <reason>
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
    Scenario: an order of a wallet that is not whitelisted
      Given the wallet of "trader" is not whitelisted
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is 403 with:
        | error.code                | FORBIDDEN   |
        | rateLimit.remainingTokens | number 1195 |

    @clause:RATESNAP-ON-429 @negative
    Scenario: a request that the bucket itself refuses
      Given other requests take 1160 tokens of "trader"
      When "trader" sends getOrderHistory
      Then the response is 429 with:
        | error.code                | RATE_LIMIT_EXCEEDED |
        | rateLimit.requestsCap     | number 1200         |
        | rateLimit.remainingTokens | number 40           |

    @clause:RATESNAP-PRESENT @assumed @R-01 @negative @rest-only
    Scenario: a request without a subaccount that could be told about
      When anyone posts to "/trade" the body
        """
        {"params":{"action":"getOpenOrders","subAccountId":"{trader id}"}}
        """
      Then the response is 401 with:
        | rateLimit | <absent> |

  Rule: without limits there is nothing to tell

    @clause:RATESNAP-OMITTED-DISABLED @clause:GETRATELIMITS
    Scenario: limits that are switched off
      Given the world "quiet" with the limits:
        | enabled | false |
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
