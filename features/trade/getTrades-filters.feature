@trade @getTrades
Feature: getTrades filters by market and order and has pages
  Background:
    Given the world "quiet"
    And "trader" buys "{size}" of "{market}" from "maker", midway in the spread, at "entry"
    And "trader" buys "{second size}" of "{second market}" from "maker"

  Rule: market and order select trades

    @clause:GETTRADES-PARAM-SYMBOL
    Scenario Outline: getTrades with symbol "<symbol>" lists <count>
      When "trader" sends getTrades:
        | symbol | <symbol> |
      Then the response is ok with:
        | trades           | <count>        |
        | trades[0].symbol | <first>        |
        | total            | number <total> |

      Examples:
        | symbol                         | count     | first           | total |
        | {market}                       | <1 item>  | {market}        | 1     |
        | {second market, in lower case} | <1 item>  | {second market} | 1     |
        | {third market}                 | <0 items> | <absent>        | 0     |

    @clause:GETTRADES-PARAM-ORDERID @clause:TRADE-FIELD-PRICE
    Scenario: getTrades with an order id lists the trades of one order
      Given the price low in the spread of "{market}" is called "near"
      And "maker" has the open orders:
        | name | symbol   | side | price           | quantity |
        | one  | {market} | sell | {near}          | {size}   |
        | two  | {market} | sell | {near + 1 tick} | {size}   |
      And "trader" sends placeOrders:
        | orders | [{"symbol":"{market}","side":"buy","orderType":"limitIoc","price":"{near + 1 tick}","quantity":"{2 size}"}] |
      And "statuses[0].filled.id" of the response is called "sweep"
      When "trader" sends getTrades:
        | orderId | {sweep} |
      Then "trades" of the response lists:
        | orderId | price                  | quantity |
        | {sweep} | {near + 1 tick, price} | {size}   |
        | {sweep} | {near, price}          | {size}   |

    @clause:GETTRADES-PARAM-ORDERID @assumed
    Scenario: getTrades with an unknown order id lists nothing
      When "trader" sends getTrades:
        | orderId | 9223372036854775807 |
      Then the response is ok with:
        | trades | []       |
        | total  | number 0 |

    @clause:GETTRADES-RESP-TRADES
    Scenario: getTrades leaves out trades of another subaccount
      When "stranger" sends getTrades
      Then the response is ok with:
        | trades | [] |

  Rule: a page has 100 trades by default

    @clause:GETTRADES-LIMIT-DEFAULT @clause:GETTRADES-OFFSET-DEFAULT @clause:GETTRADES-RESP-HASMORE @clause:GETTRADES-RESP-TOTAL
    Scenario: getTrades lists the hundred-and-first trade on the next page
      Given "trader" opens and closes "{size / 10}" of "{market}" against "maker", 50 times
      When "trader" sends getTrades:
        | symbol | {market} |
      Then the response is ok with:
        | trades  | <100 items> |
        | hasMore | true        |
        | total   | number 101  |
      When "trader" sends getTrades:
        | symbol | {market}   |
        | offset | number 100 |
      Then the response is ok with:
        | trades             | <1 item>       |
        | trades[0].price    | {entry, price} |
        | trades[0].quantity | {size}         |
        | hasMore            | false          |
        | total              | number 101     |

    @clause:GETTRADES-RESP-HASMORE @clause:GETTRADES-RESP-TOTAL @clause:GETTRADES-LIMIT-MAX
    Scenario Outline: getTrades with limit <limit> and offset <offset> lists that part of two trades
      When "trader" sends getTrades:
        | limit  | number <limit>  |
        | offset | number <offset> |
      Then the response is ok with:
        | trades  | <count>  |
        | hasMore | <more>   |
        | total   | number 2 |

      Examples:
        | limit | offset | count     | more  |
        | 1     | 0      | <1 item>  | true  |
        | 2     | 0      | <2 items> | false |
        | 3     | 0      | <2 items> | false |
        | 1     | 1      | <1 item>  | false |
        | 1     | 2      | <0 items> | false |
        | 1000  | 0      | <2 items> | false |

  Rule: malformed parameters are refused

    Scenario Outline: getTrades with <param> <value> is refused
      When "trader" sends getTrades:
        | <param> | <value> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      @clause:GETTRADES-ORDERID-NONNUMERIC
      Examples: no number
        | param   | value | code             | message         |
        | orderId | abc   | VALIDATION_ERROR | Invalid orderId |
        | orderId | 1.5   | VALIDATION_ERROR | Invalid orderId |

      @clause:GETTRADES-ORDERID-ZERO
      Examples: not positive
        | param   | value | code             | message         |
        | orderId | 0     | VALIDATION_ERROR | Invalid orderId |
        | orderId | -1    | VALIDATION_ERROR | Invalid orderId |

      @clause:GETTRADES-ORDERID-TOO-LARGE
      Examples: beyond any id
        | param   | value                | code             | message         |
        | orderId | 9223372036854775808  | VALIDATION_ERROR | Invalid orderId |
        | orderId | 18446744073709551616 | VALIDATION_ERROR | Invalid orderId |

      @clause:GETTRADES-LIMIT-MAX @assumed @R-29
      Examples: pages too large
        | param | value       | code             | message                  |
        | limit | number 1001 | VALIDATION_ERROR | limit cannot exceed 1000 |

      @clause:GETTRADES-OFFSET-NEGATIVE @assumed @R-29
      Examples: pages before the first
        | param  | value     | code             | message                     |
        | offset | number -1 | VALIDATION_ERROR | offset must be non-negative |
        | limit  | number -1 | VALIDATION_ERROR | limit must be non-negative  |

      @clause:CONV-SYMBOL-UNKNOWN @clause:CONV-SYMBOL-MALFORMED @clause:CONV-SYMBOL-EMPTY
      Examples: markets
        | param  | value            | code           | message             |
        | symbol | ABC-{settlement} | INVALID_FORMAT | market name invalid |
        | symbol | BTC              | INVALID_FORMAT | market name invalid |
        | symbol | <empty>          | INVALID_FORMAT | market name empty   |

    @clause:GETTRADES-PARAM-SUBACCOUNTID @assumed
    Scenario: getTrades without a subaccount is refused
      When "trader" sends getTrades:
        | tampered.params.subAccountId | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "subaccountId is required"
