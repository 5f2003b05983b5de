@ws @ws-only
Feature: the WebSocket protocol defines the reply to each frame
  Background:
    Given the world "quiet"
    And a connection "feed" to info

  Rule: a reply carries the id of its request twice, as it was sent

    @clause:WS-RESP-ID @clause:WS-RESP-REQUESTID @clause:SURFACE-WS-INFO @assumed @any-market
    Scenario Outline: a request with the id <id> gets a reply with the same id in id and requestId
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

    @clause:WS-RESP-ID @clause:SURFACE-WS-INFO @assumed @any-market
    Scenario Outline: a request with <case> gets a reply without id and requestId
      When over "feed" is sent
        """
        {<id>"method":"unsubscribe","params":{"type":"trades"}}
        """
      Then "feed" receives exactly
        """
        {"status":200,"timestamp":{now},"result":{"type":"trades","status":"unsubscribed"}}
        """

      Examples:
        | case            | id            |
        | no id           |               |
        | null            | "id":null,    |
        | an object as id | "id":{"a":1}, |

  Rule: a pong has the form of its ping

    @clause:SURFACE-WS-INFO @clause:WS-RESP-ID @assumed @any-market
    Scenario Outline: a ping in the form "<form>" gets a pong in the same form
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
        | form              | ping                                   | pong                                                                                                                 |
        | a request         | {"id":"p","method":"ping","params":{}} | {"id":"p","requestId":"p","status":200,"timestamp":{now},"result":{"status":"ok","response":"pong"},"method":"pong"} |
        | without an id     | {"method":"ping"}                      | {"method":"pong","timestamp":{now}}                                                                                  |
        | with its own time | {"type":"ping","timestamp":5}          | {"type":"pong","timestamp":5}                                                                                        |

  Rule: a refusal stands under error and under result.error

    @clause:WS-ERR-CODE @clause:WS-ERR-CATEGORY @clause:WS-ERR-MESSAGE @assumed @negative @any-market
    Scenario Outline: a frame with <case> is refused with status 400 and its own code
      When over "feed" is sent
        """
        <frame>
        """
      Then "feed" receives:
        | id                    | r          |
        | requestId             | r          |
        | status                | number 400 |
        | error.code            | <code>     |
        | error.category        | REQUEST    |
        | error.message         | <message>  |
        | error.retryable       | false      |
        | result.error.code     | <code>     |
        | result.error.category | REQUEST    |
        | result.error.message  | <message>  |
        | result.status         | <absent>   |
      And "feed" receives nothing more

      Examples:
        | case                 | frame                                                          | code                   | message                                                            |
        | an unknown method    | {"id":"r","method":"get","params":{}}                          | VALIDATION_ERROR       | unsupported method, use auth, post, subscribe, unsubscribe or ping |
        | no method            | {"id":"r","params":{"action":"getMids"}}                       | VALIDATION_ERROR       | unsupported method, use auth, post, subscribe, unsubscribe or ping |
        | params as a list     | {"id":"r","method":"post","params":[]}                         | INVALID_FORMAT         | Invalid request body                                               |
        | a post of nothing    | {"id":"r","method":"post"}                                     | MISSING_REQUIRED_FIELD | action is required                                                 |
        | an unknown action    | {"id":"r","method":"post","params":{"action":"getNobody"}}     | VALIDATION_ERROR       | unsupported action                                                 |
        | a trade action       | {"id":"r","method":"post","params":{"action":"getOpenOrders"}} | VALIDATION_ERROR       | unsupported action                                                 |
        | an unknown stream    | {"id":"r","method":"subscribe","params":{"type":"weather"}}    | VALIDATION_ERROR       | unknown subscription type                                          |
        | the end of no stream | {"id":"r","method":"unsubscribe","params":{"type":"weather"}}  | VALIDATION_ERROR       | unknown subscription type                                          |

  Rule: a frame that is no JSON object is refused, and the tenth in a row closes the connection

    @clause:WS-ERR-CODE @clause:WS-ERR-MESSAGE @clause:CONV-JSON-REQUEST @assumed @negative @any-market
    Scenario Outline: the frame <frame> is refused with INVALID_FORMAT
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
        | frame               |
        | hello               |
        | {"id":"r","method": |
        | ["ping"]            |
        | null                |
        | {"id":"r","id":"s"} |

    @clause:WS-ERR-CODE @assumed @negative @any-market
    Scenario: a valid frame resets the count of invalid frames after nine of them
      When over "feed" is sent 9 times
        """
        hello
        """
      And over "feed" is sent
        """
        {"method":"ping"}
        """
      And over "feed" is sent 9 times
        """
        hello
        """
      Then "feed" receives 19 frames
      And "feed" receives nothing more

    @clause:WS-ERR-CODE @assumed @negative @any-market
    Scenario: ten invalid frames in a row close the connection with code 1007
      When over "feed" is sent 10 times
        """
        hello
        """
      Then "feed" receives 10 frames
      And "feed" is closed with 1007
