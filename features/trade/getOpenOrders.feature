@trade @getOpenOrders
Feature: getOpenOrders lists the live orders of one subaccount
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name  | symbol          | side | price            | quantity      | clientOrderId |
      | first | {market}        | buy  | {far bid}        | {size}        | alpha         |
      | other | {second market} | sell | {second far ask} | {second size} |               |

  Rule: an order is listed from placement until it is filled, cancelled or expired

    @clause:GETOPENORDERS @clause:AUTH-NONONCE-GETOPENORDERS @clause:ORDERREF-FIELD-VENUEID @clause:ORDERREF-FIELD-CLIENTID
    @clause:ORDERREF-CLIENTID-EMPTY @clause:ORDERREF-CANONICAL-PRESENT @clause:ORDERREF-FLAT-PRESENT @clause:VERSION-DEPRECATED-KEPT
    Scenario: getOpenOrders names orders by identifier object and by flat id
      When "trader" sends getOpenOrders
      Then the response lists:
        | order.venueId | order.clientId | orderId | symbol          |
        | {other}       | <empty>        | {other} | {second market} |
        | {first}       | alpha          | {first} | {market}        |

    @clause:GETOPENORDERS @clause:CONV-DECIMAL-STRINGS @clause:CONV-ID-STRINGS @clause:CONV-TIMESTAMP-MS @clause:ORDERREF-LINKED-OMITTED
    @clause:TWAP-DETAILS-ABSENT-OTHER @assumed
    Scenario: a plain limit order has every field of the record and none of linked orders or TWAPs
      Given 3 s pass
      When "trader" sends getOpenOrders:
        | symbol | {market} |
      Then the response is ok with:
        | [0].side              | buy                |
        | [0].type              | LIMIT              |
        | [0].quantity          | {size}             |
        | [0].price             | {far bid, price}   |
        | [0].triggerPrice      | <empty>            |
        | [0].triggerPriceType  | mark               |
        | [0].timeInForce       | GTC                |
        | [0].reduceOnly        | false              |
        | [0].postOnly          | false              |
        | [0].closePosition     | false              |
        | [0].createdTime       | number {now - 3 s} |
        | [0].updatedTime       | number {now - 3 s} |
        | [0].filledQuantity    | 0                  |
        | [0].takeProfitOrder   | <absent>           |
        | [0].takeProfitOrderId | <absent>           |
        | [0].stopLossOrder     | <absent>           |
        | [0].stopLossOrderId   | <absent>           |
        | [0].tpOrder           | <absent>           |
        | [0].slOrder           | <absent>           |
        | [0].twapDetails       | <absent>           |
        | [0].expiresAt         | <absent>           |

    @clause:GETOPENORDERS @clause:ORDER-FIELD-CREATEDTIME @clause:ORDER-FIELD-UPDATEDTIME @assumed
    Scenario: a modified order keeps the time at which it was placed
      Given 3 s pass
      And "trader" has sent modifyOrder:
        | orderId  | {first}    |
        | quantity | {size / 2} |
      And 2 s pass
      When "trader" sends getOpenOrders:
        | symbol | {market} |
      Then the response lists:
        | orderId | quantity   | createdTime        | updatedTime        |
        | {first} | {size / 2} | number {now - 5 s} | number {now - 2 s} |

    @clause:GETOPENORDERS @assumed
    Scenario: a partially filled order is listed with its whole and its filled quantity
      Given "trader" bids for "{size}" of "{market}" inside the spread, at "price", as "inner"
      And "taker" fills "{size / 5}" of the order "inner" of "trader"
      When "trader" sends getOpenOrders:
        | symbol | {market} |
      Then the response lists:
        | orderId | quantity | filledQuantity |
        | {inner} | {size}   | {size / 5}     |
        | {first} | {size}   | 0              |

    @clause:GETOPENORDERS @assumed
    Scenario: an order with an expiry shows it and leaves the list at that moment
      Given "trader" sends placeOrders:
        | orders[0].symbol    | {market}                       |
        | orders[0].side      | buy                            |
        | orders[0].orderType | limitGtd                       |
        | orders[0].price     | {far bid}                      |
        | orders[0].quantity  | {size}                         |
        | orders[0].expiresAt | number {now + 20 s in seconds} |
      And "statuses[0].resting.order.venueId" of the response is called "gtd"
      When 19999 ms pass
      And "trader" sends getOpenOrders
      Then the response is ok with:
        | .               | <3 items>           |
        | [0].orderId     | {gtd}               |
        | [0].timeInForce | GTD                 |
        | [0].expiresAt   | number {now + 1 ms} |
      When 1 ms pass
      And "trader" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {other} |
        | {first} |

    @clause:GETOPENORDERS @clause:STATE-ORDER-CANCEL-ONE
    Scenario: a cancelled order is no longer listed
      Given "trader" sends cancelOrders:
        | orderIds | ["{first}"] |
      And the response is ok
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {other} |

  Rule: the list belongs to the subaccount that signs

    @clause:GETOPENORDERS
    Scenario: getOpenOrders leaves out orders of another subaccount
      When "stranger" sends getOpenOrders
      Then the response lists nothing
