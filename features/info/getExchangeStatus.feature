@info @getExchangeStatus @assumed
Feature: getExchangeStatus shows whether the exchange accepts orders
  Background:
    Given the world "quiet"

  Rule: the record names the state of the exchange

    @clause:GETEXCHANGESTATUS @clause:CONV-TIMESTAMP-MS
    Scenario Outline: getExchangeStatus shows an exchange that is <state>
      Given the exchange is <state>
      When anyone asks getExchangeStatus
      Then the response is ok with:
        | accepting_orders | <accepting>  |
        | exchange_status  | <status>     |
        | code             | <code>       |
        | message          | <message>    |
        | timestamp_ms     | number {now} |

      Examples:
        | state    | accepting | status      | code             | message                             |
        | running  | true      | RUNNING     | <empty>          | OK                                  |
        | degraded | true      | RUNNING     | STATUS_DEGRADED  | OK (degraded)                       |
        | draining | false     | MAINTENANCE | SERVICE_DRAINING | Service is draining for deployment  |

    @clause:GETEXCHANGESTATUS
    Scenario: getExchangeStatus shows an exchange that runs again
      Given the exchange is draining
      And the exchange is running
      When anyone asks getExchangeStatus
      Then the response is ok with:
        | accepting_orders | true    |
        | code             | <empty> |

  Rule: getExchangeStatus is the only read that responds while the exchange drains

    @clause:GETEXCHANGESTATUS
    Scenario: getMids is refused while the exchange drains
      Given the exchange is draining
      When anyone asks getMids
      Then the response is 503 with:
        | status          | error               |
        | error.code      | SERVICE_UNAVAILABLE |
        | error.retryable | true                |

    @clause:GETEXCHANGESTATUS
    Scenario: a degraded exchange serves the other reads
      Given the exchange is degraded
      When anyone asks getMids
      Then the response is ok with:
        | BTC-USDT | 95000 |

    @clause:GETEXCHANGESTATUS @clause:CONV-TIMESTAMP-MS
    Scenario: getExchangeStatus shows the time of the exchange
      Given 90 s pass
      When anyone asks getExchangeStatus
      Then the response is ok with:
        | timestamp_ms | number {now} |
