@ws @ws-only @trade
Feature: the reply to a post carries the status and the rate limit of the request
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And a connection "session" of "trader"

  Rule: status, timestamp and rate limit stand beside the result

    @clause:SURFACE-WS-TRADE @clause:WS-RESP-ID @clause:WS-RESP-REQUESTID @clause:WS-RESP-STATUS @clause:WS-RESP-TIMESTAMP
    @clause:WS-RESP-RATELIMIT @clause:WS-RESP-RESULT @clause:WS-RESP-RESULT-STATUS @clause:WS-RESP-RESULT-RESPONSE
    @clause:RATESNAP-PRESENT @clause:RATESNAP-REQUESTSCAP @clause:RATESNAP-REMAININGTOKENS
    Scenario: the reply to a posted write has status, timestamp and the tokens left
      When "trader" posts updateLeverage as "o1" over "session":
        | symbol   | {market} |
        | leverage | 10       |
      Then "session" receives:
        | id                        | o1           |
        | requestId                 | o1           |
        | status                    | number 200   |
        | timestamp                 | number {now} |
        | rateLimit.requestsCap     | <integer>    |
        | rateLimit.remainingTokens | <integer>    |
        | result.status             | ok           |
        | result.response           | <any>        |
        | error                     | <absent>     |
      And "session" receives nothing more

    @clause:SURFACE-WS-TRADE @clause:WS-RESP-STATUS @clause:WS-RESP-RATELIMIT @clause:WS-RESP-RESULT-RESPONSE
    @clause:RATESNAP-PRESENT
    Scenario: the reply to a posted read has its rows below result.response
      When "trader" posts getOpenOrders as "r1" over "session":
        | symbol | {market} |
      Then "session" receives:
        | id                        | r1           |
        | requestId                 | r1           |
        | status                    | number 200   |
        | timestamp                 | number {now} |
        | rateLimit.requestsCap     | <integer>    |
        | rateLimit.remainingTokens | <integer>    |
        | result.status             | ok           |
        | result.response           | []           |
      And "session" receives nothing more

    @clause:SURFACE-WS-TRADE @clause:WS-RESP-STATUS @clause:WS-ERR-CODE @clause:WS-ERR-MESSAGE @clause:WS-ERR-CATEGORY @negative
    Scenario: the reply to a refused write has the status of REST and the error in both places
      When "trader" posts updateLeverage as "e1" over "session":
        | symbol   | {market} |
        | leverage | 0        |
      Then "session" receives:
        | id                | e1               |
        | requestId         | e1               |
        | status            | number 400       |
        | timestamp         | number {now}     |
        | error.code        | VALIDATION_ERROR |
        | error.category    | REQUEST          |
        | error.message     | <text>           |
        | result.error.code | VALIDATION_ERROR |
        | result.status     | <absent>         |
      And "session" receives nothing more
