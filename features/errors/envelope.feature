@trade @info @errors
Feature: every response of the two POST surfaces has one envelope
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity |
      | bid  | {market} | buy  | {far bid} | {2 size} |

  Rule: a success has status ok and a response

    @clause:SURFACE-TRADE-POST @clause:RESP-STATUS @clause:RESP-RESPONSE @clause:RESP-ERROR-OMITTED
    @clause:RESP-REQUEST-ID @clause:RESP-TIMESTAMP @assumed @R-20 @rest-only
    Scenario: a trade action that succeeds has the whole envelope
      When "trader" sends getOpenOrders
      Then the response is 200 with:
        | status              | ok           |
        | response[0].orderId | {bid}        |
        | error               | <absent>     |
        | request_id          | <request id> |
        | requestId           | <request id> |
        | timestamp           | number {now} |

    @clause:SURFACE-INFO-POST @clause:RESP-STATUS @clause:RESP-RESPONSE @clause:RESP-ERROR-OMITTED
    @clause:RESP-REQUEST-ID @assumed @R-20 @rest-only
    Scenario: an info action that succeeds has the whole envelope
      When anyone asks getMids
      Then the response is 200 with:
        | status            | ok                          |
        | response.{market} | {(best bid + best ask) / 2} |
        | error             | <absent>                    |
        | request_id        | <request id>                |
        | timestamp         | number {now}                |

    @clause:RESP-REQUESTID-ALIAS @assumed @R-20 @rest-only
    Scenario Outline: both names of the request id hold the same value after <action>
      When anyone asks <action>
      Then "request_id" of the body is called "request"
      And the response is <http> with:
        | requestId | {request} |

      Examples:
        | action    | http |
        | getMids   | 200  |
        | getNobody | 400  |

  Rule: a refusal has status error and no response

    @clause:RESP-STATUS @clause:RESP-RESPONSE-OMITTED @clause:RESP-ERROR
    @clause:ERRENV-STATUS @clause:ERRENV-CODE @clause:ERRENV-MESSAGE @clause:ERRENV-CATEGORY
    @clause:ERRENV-RETRYABLE @clause:ERRENV-REQUEST-ID @clause:ERR-HTTP-STATUS-GENERAL @assumed @R-21 @negative @rest-only
    Scenario Outline: the refusal <code> responds <http> with its category and retryable flag
      When "trader" sends <action>:
        | <field> | <value> |
      Then the response is <http> with:
        | status          | error        |
        | response        | <absent>     |
        | error.code      | <code>       |
        | error.message   | <message>    |
        | error.category  | <category>   |
        | error.retryable | false        |
        | request_id      | <request id> |
        | requestId       | <request id> |
        | timestamp       | number {now} |
      And nothing changed

      @clause:ERR-VALIDATION-ERROR
      Examples: request
        | action       | field    | value | code             | http | category | message                   |
        | cancelOrders | orderIds | []    | VALIDATION_ERROR | 400  | REQUEST  | orderIds must be nonempty |

      @clause:ERR-INVALID-FORMAT
      Examples: format
        | action          | field   | value    | code           | http | category | message             |
        | cancelAllOrders | symbols | ["NONE"] | INVALID_FORMAT | 400  | REQUEST  | market name invalid |

      @clause:ERR-MISSING-REQUIRED-FIELD
      Examples: missing
        | action          | field           | value | code                   | http | category | message            |
        | cancelAllOrders | tampered.params | null  | MISSING_REQUIRED_FIELD | 400  | REQUEST  | params is required |

      @clause:ERR-UNAUTHORIZED
      Examples: authentication
        | action          | field              | value    | code         | http | category | message               |
        | cancelAllOrders | tampered.signature | <absent> | UNAUTHORIZED | 401  | AUTH     | signature is required |

      @clause:ERR-ORDER-NOT-FOUND
      Examples: trading
        | action          | field   | value               | code            | http | category | message         |
        | cancelAllOrders | symbols | ["{second market}"] | ORDER_NOT_FOUND | 404  | TRADING  | no orders found |

    @clause:ERR-INVALID-VALUE @clause:ERRENV-RETRYABLE @negative
    Scenario: a malformed value responds 400 and is not retryable
      Given "trader" also owns the subaccount "savings"
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | -1           |
      Then the response is 400 with:
        | error.code      | INVALID_VALUE |
        | error.category  | REQUEST       |
        | error.retryable | false         |
      And nothing changed

    @clause:ERRENV-DETAILS @negative
    Scenario: details are left out if there is nothing to add
      When "trader" sends cancelOrders:
        | orderIds | [] |
      Then "error" of the body has exactly the keys "category, code, message, retryable"
      And nothing changed

  Rule: deprecated fields stay and unknown fields are ignored

    @clause:VERSION-DEPRECATED-KEPT @clause:ORDERREF-FLAT-PRESENT
    Scenario: an order carries its flat id beside the identifier object
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then the response is ok with:
        | statuses[0].canceled.order.venueId | {bid} |
        | statuses[0].canceled.id            | {bid} |

    @clause:REQ-PARAMS @assumed
    Scenario: unknown fields in params are ignored
      When "trader" sends cancelOrders:
        | orderIds               | ["{bid}"] |
        | surplus                | text      |
        | top.vaultAddress       | null      |
        | tampered.walletAddress | 0x0       |
      Then the response is ok with:
        | statuses[0].canceled.id | {bid} |

    @clause:RESP-REQUEST-ID @clause:RESP-REQUESTID-ALIAS @rest-only
    Scenario: three requests get three different request ids
      When "trader" sends getOpenOrders
      Then the response is ok
      When "trader" sends getOpenOrders
      Then the response is ok
      # Every scenario checks that no two of its responses share a request id.
      When "trader" sends getOpenOrders
      Then "request_id" of the body is called "request"
      And the response is 200 with:
        | requestId | {request} |
