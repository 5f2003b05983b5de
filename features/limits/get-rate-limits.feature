@limits @trade @getRateLimits @needs:limits
Feature: getRateLimits and the snapshot tell what a subaccount has left
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: getRateLimits counts itself

    @clause:GETRATELIMITS @clause:AUTH-NONONCE-GETRATELIMITS @clause:RATESNAP-REQUESTSUSED @clause:RATE-COST-GETRATELIMITS
    Scenario: what is used is what the bucket lacks
      When "trader" sends getRateLimits
      Then the response has exactly the keys "requestsUsed, requestsCap"
      And the response is 200 with:
        | response.requestsUsed     | number 20   |
        | response.requestsCap      | number 1200 |
        | rateLimit.requestsCap     | number 1200 |
        | rateLimit.remainingTokens | number 1180 |
      Given other requests take 500 tokens of "trader"
      When "trader" sends getRateLimits
      Then the response is 200 with:
        | response.requestsUsed     | number 540 |
        | rateLimit.remainingTokens | number 660 |

    @clause:GETRATELIMITS @clause:RATE-REFILL-10S
    Scenario: a token that is back only in part is still used
      Given other requests take 100 tokens of "trader"
      When 99 ms pass
      And "trader" sends getRateLimits
      # 99 ms bring 11.88 tokens.
      Then the response is ok with:
        | requestsUsed | number 109 |

    @clause:RATESNAP-ON-429 @negative
    Scenario: an empty bucket refuses this question too
      Given other requests take 1182 tokens of "trader"
      When "trader" sends getRateLimits
      Then the response is 429 with:
        | error.code                | RATE_LIMIT_EXCEEDED |
        | rateLimit.remainingTokens | number 18           |

    @clause:GETRATELIMITS @assumed
    Scenario Outline: <field> is taken and not looked at
      When "trader" sends getRateLimits:
        | <field> | <value> |
      Then the response is ok with:
        | requestsUsed | number 20   |
        | requestsCap  | number 1200 |

      Examples:
        | field | value                |
        | user  | {trader address}     |
        | user  | number 5             |
        | user  | ["0x", null]         |

  Rule: who may ask

    @clause:ROLE-SESSION-GETRATELIMITS
    Scenario: a session delegate sees the bucket of the subaccount it acts for
      Given "helper" is a session delegate of "trader"
      And other requests take 200 tokens of "trader"
      When "helper" sends getRateLimits for "trader"
      # The owner's grant took 100.
      Then the response is ok with:
        | requestsUsed | number 320  |
        | requestsCap  | number 1200 |

    @clause:ROLE-STRANGER-READ @assumed @R-07 @negative
    Scenario: a stranger does not
      When "stranger" sends getRateLimits for "trader"
      Then the response is 401 with:
        | error.code | UNAUTHORIZED |
        | response   | <absent>     |
        | rateLimit  | <absent>     |
