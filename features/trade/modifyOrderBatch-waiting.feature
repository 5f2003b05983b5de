@trade @modifyOrderBatch
Feature: modifyOrderBatch names orders and prices like modifyOrder
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity | clientOrderId |
      | stop | {market} | sell | triggerSl |       | {far bid}    | true            | {size}   | mine          |

  Rule: a trigger price and a client order id are accepted

    @clause:MODIFYORDERBATCH @clause:MODIFYORDER-RESP-TRIGGERPRICE @assumed @R-11
    Scenario: modifyOrderBatch moves the trigger of a waiting order
      When "trader" sends modifyOrderBatch:
        | orders[0].orderId      | {stop}               |
        | orders[0].triggerPrice | {far bid + 10 ticks} |
      Then the response lists:
        | orderId | order.clientId | status   | triggerPrice                | price    | quantity |
        | {stop}  | mine           | modified | {far bid + 10 ticks, price} | <absent> | <absent> |
      And these facts changed, and no others:
        | fact       | from                                                  | to                                                               |
        | order stop | sell {size} at market from {far bid, price}, filled 0 | sell {size} at market from {far bid + 10 ticks, price}, filled 0 |
