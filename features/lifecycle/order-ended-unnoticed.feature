@trade @lifecycle
Feature: later events leave an order that has ended unchanged
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | orderType | price | quantity | expiresAt                      | clientOrderId |
      | bid  | BTC-USDT | buy  | limitGtd  | 95000 | 0.5      | number {now + 60 s in seconds} | mine          |

  Rule: the client order id of an ended order is free

    @transition:order/filled/place @clause:PLACEORDERS-ITEM-CLIENTID @assumed @R-24 @R-25
    Scenario: the client order id of a filled order can be used again
      Given "other" sells "0.5" BTC-USDT at "95000"
      When "trader" places:
        | symbol   | side | price | quantity | clientOrderId |
        | BTC-USDT | buy  | 94000 | 0.1      | mine          |
      Then "statuses[0].resting.id" of the response is called "next"
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | order.clientId | status |
        | {next}  | mine           | placed |
        | {bid}   | mine           | filled |
        | {bid}   | mine           | placed |

    @transition:order/cancelled/place @clause:PLACEORDERS-ITEM-CLIENTID @assumed @R-24 @R-25
    Scenario: the client order id of a cancelled order can be used again
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" places:
        | symbol   | side | price | quantity | clientOrderId |
        | BTC-USDT | buy  | 94000 | 0.1      | mine          |
      Then "statuses[0].resting.id" of the response is called "next"
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | order.clientId | status     |
        | {next}  | mine           | placed     |
        | {bid}   | mine           | cancelled  |
        | {bid}   | mine           | cancelling |
        | {bid}   | mine           | placed     |

  Rule: an incoming order passes an ended order

    @transition:order/filled/fill @clause:STATE-ORDER-VALUE-FILLED @assumed @R-24
    Scenario: an incoming order does not meet a filled order again
      Given "other" sells "0.5" BTC-USDT at "95000"
      When "other" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | sell | limitIoc  | 94990 | 0.1      |
      Then the response is ok with:
        | statuses[0].filled.avgPrice | 94990.00 |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status | filledQuantity |
        | {bid}   | filled | 0.5            |
        | {bid}   | placed | 0              |

  Rule: an ended order does not expire

    @transition:order/filled/expire @clause:PLACEORDERS-TYPE-LIMITGTD @assumed @R-24 @R-25
    Scenario: a filled order does not expire
      Given "other" sells "0.5" BTC-USDT at "95000"
      When 60 s pass
      And "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status | filledQuantity | cancelReason |
        | {bid}   | filled | 0.5            | <absent>     |
        | {bid}   | placed | 0              | <absent>     |

    @transition:order/cancelled/expire @clause:PLACEORDERS-TYPE-LIMITGTD @assumed @R-24 @R-25
    Scenario: a cancelled order does not expire
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When 60 s pass
      Then nothing changed
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status     | cancelReason | cancelledAt         |
        | {bid}   | cancelled  | <absent>     | number {now - 60 s} |
        | {bid}   | cancelling | <absent>     | <absent>            |
        | {bid}   | placed     | <absent>     | <absent>            |
