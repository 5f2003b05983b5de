@trade @getOrderHistory
Feature: getOrderHistory filters by state, market, side and type
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol          | side | price            | quantity      |
      | gone | {second market} | buy  | {second far bid} | {second size} |
      | kept | {market}        | buy  | {far bid}        | {size}        |

  Rule: a row is listed if it has one of the requested states

    @clause:GETORDERHISTORY-PARAM-STATUS @assumed @R-24 @R-25
    Scenario Outline: getOrderHistory with status <states> lists <count>
      Given "trader" buys "{size}" of "{market}" from "taker"
      And "trader" offers "{size}" of "{market}" inside the spread, at "price", as "part"
      And "taker" fills "{size / 5}" of the order "part" of "trader"
      And "trader" has sent cancelOrders:
        | orderIds | ["{gone}"] |
      And "trader" has sent modifyOrder:
        | orderId  | {kept}   |
        | quantity | {2 size} |
      When "trader" sends getOrderHistory:
        | status | <states> |
      Then the response is ok with:
        | .           | <count> |
        | [0].status  | <state> |
        | [0].orderId | <order> |

      @clause:STATE-ORDER-FILTER-PLACED
      Examples:
        | states     | count     | state  | order |
        | ["placed"] | <4 items> | placed | <id>  |

      @clause:STATE-ORDER-FILTER-PARTIALLY-FILLED
      Examples:
        | states               | count    | state            | order  |
        | ["partially filled"] | <1 item> | partially filled | {part} |

      @clause:STATE-ORDER-FILTER-FILLED
      Examples:
        | states     | count    | state  | order |
        | ["filled"] | <1 item> | filled | <id>  |

      @clause:STATE-ORDER-FILTER-CANCELLING
      Examples:
        | states         | count    | state      | order  |
        | ["cancelling"] | <1 item> | cancelling | {gone} |

      @clause:STATE-ORDER-FILTER-CANCELLED
      Examples:
        | states        | count    | state     | order  |
        | ["cancelled"] | <1 item> | cancelled | {gone} |

      @clause:STATE-ORDER-FILTER-MODIFIED
      Examples:
        | states       | count    | state    | order  |
        | ["modified"] | <1 item> | modified | {kept} |

      @clause:STATE-ORDER-FILTER-STARTED @clause:STATE-ORDER-FILTER-REJECTED @clause:STATE-ORDER-FILTER-MODIFYING
      @clause:STATE-ORDER-FILTER-UNKNOWN
      Examples: states that no order here stays in
        | states        | count     | state    | order    |
        | ["started"]   | <0 items> | <absent> | <absent> |
        | ["rejected"]  | <0 items> | <absent> | <absent> |
        | ["modifying"] | <0 items> | <absent> | <absent> |
        | ["unknown"]   | <0 items> | <absent> | <absent> |

      Examples: several, one alone, and none
        | states                     | count     | state     | order  |
        | ["cancelled","cancelling"] | <2 items> | cancelled | {gone} |
        | cancelled                  | <1 item>  | cancelled | {gone} |
        | []                         | <9 items> | <any>     | <id>   |

  Rule: market, side and type select orders

    Scenario Outline: getOrderHistory with <param> "<value>" lists <count>
      Given "trader" has the open orders:
        | name | symbol   | side | price     | quantity |
        | part | {market} | sell | {far ask} | {size}   |
      And "taker" bids for "{second size}" of "{second market}" inside the spread, at "bid"
      And "trader" has sent placeOrders:
        | orders | [{"symbol":"{second market}","side":"sell","orderType":"market","quantity":"{second size}"}] |
      When "trader" sends getOrderHistory:
        | <param> | <value>    |
        | status  | ["placed"] |
      Then the response is ok with:
        | .           | <count> |
        | [0].<shown> | <first> |

      @clause:GETORDERHISTORY-PARAM-SYMBOL
      Examples:
        | param  | value           | count     | shown  | first           |
        | symbol | {market}        | <2 items> | symbol | {market}        |
        | symbol | {second market} | <2 items> | symbol | {second market} |
        | symbol | {third market}  | <0 items> | symbol | <absent>        |

      @clause:GETORDERHISTORY-PARAM-SIDE
      Examples:
        | param | value | count     | shown | first |
        | side  | buy   | <2 items> | side  | buy   |
        | side  | sell  | <2 items> | side  | sell  |

      @clause:GETORDERHISTORY-PARAM-TYPE
      Examples:
        | param | value       | count     | shown | first    |
        | type  | LIMIT       | <3 items> | type  | LIMIT    |
        | type  | MARKET      | <1 item>  | type  | MARKET   |
        | type  | STOP_LOSS   | <0 items> | type  | <absent> |
        | type  | TAKE_PROFIT | <0 items> | type  | <absent> |
        | type  | TWAP        | <0 items> | type  | <absent> |

  Rule: malformed parameters are refused

    @clause:GETORDERHISTORY-PARAM-TYPE
    Scenario Outline: getOrderHistory with <param> "<value>" is refused
      When "trader" sends getOrderHistory:
        | <param> | <value> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      @clause:GETORDERHISTORY-CLIENTORDERID @assumed
      Examples: filtering by client id
        | param         | value | code             | message                                                      |
        | clientOrderId | mine  | VALIDATION_ERROR | client order id filtering is not supported for order history |

      @clause:GETORDERHISTORY-ERR-STATUS @assumed @R-29
      Examples: no state of an order
        | param  | value              | code             | message        |
        | status | ["open"]           | VALIDATION_ERROR | invalid status |
        | status | ["filled", "DONE"] | VALIDATION_ERROR | invalid status |

      @clause:GETORDERHISTORY-ERR-SYMBOL-INVALID
      Examples: no market
        | param  | value            | code           | message             |
        | symbol | ABC-{settlement} | INVALID_FORMAT | market name invalid |
        | symbol | BTCUSDT          | INVALID_FORMAT | market name invalid |

      @clause:GETORDERHISTORY-ERR-SYMBOL-EMPTY
      Examples: an empty market
        | param  | value   | code           | message           |
        | symbol | <empty> | INVALID_FORMAT | market name empty |

      @clause:GETORDERHISTORY-ERR-SORT @assumed @R-29
      Examples: no sort field
        | param  | value | code             | message            |
        | sortBy | mood  | VALIDATION_ERROR | invalid sort field |

      @clause:GETORDERHISTORY-ERR-REQUEST-FORMAT @assumed @R-29
      Examples: another type
        | param     | value    | code           | message              |
        | side      | number 1 | INVALID_FORMAT | Invalid request body |
        | status    | [1]      | INVALID_FORMAT | Invalid request body |
        | startTime | text 5   | INVALID_FORMAT | Invalid request body |

      @assumed @R-29
      Examples: words
        | param | value | code             | message                         |
        | side  | long  | VALIDATION_ERROR | side must be one of: [buy sell] |
        | type  | limit | VALIDATION_ERROR | invalid type                    |

    @clause:GETORDERHISTORY-PARAM-SUBACCOUNTID @assumed
    Scenario: getOrderHistory without a subaccount is refused
      When "trader" sends getOrderHistory:
        | tampered.params.subAccountId | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "subaccountId is required"

    @clause:GETORDERHISTORY-ERR-SUBACCOUNT @clause:ERR-NOT-FOUND @assumed @R-29
    Scenario: getOrderHistory of a subaccount that does not exist responds NOT_FOUND
      When "trader" sends getOrderHistory:
        | top.subAccountId             | 1867542890999999999 |
        | tampered.params.subAccountId | <absent>            |
      Then the response is refused with 404 NOT_FOUND "Subaccount not found"
      And nothing changed
