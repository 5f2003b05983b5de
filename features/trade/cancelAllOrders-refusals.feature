@trade @cancelAllOrders @negative
Feature: cancelAllOrders refuses a malformed list of markets
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity |
      | bid  | {market} | buy  | {far bid} | {5 size} |

  Rule: the list names markets, or the wildcard alone

    @clause:CANCELALLORDERS-ERR-EMPTY @clause:CANCELALLORDERS-PARAM-SYMBOLS
    Scenario Outline: cancelAllOrders refuses the empty symbols <symbols>
      When "trader" sends cancelAllOrders:
        | symbols | <symbols> |
      Then the response is refused with 400 VALIDATION_ERROR "symbols must be nonempty"
      And nothing changed

      Examples:
        | symbols  |
        | []       |
        | <absent> |
        | null     |

    @clause:CANCELALLORDERS-ERR-WILDCARD
    Scenario Outline: cancelAllOrders refuses the wildcard beside a market in <symbols>
      When "trader" sends cancelAllOrders:
        | symbols | <symbols> |
      Then the response is refused with 400 VALIDATION_ERROR 'symbols[<at>]: wildcard "*" must be the only element in symbols'
      And nothing changed

      Examples:
        | symbols          | at |
        | ["*","{market}"] | 0  |
        | ["{market}","*"] | 1  |
        | ["*","*"]        | 0  |

    @clause:CANCELALLORDERS-ERR-SYMBOL @clause:CONV-SYMBOL-MALFORMED @clause:CONV-SYMBOL-UNKNOWN
    Scenario Outline: cancelAllOrders refuses <case> as a market
      When "trader" sends cancelAllOrders:
        | symbols | <symbols> |
      Then the response is refused with 400 INVALID_FORMAT "market name invalid"
      And nothing changed

      Examples:
        | case                              | symbols                        |
        | a name without a hyphen           | ["BTCUSDT"]                    |
        | a well-formed unknown name        | ["NO-{settlement}"]            |
        | an unknown name after a known one | ["{market}","NO-{settlement}"] |

    @clause:CANCELALLORDERS-ERR-SYMBOL @assumed
    Scenario Outline: cancelAllOrders refuses the spelling <symbols>
      When "trader" sends cancelAllOrders:
        | symbols | <symbols> |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | symbols                     | message                                          |
        | [""]                        | symbols[0]: symbol cannot be empty or whitespace |
        | ["{market}"," "]            | symbols[1]: symbol cannot be empty or whitespace |
        | ["{market, in lower case}"] | symbols[0] must use canonical uppercase format   |

    @clause:CANCELALLORDERS-ERR-UNMARSHAL
    Scenario Outline: cancelAllOrders refuses the malformed symbols <symbols>
      When "trader" sends cancelAllOrders:
        | symbols | <symbols> |
      Then the response is refused with 400 INVALID_FORMAT "Failed to unmarshal cancel all orders request"
      And nothing changed

      Examples:
        | symbols   |
        | {market}  |
        | number 7  |
        | [7]       |
        | {"a":"b"} |

  Rule: a request without matching orders or after its expiry cancels nothing

    @clause:CANCELALLORDERS-ERR-NONE @assumed @R-26
    Scenario: cancelAllOrders without an open order in the named markets responds ORDER_NOT_FOUND
      When "trader" sends cancelAllOrders:
        | symbols | ["{second market}"] |
      Then the response is refused with 404 ORDER_NOT_FOUND "no orders found"
      And nothing changed

    @clause:CANCELALLORDERS-ERR-EXPIRED
    Scenario: cancelAllOrders refuses an expired request
      When "trader" sends cancelAllOrders:
        | symbols          | ["*"]               |
        | top.expiresAfter | number {now - 1 ms} |
      Then the response is refused with 401 UNAUTHORIZED "request expired"
      And nothing changed
