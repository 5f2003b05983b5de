@trade @lifecycle
Feature: later events leave an order that has ended unchanged
  Background:
    Given the world "quiet"
    And the price midway in the spread of "{market}" is called "price"
    And "trader" has the open orders:
      | name | symbol   | side | orderType | price   | quantity | expiresAt                      | clientOrderId |
      | bid  | {market} | buy  | limitGtd  | {price} | {5 size} | number {now + 60 s in seconds} | mine          |

  Rule: the client order id of an ended order is free

    @transition:order/filled/place @clause:PLACEORDERS-ITEM-CLIENTID @assumed @R-24 @R-25
    Scenario: the client order id of a filled order can be used again
      Given "other" fills "{5 size}" of the order "bid" of "trader"
      When "trader" places:
        | symbol   | side | price     | quantity | clientOrderId |
        | {market} | buy  | {far bid} | {size}   | mine          |
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
        | symbol   | side | price     | quantity | clientOrderId |
        | {market} | buy  | {far bid} | {size}   | mine          |
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
      Given "other" fills "{5 size}" of the order "bid" of "trader"
      And "trader" bids for "{size}" of "{market}" inside the spread, low, at "next"
      When "other" places:
        | symbol   | side | orderType | price  | quantity |
        | {market} | sell | limitIoc  | {next} | {size}   |
      Then the response is ok with:
        | statuses[0].filled.avgPrice | {next, entry price} |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status | filledQuantity |
        | <id>    | filled | {size}         |
        | <id>    | placed | 0              |
        | {bid}   | filled | {5 size}       |
        | {bid}   | placed | 0              |

  Rule: an ended order does not expire

    @transition:order/filled/expire @clause:PLACEORDERS-TYPE-LIMITGTD @assumed @R-24 @R-25
    Scenario: a filled order does not expire
      Given "other" fills "{5 size}" of the order "bid" of "trader"
      When 60 s pass
      And "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status | filledQuantity | cancelReason |
        | {bid}   | filled | {5 size}       | <absent>     |
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
