@limits @trade @placeOrders @needs:limits @needs:exhaust
Feature: a subaccount places at most 100 orders within one second
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And "trader" has placed:
      | times | symbol   | side | orderType | price | quantity |
      | 80    | BTC-USDT | buy  | limitIoc  | 94000 | 0.1      |

  Rule: each order counts, and a batch is accepted or refused as a whole

    @clause:LIMIT-ORDERS-100-PER-SECOND @assumed @R-43 @negative
    Scenario: placeOrders accepts the hundredth order and refuses the next
      When "trader" places:
        | times | symbol   | side | orderType | price | quantity |
        | 20    | BTC-USDT | buy  | limitIoc  | 94000 | 0.1      |
      Then the response is 200 with:
        | response.statuses         | <20 items> |
        | rateLimit.remainingTokens | number 700 |
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is 429 with:
        | error.code                | RATE_LIMIT_EXCEEDED |
        | error.message             | Rate limit exceeded |
        | error.category            | RATE_LIMIT          |
        | error.retryable           | true                |
        | rateLimit.requestsCap     | number 1200         |
        | rateLimit.remainingTokens | number 700          |
      When "trader" sends getOpenOrders
      Then the response lists nothing

    @clause:LIMIT-ORDERS-100-PER-SECOND @assumed @R-43 @negative
    Scenario: placeOrders refuses a batch that would exceed the limit and accepts one that fits
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitIoc  | 94000 | 0.1      |
      Then the response is ok
      When "trader" places:
        | times | symbol   | side | orderType | price | quantity |
        | 20    | BTC-USDT | buy  | limitGtc  | 94000 | 0.1      |
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      When "trader" sends getOpenOrders
      Then the response lists nothing
      When "trader" places:
        | times | symbol   | side | orderType | price | quantity |
        | 19    | BTC-USDT | buy  | limitIoc  | 94000 | 0.1      |
      Then the response is ok with:
        | statuses | <19 items> |

  Rule: an order counts for exactly one second

    @clause:LIMIT-ORDERS-100-PER-SECOND @assumed @R-43
    Scenario Outline: placeOrders of 21 more orders responds <http> after <ms> ms
      When <ms> ms pass
      And "trader" places:
        | times | symbol   | side | orderType | price | quantity |
        | 20    | BTC-USDT | buy  | limitIoc  | 94000 | 0.1      |
      Then the response is ok
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitIoc  | 94000 | 0.1      |
      Then the response is <http> with:
        | status | <status> |

      Examples:
        | ms   | http | status |
        | 999  | 429  | error  |
        | 1000 | 200  | ok     |
        | 1001 | 200  | ok     |

  Rule: only placing orders uses the limit, and only that of its subaccount

    @clause:LIMIT-ORDERS-100-PER-SECOND @assumed @R-43
    Scenario: another subaccount of the same wallet may place orders
      Given "trader" also owns the subaccount "second"
      When "trader" places:
        | times | symbol   | side | orderType | price | quantity |
        | 20    | BTC-USDT | buy  | limitIoc  | 94000 | 0.1      |
      Then the response is ok
      When "second" places:
        | times | symbol   | side | orderType | price | quantity |
        | 20    | BTC-USDT | buy  | limitIoc  | 94000 | 0.1      |
      Then the response is ok

    @clause:LIMIT-ORDERS-100-PER-SECOND @assumed @R-43
    Scenario: modifyOrder and cancelOrders succeed while no order may be placed
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then "statuses[0].resting.id" of the response is called "bid"
      When "trader" places:
        | times | symbol   | side | orderType | price | quantity |
        | 19    | BTC-USDT | buy  | limitIoc  | 94000 | 0.1      |
      Then the response is ok
      When "trader" sends modifyOrder with {"orderId":"{bid}","price":"93000"}
      Then the response is ok with:
        | status | modified |
      When "trader" sends cancelOrders with {"orderIds":["{bid}"]}
      Then the response is ok with:
        | statuses[0].canceled.id | {bid} |
