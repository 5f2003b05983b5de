@ws @ws-only
Feature: frames and their replies
  Background:
    Given the world "quiet"
    And a connection "feed" to info

  Rule: a reply names its request twice, as it was named

    @clause:WS-RESP-ID @clause:WS-RESP-REQUESTID @clause:SURFACE-WS-INFO @assumed
    Scenario Outline: the id <id>
      When over "feed" is sent
        """
        {"id":<id>,"method":"unsubscribe","params":{"type":"trades"}}
        """
      Then "feed" receives exactly
        """
        {"id":<echo>,"requestId":<echo>,"status":200,"timestamp":{now},"result":{"type":"trades","status":"unsubscribed"}}
        """

      Examples:
        | id                   | echo                 |
        | "a"                  | "a"                  |
        | ""                   | ""                   |
        | 7                    | 7                    |
        | 0                    | 0                    |
        | 18446744073709551615 | 18446744073709551615 |

    @clause:WS-RESP-ID @clause:SURFACE-WS-INFO @assumed
    Scenario Outline: <case> is answered without a name
      When over "feed" is sent
        """
        {<id>"method":"unsubscribe","params":{"type":"trades"}}
        """
      Then "feed" receives exactly
        """
        {"status":200,"timestamp":{now},"result":{"type":"trades","status":"unsubscribed"}}
        """

      Examples:
        | case            | id                |
        | no id           |                   |
        | null            | "id":null,        |
        | an object as id | "id":{"a":1},     |

  Rule: a heartbeat is answered in the form in which it came

    @clause:SURFACE-WS-INFO @clause:WS-RESP-ID @assumed
    Scenario Outline: <form>
      When over "feed" is sent
        """
        <ping>
        """
      Then "feed" receives exactly
        """
        <pong>
        """
      And "feed" receives nothing more

      Examples:
        | form               | ping                                  | pong |
        | a request          | {"id":"p","method":"ping","params":{}} | {"id":"p","requestId":"p","status":200,"timestamp":{now},"result":{"status":"ok","response":"pong"},"method":"pong"} |
        | without an id      | {"method":"ping"}                     | {"method":"pong","timestamp":{now}} |
        | with its own time  | {"type":"ping","timestamp":5}         | {"type":"pong","timestamp":5} |

  Rule: what cannot be served is refused under error, and under result.error for clients that look there

    @clause:WS-ERR-CODE @clause:WS-ERR-CATEGORY @clause:WS-ERR-MESSAGE @assumed @negative
    Scenario Outline: <case>
      When over "feed" is sent
        """
        <frame>
        """
      Then "feed" receives:
        | id                    | r                |
        | requestId             | r                |
        | status                | number 400       |
        | error.code            | <code>           |
        | error.category        | REQUEST          |
        | error.message         | <message>        |
        | error.retryable       | false            |
        | result.error.code     | <code>           |
        | result.error.category | REQUEST          |
        | result.error.message  | <message>        |
        | result.status         | <absent>         |
      And "feed" receives nothing more

      Examples:
        | case                | frame                                                          | code             | message                      |
        | an unknown method   | {"id":"r","method":"get","params":{}}                          | VALIDATION_ERROR | unsupported method, use auth, post, subscribe, unsubscribe or ping |
        | no method           | {"id":"r","params":{"action":"getMids"}}                       | VALIDATION_ERROR | unsupported method, use auth, post, subscribe, unsubscribe or ping |
        | params as a list    | {"id":"r","method":"post","params":[]}                         | INVALID_FORMAT   | Invalid request body         |
        | a post of nothing   | {"id":"r","method":"post"}                                     | MISSING_REQUIRED_FIELD | action is required     |
        | an unknown action   | {"id":"r","method":"post","params":{"action":"getNobody"}}     | VALIDATION_ERROR | unsupported action           |
        | a trade action      | {"id":"r","method":"post","params":{"action":"getOpenOrders"}} | VALIDATION_ERROR | unsupported action           |
        | an unknown stream   | {"id":"r","method":"subscribe","params":{"type":"weather"}}    | VALIDATION_ERROR | unknown subscription type    |
        | the end of no stream | {"id":"r","method":"unsubscribe","params":{"type":"weather"}} | VALIDATION_ERROR | unknown subscription type    |

  Rule: a frame that is no JSON object is answered, and only the tenth in a row ends the connection

    @clause:WS-ERR-CODE @clause:WS-ERR-MESSAGE @clause:CONV-JSON-REQUEST @assumed @negative
    Scenario Outline: <frame>
      When over "feed" is sent
        """
        <frame>
        """
      Then "feed" receives:
        | id            | <absent>             |
        | requestId     | <absent>             |
        | status        | number 400           |
        | error.code    | INVALID_FORMAT       |
        | error.message | Invalid request body |
      And "feed" receives nothing more

      Examples:
        | frame                            |
        | hello                            |
        | {"id":"r","method":              |
        | ["ping"]                         |
        | null                             |
        | {"id":"r","id":"s"}              |

    @clause:WS-ERR-CODE @assumed @negative
    Scenario: nine of them are forgiven by one that is understood
      When over "feed" is sent 9 times "hello"
      And over "feed" is sent
        """
        {"method":"ping"}
        """
      And over "feed" is sent 9 times "hello"
      Then "feed" receives 19 frames
      And "feed" receives nothing more

    @clause:WS-ERR-CODE @assumed @negative
    Scenario: ten of them in a row
      When over "feed" is sent 10 times "hello"
      Then "feed" receives 10 frames
      And "feed" is closed with 1007
