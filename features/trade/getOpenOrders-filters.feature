@trade @getOpenOrders
Feature: getOpenOrders filters by market and client order id and has pages
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol          | side | price            | quantity      | clientOrderId |
      | one  | {market}        | buy  | {far bid}        | {size}        | alpha         |
      | two  | {second market} | sell | {second far ask} | {second size} |               |
      | tri  | {market}        | sell | {far ask}        | {size}        |               |

  Rule: symbol and client id narrow the list

    @clause:GETOPENORDERS @assumed
    Scenario Outline: getOpenOrders with <param> "<value>" lists the matching orders
      When "trader" sends getOpenOrders:
        | <param> | <value> |
      Then the response is ok with:
        | .           | <count> |
        | [0].orderId | <first> |

      Examples:
        | param         | value                   | count     | first    |
        | symbol        | {market}                | <2 items> | {tri}    |
        | symbol        | {market, in lower case} | <2 items> | {tri}    |
        | symbol        | {second market}         | <1 item>  | {two}    |
        | symbol        | {third market}          | <0 items> | <absent> |
        | clientOrderId | alpha                   | <1 item>  | {one}    |
        | clientOrderId | unheard                 | <0 items> | <absent> |

    @clause:GETOPENORDERS @assumed
    Scenario: getOpenOrders ignores side, type and status
      When "trader" sends getOpenOrders:
        | side   | sell   |
        | type   | MARKET |
        | status | filled |
      Then the response is ok with:
        | . | <3 items> |

  Rule: a page begins at offset, holds at most limit orders and lists the latest first

    @clause:GETOPENORDERS @assumed
    Scenario Outline: getOpenOrders with limit <limit> and offset <offset> lists <count>
      When "trader" sends getOpenOrders:
        | limit  | number <limit>  |
        | offset | number <offset> |
      Then the response is ok with:
        | .           | <count> |
        | [0].orderId | <first> |

      Examples:
        | limit | offset | count     | first    |
        | 2     | 0      | <2 items> | {tri}    |
        | 3     | 0      | <3 items> | {tri}    |
        | 4     | 0      | <3 items> | {tri}    |
        | 1     | 2      | <1 item>  | {one}    |
        | 1     | 3      | <0 items> | <absent> |
        | 0     | 0      | <3 items> | {tri}    |

  Rule: malformed parameters are refused

    @clause:LIMIT-PAGE-OTHER-LISTS @assumed @R-29
    Scenario Outline: getOpenOrders with <param> <value> is refused
      When "trader" sends getOpenOrders:
        | <param> | <value> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | param  | value       | code             | message                     |
        | limit  | number 1001 | VALIDATION_ERROR | limit cannot exceed 1000    |
        | limit  | number -1   | VALIDATION_ERROR | limit must be non-negative  |
        | limit  | text 5      | INVALID_FORMAT   | Invalid request body        |
        | offset | number -1   | VALIDATION_ERROR | offset must be non-negative |

    @clause:LIMIT-PAGE-OTHER-LISTS
    Scenario: getOpenOrders accepts the largest page size
      When "trader" sends getOpenOrders:
        | limit | number 1000 |
      Then the response is ok with:
        | . | <3 items> |

    Scenario Outline: getOpenOrders with the symbol <value> is refused
      When "trader" sends getOpenOrders:
        | symbol | <value> |
      Then the response is refused with 400 INVALID_FORMAT "<message>"

      @clause:CONV-SYMBOL-EMPTY
      Examples: nothing in it
        | value   | message           |
        | <empty> | market name empty |

      @clause:CONV-SYMBOL-MALFORMED
      Examples: not of the form
        | value   | message             |
        | BTCUSDT | market name invalid |
        | BTC-    | market name invalid |

      @clause:CONV-SYMBOL-UNKNOWN
      Examples: no such market
        | value            | message             |
        | ABC-{settlement} | market name invalid |
