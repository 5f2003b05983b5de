@trade @placeOrders @negative
Feature: placeOrders refuses malformed groups
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: normalTpsl and multipleTpsl need one main order and its conditional orders

    @transition:linked-group/none/malformed
    @clause:PLACEORDERS-GROUPING-MULTIPLETPSL @assumed @R-29
    Scenario Outline: placeOrders refuses a <type> order alone under the grouping <grouping>
      When "trader" places with grouping "<grouping>":
        | symbol   | side | orderType | price   | triggerPrice | isTriggerMarket | quantity |
        | {market} | sell | <type>    | <price> | <trigger>    | <market>        | {size}   |
      Then the response is refused with 400 VALIDATION_ERROR "please provide one main order, a take profit and/or stop loss"
      And nothing changed

      Examples:
        | grouping     | type      | price     | trigger              | market |
        | normalTpsl   | limitGtc  | {far ask} |                      |        |
        | normalTpsl   | triggerSl |           | {far bid - 10 ticks} | true   |
        | multipleTpsl | limitGtc  | {far ask} |                      |        |
        | multipleTpsl | triggerTp |           | {far ask}            | true   |

    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-29
    Scenario Outline: placeOrders refuses a <first> and a <second> order under <grouping>, which needs one main order
      When "trader" places with grouping "<grouping>":
        | symbol   | side | orderType | price    | triggerPrice | isTriggerMarket | quantity |
        | {market} | sell | <first>   | <price1> | <trigger1>   | <market1>       | {size}   |
        | {market} | sell | <second>  | <price2> | <trigger2>   | <market2>       | {size}   |
      Then the response is refused with 400 VALIDATION_ERROR "<text>"
      And nothing changed

      Examples:
        | grouping     | first     | price1    | trigger1             | market1 | second    | price2    | trigger2  | market2 | text                          |
        | normalTpsl   | limitGtc  | {far ask} |                      |         | limitGtc  | {far ask} |           |         | please provide one main order |
        | multipleTpsl | limitGtc  | {far ask} |                      |         | market    |           |           |         | please provide one main order |
        | normalTpsl   | triggerSl |           | {far bid - 10 ticks} | true    | triggerTp |           | {far ask} | true    | please provide one main order |

    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-29
    Scenario: placeOrders refuses two take profits under the grouping normalTpsl
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price     | triggerPrice         | isTriggerMarket | quantity |
        | {market} | buy  | limitGtc  | {far bid} |                      |                 | {size}   |
        | {market} | sell | triggerTp |           | {far ask}            | true            | {size}   |
        | {market} | sell | triggerTp |           | {far ask + 10 ticks} | true            | {size}   |
      Then the response is refused with 400 VALIDATION_ERROR "please provide a take profit and/or stop loss"
      And nothing changed

    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-29
    Scenario: placeOrders refuses four orders under the grouping normalTpsl
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price     | triggerPrice         | isTriggerMarket | quantity |
        | {market} | buy  | limitGtc  | {far bid} |                      |                 | {size}   |
        | {market} | sell | triggerTp |           | {far ask}            | true            | {size}   |
        | {market} | sell | triggerSl |           | {far bid - 10 ticks} | true            | {size}   |
        | {market} | sell | triggerSl |           | {far bid - 20 ticks} | true            | {size}   |
      Then the response is refused with 400 VALIDATION_ERROR "normalTpsl accepts at most 3 orders"
      And nothing changed

    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-29
    Scenario Outline: placeOrders refuses children of another market or side under the grouping <grouping>
      When "trader" places with grouping "<grouping>":
        | symbol   | side   | orderType | price     | triggerPrice | isTriggerMarket | quantity | expiresAt |
        | {market} | buy    | <main>    | {far bid} |              |                 | {size}   | <expiry>  |
        | <market> | <side> | <type>    |           | {far ask}    | true            | {size}   |           |
      Then the response is refused with 400 VALIDATION_ERROR "<text>"
      And nothing changed

      Examples:
        | grouping     | main     | expiry                        | market          | side | type      | text                                                                        |
        | normalTpsl   | limitGtc |                               | {second market} | sell | triggerTp | all orders must have the same symbol                                        |
        | multipleTpsl | limitGtc |                               | {second market} | sell | triggerTp | all orders must have the same symbol                                        |
        | normalTpsl   | limitGtc |                               | {market}        | buy  | triggerTp | Invalid take profit order: side must be opposite to the main order          |
        | multipleTpsl | limitGtc |                               | {market}        | buy  | triggerSl | Invalid stop loss order: side must be opposite to the main order            |
        | normalTpsl   | limitGtd | number {now + 9 s in seconds} | {market}        | sell | triggerTp | Invalid main order: expiresAt needs to be at least 10 seconds in the future |

  Rule: positionTpsl needs a position and one or two conditional orders

    @clause:PLACEORDERS-PARAM-GROUPING @assumed @R-29
    Scenario Outline: placeOrders refuses <case> under the grouping positionTpsl
      Given "trader" is long "{5 size}" of "{market}" against "other"
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | price   | triggerPrice         | isTriggerMarket | quantity |
        | {market} | sell | triggerSl |         | {far bid - 10 ticks} | true            | {size}   |
        | <market> | sell | <type>    | <price> | <trigger>            | <at market>     | {size}   |
      Then the response is refused with 400 VALIDATION_ERROR "<text>"
      And nothing changed

      Examples:
        | case            | market          | type      | price     | trigger              | at market | text                                                              |
        | two stop losses | {market}        | triggerSl |           | {far bid - 20 ticks} | true      | position TP/SL requires 1-2 orders (take profit and/or stop loss) |
        | two markets     | {second market} | triggerTp |           | {second far ask}     | true      | all orders must be for the same symbol                            |
        | a plain order   | {market}        | limitGtc  | {far ask} |                      |           | please provide at least a stop loss or take profit order          |

    @clause:PLACEORDERS-PARAM-GROUPING @assumed @R-29
    Scenario: placeOrders refuses three conditional orders under the grouping positionTpsl
      Given "trader" is long "{5 size}" of "{market}" against "other"
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice         | isTriggerMarket | quantity |
        | {market} | sell | triggerSl | {far bid - 10 ticks} | true            | {size}   |
        | {market} | sell | triggerTp | {far ask}            | true            | {size}   |
        | {market} | sell | triggerSl | {far bid - 20 ticks} | true            | {size}   |
      Then the response is refused with 400 VALIDATION_ERROR "position TP/SL requires 1-2 orders (take profit and/or stop loss)"
      And nothing changed

    @clause:PLACEORDERS-PARAM-GROUPING @assumed @R-29
    Scenario: placeOrders rejects each order of positionTpsl without a position
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice         | isTriggerMarket | quantity |
        | {market} | sell | triggerSl | {far bid - 10 ticks} | true            | {size}   |
        | {market} | sell | triggerTp | {far ask}            | true            | {size}   |
      Then item 0 is refused with REDUCE_ONLY_NO_POSITION "no open position found, cannot place reduce-only order"
      And item 1 is refused with REDUCE_ONLY_NO_POSITION "no open position found, cannot place reduce-only order"
      And nothing changed
