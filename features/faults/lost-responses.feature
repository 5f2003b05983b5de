@trade @placeOrders @faults @needs:fault
Feature: a client that receives no response can find out what its request did
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a missing response does not mean that nothing was done

    @clause:GETOPENORDERS @clause:ORDERREF-FIELD-CLIENTID @assumed @R-03
    Scenario: an order whose response was lost rests and is listed under its client order id
      Given the fault replyLost on placeOrders, once
      When "trader" places and gets no response:
        | symbol   | side | price | quantity | clientOrderId |
        | BTC-USDT | buy  | 94000 | 0.1      | my-bid        |
      Then the fault has struck once
      When "trader" sends getOpenOrders
      Then the response lists:
        | order.clientId | symbol   | side | price | quantity | filledQuantity |
        | my-bid         | BTC-USDT | buy  | 94000 | 0.1      | 0              |

    @clause:CANCELORDERS @assumed @R-03
    Scenario: a cancel whose response was lost has cancelled the order
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      And the fault replyLost on cancelOrders, once
      When "trader" sends cancelOrders and gets no response:
        | orderIds | ["{bid}"] |
      And "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then item 0 is refused with ORDER_NOT_FOUND "order not found"

    @clause:TRANSFERCOLLATERAL @assumed @R-03
    Scenario: a transfer whose response was lost has moved the amount once
      Given "trader" also owns the subaccount "savings"
      And the fault replyLost on transferCollateral, once
      When "trader" sends transferCollateral and gets no response:
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 25           |
      Then these facts changed, and no others:
        | fact         | from    | to     |
        | trader USDT  | 1000000 | 999975 |
        | savings USDT | none    | 25     |

  Rule: a connection that drops before the request is read does nothing

    @clause:GETOPENORDERS @assumed @R-03
    Scenario: placeOrders does nothing when the connection drops, and the next request succeeds
      Given the fault drop on placeOrders, once
      When "trader" places and gets no response:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then nothing changed
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94010 | 0.1      |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |
      When "trader" sends getOpenOrders
      Then the response lists:
        | price |
        | 94010 |

  Rule: a fault may match some of many items

    @cancelAllOrders @clause:CANCELALLORDERS-RESP-MESSAGE-FAILED @clause:CANCELALLORDERS-RESP-MESSAGE
    Scenario: cancelAllOrders reports the one order that it could not cancel and cancels the others
      Given "trader" has the open orders:
        | name   | symbol   | side | price | quantity |
        | first  | BTC-USDT | buy  | 94000 | 0.1      |
        | second | BTC-USDT | buy  | 93990 | 0.1      |
        | third  | ETH-USDT | buy  | 3200  | 1        |
      And the fault reject on cancelAllOrders:
        | effect.code | CANCEL_FAILED |
        | match.item  | number 1      |
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response lists:
        | orderId  | message       | symbol   |
        | {first}  | <empty>       | BTC-USDT |
        | {second} | cancel failed | BTC-USDT |
        | {third}  | <empty>       | ETH-USDT |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId  |
        | {second} |

    @clause:PLACEORDERS-RESP-STATUSES @assumed @R-22
    Scenario: a fault with perMille 500 rejects the same half of the orders in every run of its seed
      Given the fault reject on placeOrders:
        | perMille | number 500 |
        | seed     | coin       |
      When "trader" places:
        | times | symbol   | side | price | quantity |
        | 6     | BTC-USDT | buy  | 94000 | 0.1      |
      Then item 2 is refused with ORDER_REJECTED_BY_ENGINE "order rejected by matching engine"
      And the response is ok with:
        | statuses[5].resting.id | <id> |

    @clause:ERR-ORDER-NOT-FOUND
    Scenario: a fault that matches one subaccount leaves the requests of others alone
      Given the fault timeout:
        | match.subAccountId | {trader id} |
      When "other" sends cancelOrders:
        | orderIds | ["5"] |
      Then item 0 is refused with ORDER_NOT_FOUND "order not found"
      When "trader" sends cancelOrders:
        | orderIds | ["5"] |
      Then the response is refused with 503 OPERATION_TIMEOUT "context timeout"
