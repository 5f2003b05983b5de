@trade @cancelAllOrders @negative
Feature: cancelAllOrders refuses a list of markets it cannot act on
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity |
      | bid  | BTC-USDT | buy  | 94000 | 0.5      |

  Rule: the list names markets, or the wildcard alone

    @clause:CANCELALLORDERS-ERR-EMPTY @clause:CANCELALLORDERS-PARAM-SYMBOLS
    Scenario Outline: symbols <symbols> is refused as empty
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
    Scenario Outline: the wildcard beside a market in <symbols> is refused
      When "trader" sends cancelAllOrders:
        | symbols | <symbols> |
      Then the response is refused with 400 VALIDATION_ERROR 'symbols[<at>]: wildcard "*" must be the only element in symbols'
      And nothing changed

      Examples:
        | symbols             | at |
        | ["*","BTC-USDT"]    | 0  |
        | ["BTC-USDT","*"]    | 1  |
        | ["*","*"]           | 0  |

    @clause:CANCELALLORDERS-ERR-SYMBOL @clause:CONV-SYMBOL-MALFORMED @clause:CONV-SYMBOL-UNKNOWN
    Scenario Outline: <case> is refused as no market
      When "trader" sends cancelAllOrders:
        | symbols | <symbols> |
      Then the response is refused with 400 INVALID_FORMAT "market name invalid"
      And nothing changed

      Examples:
        | case                        | symbols                 |
        | a name without a hyphen     | ["BTCUSDT"]             |
        | a well-formed unknown name  | ["ABC-USDT"]            |
        | an unknown name after a known one | ["BTC-USDT","ABC-USDT"] |

    @clause:CANCELALLORDERS-ERR-SYMBOL @assumed
    Scenario Outline: <symbols> is refused for its spelling
      When "trader" sends cancelAllOrders:
        | symbols | <symbols> |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | symbols              | message                                        |
        | [""]                 | symbols[0]: symbol cannot be empty or whitespace |
        | ["BTC-USDT"," "]     | symbols[1]: symbol cannot be empty or whitespace |
        | ["btc-usdt"]         | symbols[0] must use canonical uppercase format |

    @clause:CANCELALLORDERS-ERR-UNMARSHAL
    Scenario Outline: symbols <symbols> cannot be decoded
      When "trader" sends cancelAllOrders:
        | symbols | <symbols> |
      Then the response is refused with 400 INVALID_FORMAT "Failed to unmarshal cancel all orders request"
      And nothing changed

      Examples:
        | symbols      |
        | BTC-USDT     |
        | number 7     |
        | [7]          |
        | {"a":"b"}    |

  Rule: a request that matches nothing and one that comes too late cancel nothing

    @clause:CANCELALLORDERS-ERR-NONE @assumed @R-26
    Scenario: no open order in the markets named is an error
      When "trader" sends cancelAllOrders:
        | symbols | ["ETH-USDT"] |
      Then the response is refused with 404 ORDER_NOT_FOUND "no orders found"
      And nothing changed

    @clause:CANCELALLORDERS-ERR-EXPIRED
    Scenario: an expired request is refused
      When "trader" sends cancelAllOrders:
        | symbols          | ["*"]                |
        | top.expiresAfter | number {now - 1 ms}  |
      Then the response is refused with 401 UNAUTHORIZED "request expired"
      And nothing changed
