@ws @ws-only @info @orderbook @assumed
Feature: orderbook refuses subscription parameters that are not on the list
  Background:
    Given the world "quiet"

  Rule: market, depth, format and frequency each come from a list

    @clause:WS-SUB-FORMAT @negative
    Scenario Outline: subscribe to orderbook with <param> <value> at depth <depth> is refused
      When "reader" subscribes to orderbook:
        | symbol  | {market}       |
        | depth   | number <depth> |
        | <param> | <value>        |
      Then "reader" receives:
        | status        | number 400 |
        | error.code    | <code>     |
        | error.message | <message>  |

      Examples:
        | param             | value      | depth | code             | message                                                        |
        | symbol            | ALL        | 50    | INVALID_FORMAT   | market name invalid                                            |
        | symbol            | <absent>   | 50    | INVALID_FORMAT   | market name empty                                              |
        | depth             | number 20  | 50    | VALIDATION_ERROR | depth must be one of 10, 50, 100                               |
        | format            | full       | 50    | VALIDATION_ERROR | format must be one of diff, snapshot                           |
        | updateFrequencyMs | number 200 | 50    | VALIDATION_ERROR | updateFrequencyMs must be one of 50, 100, 250, 500, 1000       |
        | updateFrequencyMs | number 100 | 100   | VALIDATION_ERROR | updateFrequencyMs must be one of 250, 500, 1000 with depth 100 |
