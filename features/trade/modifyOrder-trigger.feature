@trade @modifyOrder
Feature: modifyOrder changes waiting conditional orders
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: trigger, limit price and quantity can change while the order waits

    @clause:MODIFYORDER-PARAM-TRIGGERPRICE @clause:MODIFYORDER-RESP-TRIGGERPRICE @clause:STATE-ORDER-MODIFY-REPLACES
    Scenario: modifyOrder moves the trigger of a stop market order and returns it alone
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | stop | BTC-USDT | sell | triggerSl | 94000        | true            | 0.1      |
      When "trader" sends modifyOrder:
        | orderId      | {stop} |
        | triggerPrice | 94500  |
      Then the response is ok with:
        | status       | modified |
        | orderId      | {stop}   |
        | triggerPrice | 94500    |
        | price        | <absent> |
        | quantity     | <absent> |
      And these facts changed, and no others:
        | fact       | from                                      | to                                        |
        | order stop | sell 0.1 at market from 94000, filled 0 | sell 0.1 at market from 94500, filled 0 |

    @clause:MODIFYORDER-RESP-TRIGGERPRICE @clause:MODIFYORDER-KEEP-OMITTED
    Scenario: modifyOrder changes limit price and quantity of a stop limit order and keeps its trigger
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | price | triggerPrice | quantity |
        | stop | BTC-USDT | sell | triggerSl | 93900 | 94000        | 0.1      |
      When "trader" sends modifyOrder:
        | orderId  | {stop} |
        | price    | 93800  |
        | quantity | 0.2    |
      Then the response is ok with:
        | status       | modified |
        | price        | 93800    |
        | quantity     | 0.2      |
        | triggerPrice | <absent> |
      And these facts changed, and no others:
        | fact       | from                                     | to                                       |
        | order stop | sell 0.1 at 93900 from 94000, filled 0 | sell 0.2 at 93800 from 94000, filled 0 |

    @clause:STATE-ORDER-MODIFY-REPLACES @assumed
    Scenario: a stop whose new trigger is already met fires at once
      Given "trader" is long "0.5" BTC-USDT at "95000" against "other"
      And "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | stop | BTC-USDT | sell | triggerSl | 94000        | true            | 0.1      |
      When "trader" sends modifyOrder:
        | orderId      | {stop} |
        | triggerPrice | 95000  |
      Then the response is ok with:
        | status   | modified |
        | cumQty   | 0.1      |
        | avgPrice | 94990.00 |
      When "trader" sends getOrderHistory:
        | type | STOP_LOSS |
      Then the response lists:
        | status   | triggerPrice |
        | filled   | 95000        |
        | placed   | 95000        |
        | modified | 95000        |
        | placed   | 94000        |

    @transition:linked-group/asleep/modify-side
    @clause:STATE-ORDER-MODIFY-REPLACES @assumed
    Scenario: modifyOrder moves the trigger of a child that is not armed
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | buy  | limitGtc  | 94000 |              |                 | 0.1      |
        | BTC-USDT | sell | triggerSl |       | 93000        | true            | 0.1      |
      Then "statuses[1].resting.id" of the response is called "stop"
      When "trader" sends modifyOrder:
        | orderId      | {stop} |
        | triggerPrice | 92000  |
      Then the response is ok with:
        | triggerPrice | 92000 |
      And these facts changed, and no others:
        | fact       | from                                      | to                                        |
        | order stop | sell 0.1 at market from 93000, filled 0 | sell 0.1 at market from 92000, filled 0 |

  Rule: a field that an order does not have cannot be changed

    @clause:MODIFYORDER-NONLIMIT @clause:STATE-ORDER-MODIFY-REJECTED @negative
    Scenario: modifyOrder rejects a price for a stop market order
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | stop | BTC-USDT | sell | triggerSl | 94000        | true            | 0.1      |
      When "trader" sends modifyOrder:
        | orderId | {stop} |
        | price   | 93900  |
      Then the response is ok with:
        | status    | rejected                          |
        | errorCode | ORDER_REJECTED_BY_ENGINE          |
        | error     | order rejected by matching engine |
      And nothing changed

    @clause:MODIFYORDER-PARAM-QUANTITY @assumed @R-29 @negative
    Scenario Outline: modifyOrder rejects <case> with <code>
      Given "trader" has the open orders:
        | name  | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity | closePosition |
        | plain | BTC-USDT | buy  | limitGtc  | 94000 |              | false           | 0.1      | false         |
        | stop  | BTC-USDT | sell | triggerSl | 93900 | 94000        | false           | 0.1      | false         |
        | all   | BTC-USDT | sell | triggerSl |       | 93000        | true            | 0        | true          |
      When "trader" sends modifyOrder:
        | orderId | <order> |
        | <field> | <value> |
      Then the response is ok with:
        | status    | rejected |
        | errorCode | <code>   |
        | error     | <text>   |
      And nothing changed

      Examples:
        | case                                   | order   | field        | value    | code                     | text                              |
        | the trigger of a plain order           | {plain} | triggerPrice | 94000    | ORDER_REJECTED_BY_ENGINE | order rejected by matching engine |
        | the quantity of a closing order        | {all}   | quantity     | 0.1      | ORDER_REJECTED_BY_ENGINE | order rejected by matching engine |
        | a trigger off the tick                 | {stop}  | triggerPrice | 94000.5  | INVALID_TRIGGER_PRICE    | invalid trigger price             |
        | a trigger too far from the limit       | {stop}  | triggerPrice | 98844    | PRICE_OUT_OF_BOUNDS      | price out of bounds               |
        | a limit off the tick                   | {stop}  | price        | 93900.5  | INVALID_VALUE            | invalid price                     |
        | a quantity off the lot                 | {stop}  | quantity     | 0.000001 | INVALID_VALUE            | invalid quantity                  |
        | a quantity below the minimum           | {stop}  | quantity     | 0.0009   | QUANTITY_TOO_SMALL       | quantity below minimum            |

    @clause:MODIFYORDER-PARAM-TRIGGERPRICE @assumed @R-29 @negative
    Scenario: modifyOrder rejects a new trigger for an order that has fired
      Given "trader" is long "0.5" BTC-USDT at "95000" against "other"
      And "trader" has the open orders:
        | name | symbol   | side | orderType | price | triggerPrice | quantity |
        | take | BTC-USDT | sell | triggerTp | 96000 | 95500        | 0.1      |
      And the index of "BTC-USDT" is "95500"
      When "trader" sends modifyOrder:
        | orderId      | {take} |
        | triggerPrice | 97000  |
      Then the response is ok with:
        | status    | rejected                 |
        | errorCode | ORDER_REJECTED_BY_ENGINE |
      And nothing changed
