@aggregator @status @assumed @rest-only
Feature: GET /v1/exchange/status shows whether the exchange accepts orders
  Background:
    Given the world "quiet"

  Rule: the record stands in the envelope and beside it

    @clause:AGG-EXCHANGE-STATUS @clause:SURFACE-STATUS-GET @clause:AUTH-AGGREGATOR-NONE @clause:VERSION-PATH
    Scenario: GET status has the same record in both places
      When anyone gets "/exchange/status"
      Then the response is 200 with:
        | status                    | ok           |
        | response.accepting_orders | true         |
        | response.exchange_status  | RUNNING      |
        | response.code             | <empty>      |
        | response.message          | OK           |
        | response.timestamp_ms     | number {now} |
        | accepting_orders          | true         |
        | exchange_status           | RUNNING      |
        | code                      | <empty>      |
        | message                   | OK           |
        | timestamp_ms              | number {now} |
        | request_id                | <request id> |

    @clause:SURFACE-WS-STATUS @clause:AGG-EXCHANGE-STATUS
    Scenario: GET status responds below the streaming base too
      When anyone gets "/ws/exchange/status"
      Then the response is 200 with:
        | status                    | ok           |
        | response.accepting_orders | true         |
        | response.timestamp_ms     | number {now} |
        | accepting_orders          | true         |

    @clause:AGG-EXCHANGE-STATUS
    Scenario Outline: GET status shows an exchange that is <state>
      Given the exchange is <state>
      When anyone gets "/exchange/status"
      Then the response is 200 with:
        | accepting_orders | <accepting> |
        | exchange_status  | <status>    |
        | code             | <code>      |
        | message          | <message>   |

      Examples:
        | state    | accepting | status      | code             | message                            |
        | degraded | true      | RUNNING     | STATUS_DEGRADED  | OK (degraded)                      |
        | draining | false     | MAINTENANCE | SERVICE_DRAINING | Service is draining for deployment |

    @clause:AGG-EXCHANGE-STATUS
    Scenario: GET status shows an exchange that runs again
      Given the exchange is draining
      And the exchange is running
      When anyone gets "/exchange/status"
      Then the response is 200 with:
        | accepting_orders | true |

    @clause:AGG-EXCHANGE-STATUS @clause:CONV-TIMESTAMP-MS
    Scenario: GET status shows the time of the exchange
      Given 90 s pass
      When anyone gets "/exchange/status"
      Then the response is 200 with:
        | timestamp_ms | number {now} |

    @clause:SURFACE-STATUS-GET
    Scenario: POST on the status route is refused
      When anyone calls POST on "/exchange/status"
      Then the response is 405 with:
        | error.code | METHOD_NOT_ALLOWED |
