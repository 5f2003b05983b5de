@trade @modifyOrderBatch
Feature: modifyOrderBatch names orders and prices like modifyOrder
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity | clientOrderId |
      | stop | BTC-USDT | sell | triggerSl |       | 94000        | true            | 0.1      | mine          |

  Rule: a trigger price and a client order id are accepted

    @clause:MODIFYORDERBATCH @clause:MODIFYORDER-RESP-TRIGGERPRICE @assumed @R-11
    Scenario: modifyOrderBatch moves the trigger of a waiting order
      When "trader" sends modifyOrderBatch:
        | orders[0].orderId      | {stop} |
        | orders[0].triggerPrice | 94500  |
      Then the response lists:
        | orderId | order.clientId | status   | triggerPrice | price    | quantity |
        | {stop}  | mine           | modified | 94500        | <absent> | <absent> |
      And these facts changed, and no others:
        | fact       | from                                    | to                                      |
        | order stop | sell 0.1 at market from 94000, filled 0 | sell 0.1 at market from 94500, filled 0 |
