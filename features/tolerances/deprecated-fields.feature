@trade @tolerances
Feature: deprecated names stay valid beside their replacements
  Background:
    Given the world "quiet"
    And "trader" is long "{size}" of "{market}" against "other"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity | clientOrderId |
      | bid  | {market} | buy  | {far bid} | {2 size} | mine          |

  Rule: a flat id stands beside every order object

    @clause:VERSION-DEPRECATED-KEPT @clause:ORDERREF-FLAT-PRESENT
    Scenario Outline: <action> names the order by identifier object and by flat id
      When "trader" sends <action>:
        | <param> | <value> |
      Then the response is ok with:
        | <at>.order | {"venueId":"{bid}","clientId":"mine"} |
        | <at>.<id>  | {bid}                                 |

      Examples: by action
        | action          | param    | value        | at                   | id      |
        | getOpenOrders   | limit    | number 5     | [0]                  | orderId |
        | getOrderHistory | limit    | number 1     | [0]                  | orderId |
        | cancelOrders    | orderIds | ["{bid}"]    | statuses[0].canceled | id      |
        | cancelAllOrders | symbols  | ["{market}"] | [0]                  | orderId |

    @clause:VERSION-DEPRECATED-KEPT @clause:MODIFYORDER-RESP-ORDERID
    Scenario: modifyOrder names the order by identifier object and by flat id
      When "trader" sends modifyOrder:
        | orderId | {bid}               |
        | price   | {far bid - 5 ticks} |
      Then the response is ok with:
        | order   | {"venueId":"{bid}","clientId":"mine"} |
        | orderId | {bid}                                 |

    @clause:VERSION-DEPRECATED-KEPT @clause:PLACEORDERS-STATUS-ID
    Scenario: placeOrders names resting and filled orders by identifier object and by flat id
      Given "other" offers "{size}" of "{market}" inside the spread, at "offer"
      When "trader" places:
        | symbol   | side | orderType | price                | quantity |
        | {market} | buy  | limitGtc  | {far bid - 10 ticks} | {size}   |
        | {market} | buy  | limitIoc  | {offer}              | {size}   |
        | {market} | buy  | limitIoc  | {far bid - 10 ticks} | {size}   |
      Then the response is ok with:
        | statuses[0].resting.id  | <id> |
        | statuses[1].filled.id   | <id> |
        | statuses[2].canceled.id | <id> |
      And "statuses[0].resting.id" of the response is called "resting"
      When "trader" sends getOpenOrders
      Then the response lists:
        | order.venueId | orderId   |
        | {resting}     | {resting} |
        | {bid}         | {bid}     |

    @clause:VERSION-DEPRECATED-KEPT @clause:TRADE-NO-CLIENTORDERID
    Scenario: getTrades keeps the flat id and leaves out the client id beside it
      When "trader" sends getTrades
      Then the response is ok with:
        | trades[0].order.venueId | <id>     |
        | trades[0].orderId       | <id>     |
        | trades[0].clientOrderId | <absent> |

    @clause:VERSION-DEPRECATED-KEPT @clause:POSITION-FIELD-TAKEPROFITORDERIDS @clause:POSITION-FIELD-STOPLOSSORDERIDS
    Scenario: getPositions names take profits and stop losses by object and by flat id
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice         | isTriggerMarket | reduceOnly | closePosition |
        | {market} | sell | triggerTp | {far ask}            | true            | true       | true          |
        | {market} | sell | triggerSl | {far bid - 10 ticks} | true            | true       | true          |
      Then "statuses[0].resting.id" of the response is called "take"
      And "statuses[1].resting.id" of the response is called "stop"
      When "trader" sends getPositions
      Then the response is ok with:
        | [0].takeProfitOrders   | [{"venueId":"{take}","clientId":""}] |
        | [0].takeProfitOrderIds | ["{take}"]                           |
        | [0].stopLossOrders     | [{"venueId":"{stop}","clientId":""}] |
        | [0].stopLossOrderIds   | ["{stop}"]                           |

  Rule: the deprecated bounds of a time window are accepted

    @clause:GETORDERHISTORY-PARAM-FROMTIME @clause:GETORDERHISTORY-PARAM-TOTIME
    @clause:GETPOSITIONS-PARAM-FROMTIME @clause:GETPOSITIONS-PARAM-TOTIME
    Scenario Outline: <action> lists the same between <from> and <to>
      Given 5 ms pass
      And "trader" sends <action>
      And "[0].<updated>" of the response is called "update"
      When "trader" sends <action>:
        | <from> | number {update + <after>} |
        | <to>   | number {update + <after>} |
      Then the response is ok with:
        | [0].<updated> | <found> |

      Examples: at the time of the update
        | action          | updated     | from      | to      | after | found           |
        | getOrderHistory | updatedTime | startTime | endTime | 0 ms  | number {update} |
        | getOrderHistory | updatedTime | fromTime  | toTime  | 0 ms  | number {update} |
        | getPositions    | updatedAt   | startTime | endTime | 0 ms  | number {update} |
        | getPositions    | updatedAt   | fromTime  | toTime  | 0 ms  | number {update} |

      Examples: a millisecond later
        | action          | updated     | from      | to      | after | found    |
        | getOrderHistory | updatedTime | startTime | endTime | 1 ms  | <absent> |
        | getOrderHistory | updatedTime | fromTime  | toTime  | 1 ms  | <absent> |
        | getPositions    | updatedAt   | startTime | endTime | 1 ms  | <absent> |
        | getPositions    | updatedAt   | fromTime  | toTime  | 1 ms  | <absent> |
