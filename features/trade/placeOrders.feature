@trade @placeOrders
Feature: placeOrders puts orders on the book or fills them at once
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: an order that does not trade rests

    @clause:PLACEORDERS @clause:PLACEORDERS-TYPE-LIMITGTC @clause:PLACEORDERS-STATUS-RESTING
    @clause:PLACEORDERS-STATUS-ORDER @clause:PLACEORDERS-STATUS-ID
    Scenario: a limit order away from the market rests and reserves margin
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 94000 | 0.1      |
      Then "statuses[0].resting.order.venueId" of the response is called "bid"
      And the response is ok with:
        | statuses            | <1 item> |
        | statuses[0].resting | {"order":{"venueId":"{bid}","clientId":""},"id":"{bid}"} |
      And these facts changed, and no others:
        | fact          | from | to                         |
        | order bid     | none | buy 0.1 at 94000, filled 0 |
        | trader margin | 0.00 | 950.00                     |

    @clause:PLACEORDERS-TYPE-LIMITGTD @assumed
    Scenario: a good-till-date order rests and shows its expiry
      When "trader" places:
        | symbol   | side | orderType | price | quantity | expiresAt                         |
        | BTC-USDT | buy  | limitGtd  | 94000 | 0.1      | number {now + 60 s in seconds} |
      Then "statuses[0].resting.id" of the response is called "bid"
      And the response is ok with:
        | statuses[0].resting.expiresAt | number {now + 60 s} |
      And these facts changed, and no others:
        | fact          | from | to                         |
        | order bid     | none | buy 0.1 at 94000, filled 0 |
        | trader margin | 0.00 | 950.00                     |

  Rule: an order that crosses the spread trades at the resting price

    @clause:PLACEORDERS-STATUS-FILLED @clause:PLACEORDERS-ITEM-SIDE
    Scenario Outline: a <side> that crosses the spread is filled at the price of the resting order
      When "trader" places:
        | symbol   | side   | price   | quantity |
        | BTC-USDT | <side> | <limit> | 0.1      |
      Then the response is ok with:
        | statuses[0].filled.order.venueId | <id>    |
        | statuses[0].filled.id            | <id>    |
        | statuses[0].filled.totalSize     | 0.1     |
        | statuses[0].filled.avgPrice      | <price> |
      And these facts changed, and no others:
        | fact                     | from    | to                       |
        | trader USDT              | 1000000 | <balance>                |
        | trader margin            | 0.00    | 950.00                   |
        | trader position BTC-USDT | none    | <held> 0.1 at <price> |

      Examples:
        | side | limit | price    | held  | balance     |
        | buy  | 95100 | 95010.00 | long  | 999995.2495 |
        | sell | 94900 | 94990.00 | short | 999995.2505 |

    @clause:PLACEORDERS-STATUS-FILLED @clause:PLACEORDERS-TYPE-LIMITGTC @assumed
    Scenario: the rest of a good-till-cancelled order stays on the book
      When "trader" places:
        | symbol   | side | orderType | price | quantity | clientOrderId |
        | BTC-USDT | buy  | limitGtc  | 95010 | 1.5      | sweep         |
      Then "statuses[0].filled.id" of the response is called "bid"
      And the response is ok with:
        | statuses[0].filled.totalSize | 1        |
        | statuses[0].filled.avgPrice  | 95010.00 |
      And these facts changed, and no others:
        | fact                     | from    | to                         |
        | trader USDT              | 1000000 | 999952.495                 |
        | trader margin            | 0.00    | 14250.00                   |
        | trader position BTC-USDT | none    | long 1 at 95010.00         |
        | order bid                | none    | buy 1.5 at 95010, filled 1 |

    @clause:PLACEORDERS-TYPE-OTHER @assumed
    Scenario Outline: a <orderType> order fills what it can and cancels the rest
      When "trader" places:
        | symbol   | side | orderType   | price   | quantity   |
        | BTC-USDT | buy  | <orderType> | <limit> | <quantity> |
      Then the response is ok with:
        | statuses[0].filled.totalSize | <filled>  |
        | statuses[0].filled.avgPrice  | <average> |
      And these facts changed, and no others:
        | fact                     | from    | to                           |
        | trader USDT              | 1000000 | <balance>                    |
        | trader margin            | 0.00    | <margin>                     |
        | trader position BTC-USDT | none    | long <filled> at <average> |

      Examples:
        | orderType | limit | quantity | filled | average  | balance    | margin   |
        | limitIoc  | 95010 | 1.5      | 1      | 95010.00 | 999952.495 | 9500.00  |
        | market    |       | 2        | 2      | 95015.00 | 999904.985 | 19000.00 |

    @clause:PLACEORDERS-STATUS-CANCELED @clause:PLACEORDERS-TYPE-OTHER
    Scenario: an immediate-or-cancel order without a counterparty is cancelled
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitIoc  | 95009 | 0.1      |
      Then "statuses[0].canceled.id" of the response is called "gone"
      And the response is ok with:
        | statuses | [{"canceled":{"order":{"venueId":"{gone}","clientId":""},"id":"{gone}"}}] |
      And nothing changed

  Rule: each order of a batch has its own result

    @clause:PLACEORDERS-RESP-STATUSES @clause:PLACEORDERS-PARAM-ORDERS @clause:PLACEORDERS-STATUS-OTHER
    Scenario: each order has its own entry in request order, and a rejected one stops no other
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 94000 | 0.1      |
        | BTC-USDT | buy  | limitGtc  | 94000 | 0.0001   |
        | ETH-USDT | sell | limitGtc  | 3400  | 1        |
        | BTC-USDT | buy  | limitIoc  | 94000 | 0.1      |
      Then "statuses[0].resting.id" of the response is called "first"
      And "statuses[2].resting.id" of the response is called "third"
      And the response is ok with:
        | statuses                | <4 items>                                                              |
        | statuses[1]             | {"error":"quantity below minimum","errorCode":"QUANTITY_TOO_SMALL"} |
        | statuses[3].canceled.id | <id>                                                                   |
      And these facts changed, and no others:
        | fact          | from | to                         |
        | order first   | none | buy 0.1 at 94000, filled 0 |
        | order third   | none | sell 1 at 3400.0, filled 0 |
        | trader margin | 0.00 | 1280.00                    |
