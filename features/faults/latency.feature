@faults @needs:fault
Feature: an account can be far away from the exchange
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity |
      | bid  | BTC-USDT | buy  | 94000 | 0.1      |

  Rule: the request takes its time to the exchange

    @clause:GETOPENORDERS
    Scenario: getOpenOrders of a subaccount with an entry latency of 20 ms is processed after 20 ms
      Given "trader" has the latency:
        | entry.kind | constant  |
        | entry.ms   | number 20 |
      When "trader" sends getOpenOrders, whose response takes 20 ms
      Then the response lists:
        | orderId |
        | {bid}   |

    @clause:AUTH-EXPIRESAFTER-PAST @negative
    Scenario: a request that expires on its way to the exchange is refused as expired
      Given "trader" has the latency:
        | entry.kind | constant  |
        | entry.ms   | number 20 |
      When "trader" sends modifyOrder, whose response takes 20 ms:
        | orderId          | {bid}                |
        | price            | 94100                |
        | top.expiresAfter | number {now + 19 ms} |
      Then the response is refused with 401 UNAUTHORIZED "request expired"
      Given "trader" has no latency any more
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | price |
        | {bid}   | 94000 |

    @clause:GETOPENORDERS
    Scenario: the latency of one subaccount leaves the requests of another one alone
      Given "trader" has the latency:
        | entry.kind  | samples         |
        | entry.ms[0] | number 1000     |
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | own  | BTC-USDT | buy  | 93000 | 0.1      |
      When "other" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {own}   |

  Rule: the response takes its time to the client

    @rest-only @clause:GETOPENORDERS
    Scenario: a response with a latency of 30 ms carries the time at which it was made
      Given "trader" has the latency:
        | response.kind   | uniform   |
        | response.fromMs | number 30 |
        | response.toMs   | number 30 |
      When "trader" sends getOpenOrders, whose response takes 30 ms
      Then the response is 200 with:
        | timestamp | number {now - 30 ms} |

    @clause:GETOPENORDERS
    Scenario: responses come at once when the latency is taken away
      Given "trader" has the latency:
        | response.kind   | exponential |
        | response.meanMs | number 500  |
        | response.minMs  | number 100  |
      And "trader" has no latency any more
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {bid}   |

  Rule: pushes take their time to the client

    @ws @ws-only @subAccountUpdates @clause:WS-EMISSION
    Scenario: pushes of a subaccount with a data latency of 8 ms arrive after 8 ms, in their order
      Given "trader" follows subAccountUpdates
      And "trader" has the latency:
        | data.kind | constant |
        | data.ms   | number 8 |
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then the response is ok with:
        | statuses[0].canceled.id | {bid} |
      When 7 ms pass
      Then nothing else arrived
      When 1 ms pass
      Then the stream of "trader" sends:
        | frame.timestamp | number {now - 8 ms} |
        | eventType       | orderCancelled      |
