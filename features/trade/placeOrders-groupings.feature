@trade @placeOrders
Feature: placeOrders links orders by grouping
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: normalTpsl links one main order to a take profit and a stop loss

    @transition:linked-group/none/place
    @clause:PLACEORDERS-GROUPING-NORMALTPSL @clause:ORDERREF-LINKED-SHAPE @clause:ORDERREF-LINKED-FLAT
    @clause:ORDERREF-LINKED-NAMES @clause:ORDERREF-LINKED-OMITTED
    Scenario: placeOrders returns main order, take profit and stop loss in this order, and the main order shows its links
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price     | triggerPrice         | isTriggerMarket | quantity | clientOrderId |
        | {market} | sell | triggerSl |           | {far bid - 10 ticks} | true            | {size}   | stop          |
        | {market} | buy  | limitGtc  | {far bid} |                      |                 | {size}   | main          |
        | {market} | sell | triggerTp |           | {far ask}            | true            | {size}   | take          |
      Then "statuses[0].resting.id" of the response is called "main"
      And "statuses[1].resting.id" of the response is called "take"
      And "statuses[2].resting.id" of the response is called "stop"
      And the response is ok with:
        | statuses                           | <3 items> |
        | statuses[0].resting.order.clientId | main      |
        | statuses[1].resting.order.clientId | take      |
        | statuses[2].resting.order.clientId | stop      |
      And these facts changed, and no others:
        | fact          | from | to                                                               |
        | order main    | none | buy {size} at {far bid, price}, filled 0                         |
        | order take    | none | sell {size} at market from {far ask, price}, filled 0            |
        | order stop    | none | sell {size} at market from {far bid - 10 ticks, price}, filled 0 |
        | trader margin | 0.00 | {mark x size / default leverage, 2 decimals}                     |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | takeProfitOrder                        | tpOrder                                | takeProfitOrderId | stopLossOrder                          | slOrder                                | stopLossOrderId |
        | {stop}  | <absent>                               | <absent>                               | <absent>          | <absent>                               | <absent>                               | <absent>        |
        | {take}  | <absent>                               | <absent>                               | <absent>          | <absent>                               | <absent>                               | <absent>        |
        | {main}  | {"venueId":"{take}","clientId":"take"} | {"venueId":"{take}","clientId":"take"} | {take}            | {"venueId":"{stop}","clientId":"stop"} | {"venueId":"{stop}","clientId":"stop"} | {stop}          |

    @clause:ORDER-FIELD-TAKEPROFITORDER @clause:ORDER-FIELD-STOPLOSSORDER @clause:ORDER-FIELD-TPORDER
    @clause:ORDER-FIELD-SLORDER @clause:ORDER-FIELD-TAKEPROFITORDERID @clause:ORDER-FIELD-STOPLOSSORDERID
    Scenario: getOrderHistory shows the links of the main order
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price     | triggerPrice         | isTriggerMarket | quantity | clientOrderId |
        | {market} | buy  | limitGtc  | {far bid} |                      |                 | {size}   |               |
        | {market} | sell | triggerTp |           | {far ask}            | true            | {size}   | take          |
        | {market} | sell | triggerSl |           | {far bid - 10 ticks} | true            | {size}   |               |
      Then "statuses[1].resting.id" of the response is called "take"
      And "statuses[2].resting.id" of the response is called "stop"
      When "trader" sends getOrderHistory:
        | type | LIMIT |
      Then the response is ok with:
        | [0].takeProfitOrder   | {"venueId":"{take}","clientId":"take"} |
        | [0].tpOrder           | {"venueId":"{take}","clientId":"take"} |
        | [0].takeProfitOrderId | {take}                                 |
        | [0].stopLossOrder     | {"venueId":"{stop}","clientId":""}     |
        | [0].slOrder           | {"venueId":"{stop}","clientId":""}     |
        | [0].stopLossOrderId   | {stop}                                 |

    @clause:ORDERREF-LINKED-OMITTED
    Scenario: a main order leaves out the link to a child that it does not have
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price     | triggerPrice         | isTriggerMarket | quantity |
        | {market} | buy  | limitGtc  | {far bid} |                      |                 | {size}   |
        | {market} | sell | triggerSl |           | {far bid - 10 ticks} | true            | {size}   |
      Then "statuses[1].resting.id" of the response is called "stop"
      When "trader" sends getOpenOrders
      Then the response is ok with:
        | [1].takeProfitOrder   | <absent> |
        | [1].takeProfitOrderId | <absent> |
        | [1].stopLossOrderId   | {stop}   |
      Given "trader" has sent cancelOrders:
        | orderIds | ["{stop}"] |
      When "trader" sends getOpenOrders
      Then the response is ok with:
        | [0].stopLossOrder   | <absent> |
        | [0].slOrder         | <absent> |
        | [0].stopLossOrderId | <absent> |

    @transition:linked-group/none/main-rejected
    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed
    Scenario: placeOrders rejects the children of a rejected main order, each with its own entry
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price                | triggerPrice         | isTriggerMarket | quantity | clientOrderId |
        | {market} | buy  | limitGtc  | {far bid + tick / 2} |                      |                 | {size}   |               |
        | {market} | sell | triggerTp |                      | {far ask}            | true            | {size}   | take          |
        | {market} | sell | triggerSl |                      | {far bid - 10 ticks} | true            | {size}   |               |
      Then the response is ok with:
        | statuses    | <3 items>                                                                                        |
        | statuses[0] | {"error":"invalid price","errorCode":"INVALID_VALUE"}                                            |
        | statuses[1] | {"error":"invalid price","errorCode":"INVALID_VALUE","order":{"venueId":null,"clientId":"take"}} |
        | statuses[2] | {"error":"invalid price","errorCode":"INVALID_VALUE"}                                            |
      And nothing changed

  Rule: multipleTpsl links one main order to several pairs

    @clause:PLACEORDERS-GROUPING-MULTIPLETPSL @assumed
    Scenario: placeOrders returns the main order first and then the pairs as sent
      When "trader" places with grouping "multipleTpsl":
        | symbol   | side | orderType | price     | triggerPrice         | isTriggerMarket | quantity | clientOrderId |
        | {market} | sell | triggerSl |           | {far bid - 5 ticks}  | true            | {size}   | stop1         |
        | {market} | sell | triggerTp |           | {far ask - 10 ticks} | true            | {size}   | take1         |
        | {market} | buy  | limitGtc  | {far bid} |                      |                 | {3 size} | main          |
        | {market} | sell | triggerTp |           | {far ask}            | true            | {2 size} | take2         |
        | {market} | sell | triggerSl |           | {far bid - 10 ticks} | true            | {2 size} | stop2         |
      Then "statuses" of the response lists:
        | resting.order.clientId |
        | main                   |
        | stop1                  |
        | take1                  |
        | take2                  |
        | stop2                  |
      When "trader" sends getOpenOrders
      Then the response is ok with:
        | [4].takeProfitOrder.clientId | take1 |
        | [4].stopLossOrder.clientId   | stop1 |

  Rule: positionTpsl attaches to an existing position

    @transition:position/open/cover @transition:linked-group/none/attach
    @clause:POSITION-FIELD-TAKEPROFITORDERS @clause:POSITION-FIELD-STOPLOSSORDERS
    @clause:POSITION-FIELD-TAKEPROFITORDERIDS @clause:POSITION-FIELD-STOPLOSSORDERIDS
    Scenario: getPositions lists the take profit and the stop loss of the position
      Given "trader" is long "{5 size}" of "{market}" against "other"
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice         | isTriggerMarket | quantity | closePosition | clientOrderId |
        | {market} | sell | triggerSl | {far bid - 10 ticks} | true            | 0        | true          |               |
        | {market} | sell | triggerTp | {far ask}            | true            | 0        | true          | take          |
      Then "statuses[0].resting.id" of the response is called "stop"
      And "statuses[1].resting.id" of the response is called "take"
      When "trader" sends getPositions
      Then the response is ok with:
        | [0].takeProfitOrders   | [{"venueId":"{take}","clientId":"take"}] |
        | [0].takeProfitOrderIds | ["{take}"]                               |
        | [0].stopLossOrders     | [{"venueId":"{stop}","clientId":""}]     |
        | [0].stopLossOrderIds   | ["{stop}"]                               |

    @clause:PLACEORDERS-PARAM-GROUPING @assumed @R-29
    Scenario Outline: placeOrders accepts <case> under positionTpsl and returns it as resting
      Given "trader" is long "{5 size}" of "{market}" against "other"
      And "other" bids for "{5 size}" of "{market}" inside the spread, at "price"
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity   | closePosition |
        | {market} | sell | triggerSl | {far ask}    | true            | <quantity> | <close>       |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |
      When "trader" sends getPositions:
        | status | open |
      Then the response is ok with:
        | [0].quantity | <left> |

      Examples:
        | case                             | quantity | close | left     |
        | a quantity without closePosition | {2 size} | false | {3 size} |
        | closePosition without a quantity |          | true  | <absent> |
