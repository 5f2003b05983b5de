@trade @cancelOrders
Feature: cancelOrders cancels resting orders one by one
  Background:
    Given the world "quiet"
    And these figures:
      | bid margin | {mark x size / default leverage}                      |
      | ask margin | {second mark x second size / second default leverage} |
    And "trader" has the open orders:
      | name | symbol          | side | price            | quantity      | clientOrderId |
      | bid  | {market}        | buy  | {far bid}        | {size}        | mine          |
      | ask  | {second market} | sell | {second far ask} | {second size} |               |

  Rule: an order is cancelled by either of its ids, and its margin is released

    @clause:CANCELORDERS @clause:CANCELORDERS-RESP-CANCELED @clause:STATE-ORDER-CANCEL-ONE
    @clause:STATE-ORDER-CANCEL-MARGIN-RELEASED
    Scenario: cancelOrders cancels an open order and releases its margin
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then the response is ok with:
        | statuses | [{"canceled":{"order":{"venueId":"{bid}","clientId":"mine"},"id":"{bid}"}}] |
      And these facts changed, and no others:
        | fact          | from                                     | to                       |
        | order bid     | buy {size} at {far bid, price}, filled 0 | none                     |
        | trader margin | {bid margin + ask margin, 2 decimals}    | {ask margin, 2 decimals} |

    @clause:CANCELORDERS @assumed
    Scenario: cancelOrders cancels an order by its client order id
      When "trader" sends cancelOrders:
        | clientOrderIds | ["mine"] |
      Then the response is ok with:
        | statuses                           | <1 item> |
        | statuses[0].canceled.order.venueId | {bid}    |
        | statuses[0].canceled.id            | {bid}    |
      And these facts changed, and no others:
        | fact          | from                                     | to                       |
        | order bid     | buy {size} at {far bid, price}, filled 0 | none                     |
        | trader margin | {bid margin + ask margin, 2 decimals}    | {ask margin, 2 decimals} |

    @clause:CANCELORDERS-RESP-CANCELED @clause:ERR-ORDER-NOT-FOUND @assumed
    Scenario: cancelOrders handles each id on its own, so an unknown id stops no other
      When "trader" sends cancelOrders:
        | orderIds | ["{ask}", "999", "{bid}"] |
      Then item 1 is refused with ORDER_NOT_FOUND "order not found"
      And the response is ok with:
        | statuses                  | <3 items> |
        | statuses[0].canceled.id   | {ask}     |
        | statuses[1].order.venueId | 999       |
        | statuses[2].canceled.id   | {bid}     |
      And these facts changed, and no others:
        | fact          | from                                                    | to   |
        | order ask     | sell {second size} at {second far ask, price}, filled 0 | none |
        | order bid     | buy {size} at {far bid, price}, filled 0                | none |
        | trader margin | {bid margin + ask margin, 2 decimals}                   | 0.00 |

    @clause:CANCELORDERS @clause:STATE-ORDER-CANCEL-ONE
    Scenario: a cancelled order leaves the book
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {ask}   |

  Rule: the filled part of an order stays filled

    @clause:CANCELORDERS @clause:STATE-ORDER-CANCEL-ONE
    Scenario: cancelOrders cancels only the rest of a partially filled order
      Given "trader" bids for "{4 size}" of "{market}" inside the spread, at "price", as "best"
      And "other" has placed:
        | symbol   | side | orderType | price   | quantity |
        | {market} | sell | limitIoc  | {price} | {size}   |
      When "trader" sends cancelOrders:
        | orderIds | ["{best}"] |
      Then the response is ok with:
        | statuses[0].canceled.id | {best} |
      And these facts changed, and no others:
        | fact          | from                                          | to                                      |
        | order best    | buy {4 size} at {price, price}, filled {size} | none                                    |
        | trader margin | {5 bid margin + ask margin, 2 decimals}       | {2 bid margin + ask margin, 2 decimals} |
