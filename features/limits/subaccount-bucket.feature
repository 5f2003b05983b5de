@limits @trade
Feature: each subaccount has its own tokens, as many as its fee tier gives
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the fee tier sets the size of the bucket

    @negative
    Scenario Outline: a subaccount on <tier> has <cap> tokens and is refused beyond them
      Given "trader" is in tier "<tier>"
      And other requests take <all but 50> tokens of "trader"
      When "trader" sends getOrderHistory
      Then the response is 200 with:
        | rateLimit.requestsCap     | number <cap> |
        | rateLimit.remainingTokens | number 0     |
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response is 429 with:
        | error.code                | RATE_LIMIT_EXCEEDED |
        | error.category            | RATE_LIMIT          |
        | error.retryable           | true                |
        | rateLimit.requestsCap     | number <cap>        |
        | rateLimit.remainingTokens | number 0            |

      @clause:RATE-TIER-TIER-0
      Examples:
        | tier   | cap  | all but 50 |
        | tier_0 | 1000 | 950        |
      @clause:RATE-TIER-TIER-1
      Examples:
        | tier   | cap  | all but 50 |
        | tier_1 | 1200 | 1150       |
      @clause:RATE-TIER-TIER-2
      Examples:
        | tier   | cap  | all but 50 |
        | tier_2 | 1400 | 1350       |
      @clause:RATE-TIER-TIER-3
      Examples:
        | tier   | cap  | all but 50 |
        | tier_3 | 1600 | 1550       |
      @clause:RATE-TIER-TIER-4
      Examples:
        | tier   | cap  | all but 50 |
        | tier_4 | 1800 | 1750       |
      @clause:RATE-TIER-TIER-5
      Examples:
        | tier   | cap  | all but 50 |
        | tier_5 | 2000 | 1950       |
      @clause:RATE-TIER-TIER-6
      Examples:
        | tier   | cap  | all but 50 |
        | tier_6 | 2200 | 2150       |
      @clause:RATE-TIER-TIER-7
      Examples:
        | tier   | cap  | all but 50 |
        | tier_7 | 2500 | 2450       |
      @clause:RATE-TIER-TOP-TIER
      Examples:
        | tier     | cap  | all but 50 |
        | top_tier | 2500 | 2450       |
      @clause:RATE-TIER-MARKET-MAKER
      Examples:
        | tier         | cap  | all but 50 |
        | market_maker | 5000 | 4950       |

    @clause:RATESNAP-REMAININGTOKENS @assumed @R-40
    Scenario: a wallet that moves to a higher tier keeps its used tokens
      Given other requests take 1000 tokens of "trader"
      And "trader" is in tier "market_maker"
      When "trader" sends getOpenOrders
      Then the response is 200 with:
        | rateLimit.requestsCap     | number 5000 |
        | rateLimit.remainingTokens | number 3990 |

  Rule: tokens come back continuously, in fractions too

    @clause:RATE-REFILL-10S @assumed @R-40 @negative
    Scenario Outline: a cancel of 2 tokens responds <http> <ms> ms after a bucket of 1,200 was empty
      Given other requests take 1200 tokens of "trader"
      When <ms> ms pass
      And "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response is <http> with:
        | error.code                | <code>        |
        | rateLimit.remainingTokens | number <left> |

      # 1,200 tokens in 10,000 ms: two tokens take 16 ms and two thirds of one.
      Examples:
        | ms | http | code                | left |
        | 8  | 429  | RATE_LIMIT_EXCEEDED | 0    |
        | 9  | 429  | RATE_LIMIT_EXCEEDED | 1    |
        | 16 | 429  | RATE_LIMIT_EXCEEDED | 1    |
        | 17 | 404  | ORDER_NOT_FOUND     | 0    |
        | 25 | 404  | ORDER_NOT_FOUND     | 1    |

    @clause:RATE-REFILL-10S
    Scenario Outline: a bucket has <left> tokens after <ms> idle milliseconds and a read of 10
      Given other requests take 1200 tokens of "trader"
      When <ms> ms pass
      And "trader" sends getOpenOrders
      Then the response is 200 with:
        | rateLimit.remainingTokens | number <left> |

      Examples:
        | ms    | left |
        | 9999  | 1189 |
        | 10000 | 1190 |
        | 10001 | 1190 |

  Rule: each subaccount pays only for itself

    @clause:RATE-SUBACCOUNT-SEPARATE
    Scenario: two subaccounts of one wallet and another wallet have separate buckets
      Given "trader" also owns the subaccount "second"
      And other requests take 1000 tokens of "trader"
      When "second" sends getOpenOrders
      Then the response is 200 with:
        | rateLimit.remainingTokens | number 1190 |
      When "other" sends getOpenOrders
      Then the response is 200 with:
        | rateLimit.remainingTokens | number 1190 |
      When "trader" sends getOpenOrders
      Then the response is 200 with:
        | rateLimit.remainingTokens | number 190 |

    @clause:RATE-COST-INFO-IP-ONLY
    Scenario: public requests take no tokens of a subaccount
      Given other requests take 5000 tokens of the address
      When "trader" sends getOpenOrders
      Then the response is 200 with:
        | rateLimit.remainingTokens | number 1190 |

    @clause:RATE-EXCEEDED @assumed @R-40 @negative
    Scenario: a request refused by the bucket costs nothing and changes nothing
      Given other requests take 1196 tokens of "trader"
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      # Had the refused request been paid, two tokens would not be there; had the order been placed, it would be found.
      Then the response is 404 with:
        | error.code                | ORDER_NOT_FOUND |
        | rateLimit.remainingTokens | number 2        |

    @clause:AUTH-NONCE-REUSED @assumed @R-03 @negative
    Scenario: a write refused by the bucket has used its nonce
      Given other requests take 1200 tokens of "trader"
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      When 10 s pass
      And the same request is sent again
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"

    @clause:RATE-COST-TRADE-ALSO-IP @clause:RATE-EXCEEDED @assumed @R-40 @negative
    Scenario Outline: <action> refused by the bucket of the subaccount costs the address nothing
      Given other requests take 1200 tokens of "trader"
      And other requests take 8700 tokens of the address
      When "trader" sends <action>:
        | symbols | ["*"] |
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      And the address has 100 tokens left

      Examples:
        | action          |
        | cancelAllOrders |
        | getOpenOrders   |

    @clause:RATE-EXCEEDED @assumed @R-01 @negative
    Scenario: an invalid write without tokens is refused for the bucket
      Given other requests take 1200 tokens of "trader"
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | long | 94000 | 0.1      |
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
