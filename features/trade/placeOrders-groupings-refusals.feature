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
        | BTC-USDT | sell | <type>    | <price> | <trigger>    | <market>        | 0.1      |
      Then the response is refused with 400 VALIDATION_ERROR "please provide one main order, a take profit and/or stop loss"
      And nothing changed

      Examples:
        | grouping     | type      | price | trigger | market |
        | normalTpsl   | limitGtc  | 96000 |         |        |
        | normalTpsl   | triggerSl |       | 93000   | true   |
        | multipleTpsl | limitGtc  | 96000 |         |        |
        | multipleTpsl | triggerTp |       | 96000   | true   |

    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-29
    Scenario Outline: placeOrders refuses a <first> and a <second> order under <grouping>, which needs one main order
      When "trader" places with grouping "<grouping>":
        | symbol   | side   | orderType | price    | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | sell   | <first>   | <price1> | <trigger1>   | <market1>       | 0.1      |
        | BTC-USDT | sell   | <second>  | <price2> | <trigger2>   | <market2>       | 0.1      |
      Then the response is refused with 400 VALIDATION_ERROR "<text>"
      And nothing changed

      Examples:
        | grouping     | first     | price1 | trigger1 | market1 | second    | price2 | trigger2 | market2 | text                          |
        | normalTpsl   | limitGtc  | 96000  |          |         | limitGtc  | 96000  |          |         | please provide one main order |
        | multipleTpsl | limitGtc  | 96000  |          |         | market    |        |          |         | please provide one main order |
        | normalTpsl   | triggerSl |        | 93000    | true    | triggerTp |        | 96000    | true    | please provide one main order |

    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-29
    Scenario: placeOrders refuses two take profits under the grouping normalTpsl
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | buy  | limitGtc  | 94000 |              |                 | 0.1      |
        | BTC-USDT | sell | triggerTp |       | 96000        | true            | 0.1      |
        | BTC-USDT | sell | triggerTp |       | 97000        | true            | 0.1      |
      Then the response is refused with 400 VALIDATION_ERROR "please provide a take profit and/or stop loss"
      And nothing changed

    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-29
    Scenario: placeOrders refuses four orders under the grouping normalTpsl
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | buy  | limitGtc  | 94000 |              |                 | 0.1      |
        | BTC-USDT | sell | triggerTp |       | 96000        | true            | 0.1      |
        | BTC-USDT | sell | triggerSl |       | 93000        | true            | 0.1      |
        | BTC-USDT | sell | triggerSl |       | 92000        | true            | 0.1      |
      Then the response is refused with 400 VALIDATION_ERROR "normalTpsl accepts at most 3 orders"
      And nothing changed

    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-29
    Scenario Outline: placeOrders refuses children of another market or side under the grouping <grouping>
      When "trader" places with grouping "<grouping>":
        | symbol   | side   | orderType | price | triggerPrice | isTriggerMarket | quantity | expiresAt  |
        | BTC-USDT | buy    | <main>    | 94000 |              |                 | 0.1      | <expiry>   |
        | <market> | <side> | <type>    |       | 96000        | true            | 0.1      |            |
      Then the response is refused with 400 VALIDATION_ERROR "<text>"
      And nothing changed

      Examples:
        | grouping     | main     | expiry                         | market   | side | type      | text                                                                              |
        | normalTpsl   | limitGtc |                                | ETH-USDT | sell | triggerTp | all orders must have the same symbol                                              |
        | multipleTpsl | limitGtc |                                | ETH-USDT | sell | triggerTp | all orders must have the same symbol                                              |
        | normalTpsl   | limitGtc |                                | BTC-USDT | buy  | triggerTp | Invalid take profit order: side must be opposite to the main order                |
        | multipleTpsl | limitGtc |                                | BTC-USDT | buy  | triggerSl | Invalid stop loss order: side must be opposite to the main order                  |
        | normalTpsl   | limitGtd | number {now + 9 s in seconds} | BTC-USDT | sell | triggerTp | Invalid main order: expiresAt needs to be at least 10 seconds in the future       |

  Rule: positionTpsl needs a position and one or two conditional orders

    @clause:PLACEORDERS-PARAM-GROUPING @assumed @R-29
    Scenario Outline: placeOrders refuses <case> under the grouping positionTpsl
      Given "trader" is long "0.5" BTC-USDT at "95000" against "other"
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | price   | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | sell | triggerSl |         | 93000        | true            | 0.1      |
        | <market> | sell | <type>    | <price> | <trigger>    | <at market>     | 0.1      |
      Then the response is refused with 400 VALIDATION_ERROR "<text>"
      And nothing changed

      Examples:
        | case              | market   | type      | price | trigger | at market | text                                                             |
        | two stop losses   | BTC-USDT | triggerSl |       | 92000   | true      | position TP/SL requires 1-2 orders (take profit and/or stop loss) |
        | two markets       | ETH-USDT | triggerTp |       | 4000    | true      | all orders must be for the same symbol                           |
        | a plain order     | BTC-USDT | limitGtc  | 96000 |         |           | please provide at least a stop loss or take profit order         |

    @clause:PLACEORDERS-PARAM-GROUPING @assumed @R-29
    Scenario: placeOrders refuses three conditional orders under the grouping positionTpsl
      Given "trader" is long "0.5" BTC-USDT at "95000" against "other"
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | sell | triggerSl | 93000        | true            | 0.1      |
        | BTC-USDT | sell | triggerTp | 96000        | true            | 0.1      |
        | BTC-USDT | sell | triggerSl | 92000        | true            | 0.1      |
      Then the response is refused with 400 VALIDATION_ERROR "position TP/SL requires 1-2 orders (take profit and/or stop loss)"
      And nothing changed

    @clause:PLACEORDERS-PARAM-GROUPING @assumed @R-29
    Scenario: placeOrders rejects each order of positionTpsl without a position
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | sell | triggerSl | 93000        | true            | 0.1      |
        | BTC-USDT | sell | triggerTp | 96000        | true            | 0.1      |
      Then item 0 is refused with REDUCE_ONLY_NO_POSITION "no open position found, cannot place reduce-only order"
      And item 1 is refused with REDUCE_ONLY_NO_POSITION "no open position found, cannot place reduce-only order"
      And nothing changed
