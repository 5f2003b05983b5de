@limits @trade @getRateLimits @needs:limits
Feature: getRateLimits and rateLimit show the tokens of a subaccount
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: getRateLimits counts its own cost

    @clause:GETRATELIMITS @clause:AUTH-NONONCE-GETRATELIMITS @clause:RATESNAP-REQUESTSUSED @clause:RATE-COST-GETRATELIMITS
    Scenario: getRateLimits shows as used what the bucket lacks
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
    Scenario: getRateLimits counts a partly refilled token as used
      Given other requests take 100 tokens of "trader"
      When 99 ms pass
      And "trader" sends getRateLimits
      # 99 ms bring 11.88 tokens.
      Then the response is ok with:
        | requestsUsed | number 109 |

    @clause:RATESNAP-ON-429 @negative
    Scenario: getRateLimits is refused when the bucket is empty
      Given other requests take 1182 tokens of "trader"
      When "trader" sends getRateLimits
      Then the response is 429 with:
        | error.code                | RATE_LIMIT_EXCEEDED |
        | rateLimit.remainingTokens | number 18           |

    @clause:GETRATELIMITS @assumed
    Scenario Outline: getRateLimits ignores the field <field>
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

  Rule: signers with a right to the subaccount may ask

    @clause:ROLE-SESSION-GETRATELIMITS
    Scenario: getRateLimits shows a session delegate the bucket of its subaccount
      Given "helper" is a session delegate of "trader"
      And other requests take 200 tokens of "trader"
      When "helper" sends getRateLimits for "trader"
      # The owner's grant took 100.
      Then the response is ok with:
        | requestsUsed | number 320  |
        | requestsCap  | number 1200 |

    @clause:ROLE-STRANGER-READ @assumed @R-07 @negative
    Scenario: getRateLimits refuses a stranger
      When "stranger" sends getRateLimits for "trader"
      Then the response is 401 with:
        | error.code | UNAUTHORIZED |
        | response   | <absent>     |
        | rateLimit  | <absent>     |
