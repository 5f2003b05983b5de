@trade @getOrderHistory @assumed @R-24 @R-25
Feature: getOrderHistory has a row for each state an order reached
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity | clientOrderId | postOnly |
      | bid  | {market} | buy  | {far bid} | {size}   | mine          | true     |

  Rule: a row shows the order as it was in that state

    @clause:GETORDERHISTORY @clause:AUTH-NONONCE-GETORDERHISTORY @clause:ORDER-FIELD-ORDER @clause:ORDER-FIELD-ORDERID @clause:ORDER-FIELD-SYMBOL
    @clause:ORDER-FIELD-SIDE @clause:ORDER-FIELD-TYPE @clause:ORDER-FIELD-STATUS @clause:ORDER-FIELD-QUANTITY @clause:ORDER-FIELD-PRICE
    @clause:ORDER-FIELD-FILLEDQUANTITY @clause:ORDER-FIELD-TRIGGERPRICETYPE @clause:VERSION-TRIGGERPRICETYPE-SHORT @clause:ORDER-FIELD-TIMEINFORCE
    @clause:ORDER-FIELD-REDUCEONLY @clause:ORDER-FIELD-POSTONLY @clause:ORDER-FIELD-CREATEDTIME @clause:ORDER-FIELD-UPDATEDTIME
    @clause:ORDER-FILLEDPRICE-EMPTY @clause:ORDER-EXPIRESAT-OMITTED @clause:ORDER-CANCELLEDAT-OMITTED @clause:ORDER-LEGS-NULL
    @clause:ORDERREF-LINKED-OMITTED @clause:CONV-TIMESTAMP-MS
    Scenario: a resting order has one row with every field
      Given 3 s pass
      When "trader" sends getOrderHistory
      Then the response is ok with:
        | .                              | <1 item>           |
        | [0].order.venueId              | {bid}              |
        | [0].order.clientId             | mine               |
        | [0].orderId                    | {bid}              |
        | [0].symbol                     | {market}           |
        | [0].side                       | buy                |
        | [0].type                       | LIMIT              |
        | [0].status                     | placed             |
        | [0].quantity                   | {size}             |
        | [0].price                      | {far bid, price}   |
        | [0].filledPrice                | <empty>            |
        | [0].filledQuantity             | 0                  |
        | [0].triggerPrice               | <empty>            |
        | [0].triggerPriceType           | mark               |
        | [0].timeInForce                | GTC                |
        | [0].reduceOnly                 | false              |
        | [0].postOnly                   | true               |
        | [0].triggeredByLiquidation     | false              |
        | [0].closePosition              | false              |
        | [0].createdTime                | number {now - 3 s} |
        | [0].updatedTime                | number {now - 3 s} |
        | [0].updateTime                 | number {now - 3 s} |
        | [0].expiresAt                  | <absent>           |
        | [0].cancelReason               | <absent>           |
        | [0].cancelledAt                | <absent>           |
        | [0].cumulative_filled_quantity | 0                  |
        | [0].cumulative_filled_value    | 0                  |
        | [0].position_id                | null               |
        | [0].legs                       | null               |
        | [0].takeProfitOrder            | <absent>           |
        | [0].takeProfitOrderId          | <absent>           |
        | [0].stopLossOrder              | <absent>           |
        | [0].stopLossOrderId            | <absent>           |
        | [0].tpOrder                    | <absent>           |
        | [0].slOrder                    | <absent>           |
        | [0].twapDetails                | <absent>           |

    @clause:GETORDERHISTORY-ROWS-PER-ORDER @clause:GETORDERHISTORY-ORDERING @clause:STATE-ORDER-OTHER-MOVES @clause:STATE-ORDER-VALUE-FILLED
    @clause:ORDER-FIELD-FILLEDPRICE @clause:ORDER-FIELD-FILLEDQUANTITY @clause:ORDER-FIELD-QUANTITY @clause:ORDER-FIELD-CREATEDTIME
    @clause:ORDER-FIELD-UPDATEDTIME @clause:ORDER-FIELD-CUMULATIVE-FILLED-QUANTITY @clause:ORDER-FIELD-CUMULATIVE-FILLED-VALUE
    Scenario: an order that fills in two parts has a row for each
      Given "trader" bids for "{size}" of "{market}" inside the spread, at "price", as "best"
      And 10 ms pass
      And "taker" fills "{size / 5}" of the order "best" of "trader"
      And 10 ms pass
      And "taker" fills "{size - size / 5}" of the order "best" of "trader"
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status           | quantity | filledQuantity | filledPrice          | cumulative_filled_quantity | cumulative_filled_value | createdTime          | updatedTime          |
        | {best}  | filled           | {size}   | {size}         | {price, entry price} | {size}                     | {price x size}          | number {now - 20 ms} | number {now}         |
        | {best}  | partially filled | {size}   | {size / 5}     | {price, entry price} | {size / 5}                 | {price x size / 5}      | number {now - 20 ms} | number {now - 10 ms} |
        | {best}  | placed           | {size}   | 0              | <empty>              | 0                          | 0                       | number {now - 20 ms} | number {now - 20 ms} |
        | {bid}   | placed           | {size}   | 0              | <empty>              | 0                          | 0                       | number {now - 20 ms} | number {now - 20 ms} |

    @clause:STATE-ORDER-CANCEL-ONE @clause:STATE-ORDER-CANCELLING-THEN-CANCELLED @clause:STATE-ORDER-VALUE-CANCELLED @clause:ORDER-FIELD-CANCELLEDAT
    @clause:ORDER-CANCELLEDAT-OMITTED @clause:GETORDERHISTORY-TIE-ORDER
    Scenario: a cancelled order has the rows cancelling and cancelled at one instant, the latest first
      Given 1 s pass
      And "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      And the response is ok
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status     | updatedTime        | cancelledAt  | cancelReason |
        | {bid}   | cancelled  | number {now}       | number {now} | <absent>     |
        | {bid}   | cancelling | number {now}       | <absent>     | <absent>     |
        | {bid}   | placed     | number {now - 1 s} | <absent>     | <absent>     |

    @clause:STATE-ORDER-MODIFY-REPLACES @clause:ORDER-FIELD-QUANTITY @clause:ORDER-FIELD-PRICE
    Scenario: a modified order has a row with its new price and quantity
      Given 1 s pass
      And "trader" sends modifyOrder:
        | orderId  | {bid}              |
        | price    | {far bid - 1 tick} |
        | quantity | {size / 2}         |
      And the response is ok
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status   | price                     | quantity   |
        | {bid}   | modified | {far bid - 1 tick, price} | {size / 2} |
        | {bid}   | placed   | {far bid, price}          | {size}     |

    @clause:GETORDERHISTORY-EMPTY
    Scenario: getOrderHistory lists nothing for a subaccount without orders
      When "stranger" sends getOrderHistory
      Then the response lists nothing

    @clause:ORDER-FIELD-CUMULATIVE-FILLED-VALUE @clause:ORDER-FIELD-FILLEDPRICE @clause:ORDER-FIELD-PRICE
    Scenario: an order that fills at a better price than its limit has filled at the price of its fills
      Given "taker" offers "{size}" of "{market}" inside the spread, low, at "ask"
      And "trader" has sent placeOrders:
        | orders | [{"symbol":"{market}","side":"buy","orderType":"limitIoc","price":"{ask + 1 tick}","quantity":"{size}"}] |
      When "trader" sends getOrderHistory:
        | limit | number 1 |
      Then the response lists:
        | status | price                 | filledQuantity | filledPrice        | cumulative_filled_value |
        | filled | {ask + 1 tick, price} | {size}         | {ask, entry price} | {ask x size}            |
