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
        | stop | {market} | sell | triggerSl | {far bid}    | true            | {size}   |
      When "trader" sends modifyOrder:
        | orderId      | {stop}               |
        | triggerPrice | {far bid + 10 ticks} |
      Then the response is ok with:
        | status       | modified                    |
        | orderId      | {stop}                      |
        | triggerPrice | {far bid + 10 ticks, price} |
        | price        | <absent>                    |
        | quantity     | <absent>                    |
      And these facts changed, and no others:
        | fact       | from                                                  | to                                                               |
        | order stop | sell {size} at market from {far bid, price}, filled 0 | sell {size} at market from {far bid + 10 ticks, price}, filled 0 |

    @clause:MODIFYORDER-RESP-TRIGGERPRICE @clause:MODIFYORDER-KEEP-OMITTED
    Scenario: modifyOrder changes limit price and quantity of a stop limit order and keeps its trigger
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | price                | triggerPrice | quantity |
        | stop | {market} | sell | triggerSl | {far bid - 10 ticks} | {far bid}    | {size}   |
      When "trader" sends modifyOrder:
        | orderId  | {stop}               |
        | price    | {far bid - 20 ticks} |
        | quantity | {2 size}             |
      Then the response is ok with:
        | status       | modified                    |
        | price        | {far bid - 20 ticks, price} |
        | quantity     | {2 size}                    |
        | triggerPrice | <absent>                    |
      And these facts changed, and no others:
        | fact       | from                                                                       | to                                                                           |
        | order stop | sell {size} at {far bid - 10 ticks, price} from {far bid, price}, filled 0 | sell {2 size} at {far bid - 20 ticks, price} from {far bid, price}, filled 0 |

    @clause:STATE-ORDER-MODIFY-REPLACES @assumed
    Scenario: a stop whose new trigger is already met fires at once
      Given "trader" is long "{5 size}" of "{market}" against "other"
      And "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | stop | {market} | sell | triggerSl | {far bid}    | true            | {size}   |
      And "other" bids for "{2 size}" of "{market}" inside the spread, at "price"
      When "trader" sends modifyOrder:
        | orderId      | {stop}    |
        | triggerPrice | {far ask} |
      Then the response is ok with:
        | status   | modified             |
        | cumQty   | {size}               |
        | avgPrice | {price, entry price} |
      When "trader" sends getOrderHistory:
        | type | STOP_LOSS |
      Then the response lists:
        | status   | triggerPrice     |
        | filled   | {far ask, price} |
        | placed   | {far ask, price} |
        | modified | {far ask, price} |
        | placed   | {far bid, price} |

    @transition:linked-group/asleep/modify-side
    @clause:STATE-ORDER-MODIFY-REPLACES @assumed
    Scenario: modifyOrder moves the trigger of a child that is not armed
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price     | triggerPrice         | isTriggerMarket | quantity |
        | {market} | buy  | limitGtc  | {far bid} |                      |                 | {size}   |
        | {market} | sell | triggerSl |           | {far bid - 10 ticks} | true            | {size}   |
      Then "statuses[1].resting.id" of the response is called "stop"
      When "trader" sends modifyOrder:
        | orderId      | {stop}               |
        | triggerPrice | {far bid - 20 ticks} |
      Then the response is ok with:
        | triggerPrice | {far bid - 20 ticks, price} |
      And these facts changed, and no others:
        | fact       | from                                                             | to                                                               |
        | order stop | sell {size} at market from {far bid - 10 ticks, price}, filled 0 | sell {size} at market from {far bid - 20 ticks, price}, filled 0 |

  Rule: a field that an order does not have cannot be changed

    @clause:MODIFYORDER-NONLIMIT @clause:STATE-ORDER-MODIFY-REJECTED @negative
    Scenario: modifyOrder rejects a price for a stop market order
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | stop | {market} | sell | triggerSl | {far bid}    | true            | {size}   |
      When "trader" sends modifyOrder:
        | orderId | {stop}               |
        | price   | {far bid - 10 ticks} |
      Then the response is ok with:
        | status    | rejected                          |
        | errorCode | ORDER_REJECTED_BY_ENGINE          |
        | error     | order rejected by matching engine |
      And nothing changed

    @clause:MODIFYORDER-PARAM-QUANTITY @assumed @R-29 @negative
    Scenario Outline: modifyOrder rejects <case> with <code>
      Given "trader" has the open orders:
        | name  | symbol   | side | orderType | price                | triggerPrice         | isTriggerMarket | quantity | closePosition |
        | plain | {market} | buy  | limitGtc  | {far bid}            |                      | false           | {size}   | false         |
        | stop  | {market} | sell | triggerSl | {far bid - 10 ticks} | {far bid}            | false           | {size}   | false         |
        | all   | {market} | sell | triggerSl |                      | {far bid - 10 ticks} | true            | 0        | true          |
      When "trader" sends modifyOrder:
        | orderId | <order> |
        | <field> | <value> |
      Then the response is ok with:
        | status    | rejected |
        | errorCode | <code>   |
        | error     | <text>   |
      And nothing changed

      Examples:
        | case                             | order   | field        | value                                                                 | code                     | text                              |
        | the trigger of a plain order     | {plain} | triggerPrice | {far bid}                                                             | ORDER_REJECTED_BY_ENGINE | order rejected by matching engine |
        | the quantity of a closing order  | {all}   | quantity     | {size}                                                                | ORDER_REJECTED_BY_ENGINE | order rejected by matching engine |
        | a trigger off the tick           | {stop}  | triggerPrice | {far bid + tick / 2}                                                  | INVALID_TRIGGER_PRICE    | invalid trigger price             |
        | a trigger too far from the limit | {stop}  | triggerPrice | {(far bid - 10 ticks) x mark / band bottom + 4 ticks, to whole ticks} | PRICE_OUT_OF_BOUNDS      | price out of bounds               |
        | a limit off the tick             | {stop}  | price        | {far bid - tick / 2}                                                  | INVALID_VALUE            | invalid price                     |
        | a quantity off the lot           | {stop}  | quantity     | {lot / 10}                                                            | INVALID_VALUE            | invalid quantity                  |
        | a quantity below the minimum     | {stop}  | quantity     | {size below minimum}                                                  | QUANTITY_TOO_SMALL       | quantity below minimum            |

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
