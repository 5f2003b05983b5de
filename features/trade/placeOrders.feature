@trade @placeOrders
Feature: placeOrders puts orders on the book or fills them at once
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And these figures:
      | margin | {mark x size / default leverage} |

  Rule: an order that does not trade rests

    @clause:PLACEORDERS @clause:PLACEORDERS-TYPE-LIMITGTC @clause:PLACEORDERS-STATUS-RESTING
    @clause:PLACEORDERS-STATUS-ORDER @clause:PLACEORDERS-STATUS-ID
    Scenario: a limit order away from the market rests and reserves margin
      When "trader" places:
        | symbol   | side | orderType | price     | quantity |
        | {market} | buy  | limitGtc  | {far bid} | {size}   |
      Then "statuses[0].resting.order.venueId" of the response is called "bid"
      And the response is ok with:
        | statuses            | <1 item>                                                 |
        | statuses[0].resting | {"order":{"venueId":"{bid}","clientId":""},"id":"{bid}"} |
      And these facts changed, and no others:
        | fact          | from | to                                       |
        | order bid     | none | buy {size} at {far bid, price}, filled 0 |
        | trader margin | 0.00 | {margin, 2 decimals}                     |

    @clause:PLACEORDERS-TYPE-LIMITGTD @assumed
    Scenario: a good-till-date order rests and shows its expiry
      When "trader" places:
        | symbol   | side | orderType | price     | quantity | expiresAt                      |
        | {market} | buy  | limitGtd  | {far bid} | {size}   | number {now + 60 s in seconds} |
      Then "statuses[0].resting.id" of the response is called "bid"
      And the response is ok with:
        | statuses[0].resting.expiresAt | number {now + 60 s} |
      And these facts changed, and no others:
        | fact          | from | to                                       |
        | order bid     | none | buy {size} at {far bid, price}, filled 0 |
        | trader margin | 0.00 | {margin, 2 decimals}                     |

  Rule: an order that crosses the spread trades at the resting price

    @clause:PLACEORDERS-STATUS-FILLED @clause:PLACEORDERS-ITEM-SIDE
    Scenario Outline: a <side> that crosses the spread is filled at the price of the resting order
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And the fee rates of "other" are called "their rate" and "their other rate"
      And "other" <rests> "{size}" of "{market}" inside the spread, at "price", as "theirs"
      When "trader" places:
        | symbol   | side   | price   | quantity |
        | {market} | <side> | <limit> | {size}   |
      Then the response is ok with:
        | statuses[0].filled.order.venueId | <id>                 |
        | statuses[0].filled.id            | <id>                 |
        | statuses[0].filled.totalSize     | {size}               |
        | statuses[0].filled.avgPrice      | {price, entry price} |
      And these facts changed, and no others:
        | fact                     | from                                       | to                                                           |
        | trader {settlement}      | 1000000                                    | {1000000 - price x size x taker rate, rounded to 8 decimals} |
        | trader margin            | 0.00                                       | {margin, 2 decimals}                                         |
        | trader position {market} | none                                       | <held> {size} at {price, entry price}                        |
        | other {settlement}       | 1000000                                    | {1000000 - price x size x their rate, rounded to 8 decimals} |
        | other position {market}  | none                                       | <opposite> {size} at {price, entry price}                    |
        | order theirs             | <sides> {size} at {price, price}, filled 0 | none                                                         |

      Examples:
        | side | limit     | rests    | sides | held  | opposite |
        | buy  | {far ask} | offers   | sell  | long  | short    |
        | sell | {far bid} | bids for | buy   | short | long     |

    @clause:PLACEORDERS-STATUS-FILLED @clause:PLACEORDERS-TYPE-LIMITGTC @assumed
    Scenario: the rest of a good-till-cancelled order stays on the book
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And the fee rates of "other" are called "their rate" and "their other rate"
      And "other" offers "{2 size}" of "{market}" inside the spread, at "price", as "theirs"
      When "trader" places:
        | symbol   | side | orderType | price   | quantity | clientOrderId |
        | {market} | buy  | limitGtc  | {price} | {3 size} | sweep         |
      Then "statuses[0].filled.id" of the response is called "bid"
      And the response is ok with:
        | statuses[0].filled.totalSize | {2 size}             |
        | statuses[0].filled.avgPrice  | {price, entry price} |
      And these facts changed, and no others:
        | fact                     | from                                      | to                                                             |
        | trader {settlement}      | 1000000                                   | {1000000 - price x 2 size x taker rate, rounded to 8 decimals} |
        | trader margin            | 0.00                                      | {3 margin, 2 decimals}                                         |
        | trader position {market} | none                                      | long {2 size} at {price, entry price}                          |
        | order bid                | none                                      | buy {3 size} at {price, price}, filled {2 size}                |
        | other {settlement}       | 1000000                                   | {1000000 - price x 2 size x their rate, rounded to 8 decimals} |
        | other position {market}  | none                                      | short {2 size} at {price, entry price}                         |
        | order theirs             | sell {2 size} at {price, price}, filled 0 | none                                                           |

    @clause:PLACEORDERS-TYPE-OTHER @assumed
    Scenario: an immediate-or-cancel order fills what it can and cancels the rest
      Given "other" offers "{size}" of "{market}" inside the spread, at "price"
      And the fee rates of "trader" are called "maker rate" and "taker rate"
      When "trader" places:
        | symbol   | side | orderType | price   | quantity     |
        | {market} | buy  | limitIoc  | {price} | {3 size / 2} |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size}               |
        | statuses[0].filled.avgPrice  | {price, entry price} |
      When "trader" sends getPositions
      Then the response lists:
        | side | quantity | entryPrice           |
        | long | {size}   | {price, entry price} |
      When "trader" sends getOpenOrders
      Then the response lists nothing

    @clause:PLACEORDERS-TYPE-OTHER @assumed
    Scenario: a market order that fills two levels pays their average price
      Given "other" offers "{size}" of "{market}" inside the spread, high, at "upper", as "second"
      And "other" offers "{size}" of "{market}" inside the spread, low, at "lower", as "first"
      And the fee rates of "trader" are called "maker rate" and "taker rate"
      And the fee rates of "other" are called "their rate" and "their other rate"
      When "trader" places:
        | symbol   | side | orderType | quantity |
        | {market} | buy  | market    | {2 size} |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {2 size}                           |
        | statuses[0].filled.avgPrice  | {(lower + upper) / 2, entry price} |
      And these facts changed, and no others:
        | fact                     | from                                    | to                                                                     |
        | trader {settlement}      | 1000000                                 | {1000000 - (lower + upper) x size x taker rate, rounded to 8 decimals} |
        | trader margin            | 0.00                                    | {2 margin, 2 decimals}                                                 |
        | trader position {market} | none                                    | long {2 size} at {(lower + upper) / 2, entry price}                    |
        | other {settlement}       | 1000000                                 | {1000000 - (lower + upper) x size x their rate, rounded to 8 decimals} |
        | other position {market}  | none                                    | short {2 size} at {(lower + upper) / 2, entry price}                   |
        | order first              | sell {size} at {lower, price}, filled 0 | none                                                                   |
        | order second             | sell {size} at {upper, price}, filled 0 | none                                                                   |

    @clause:PLACEORDERS-STATUS-CANCELED @clause:PLACEORDERS-TYPE-OTHER
    Scenario: an immediate-or-cancel order without a counterparty is cancelled
      Given "other" offers "{size}" of "{market}" inside the spread, at "price"
      When "trader" places:
        | symbol   | side | orderType | price          | quantity |
        | {market} | buy  | limitIoc  | {price - tick} | {size}   |
      Then "statuses[0].canceled.id" of the response is called "gone"
      And the response is ok with:
        | statuses | [{"canceled":{"order":{"venueId":"{gone}","clientId":""},"id":"{gone}"}}] |
      And nothing changed

  Rule: each order of a batch has its own result

    @clause:PLACEORDERS-RESP-STATUSES @clause:PLACEORDERS-PARAM-ORDERS @clause:PLACEORDERS-STATUS-OTHER
    Scenario: each order has its own entry in request order, and a rejected one stops no other
      When "trader" places:
        | symbol          | side | orderType | price            | quantity             |
        | {market}        | buy  | limitGtc  | {far bid}        | {size}               |
        | {market}        | buy  | limitGtc  | {far bid}        | {size below minimum} |
        | {second market} | sell | limitGtc  | {second far ask} | {second size}        |
        | {market}        | buy  | limitIoc  | {far bid}        | {size}               |
      Then "statuses[0].resting.id" of the response is called "first"
      And "statuses[2].resting.id" of the response is called "third"
      And the response is ok with:
        | statuses                | <4 items>                                                           |
        | statuses[1]             | {"error":"quantity below minimum","errorCode":"QUANTITY_TOO_SMALL"} |
        | statuses[3].canceled.id | <id>                                                                |
      And these facts changed, and no others:
        | fact          | from | to                                                                         |
        | order first   | none | buy {size} at {far bid, price}, filled 0                                   |
        | order third   | none | sell {second size} at {second far ask, price}, filled 0                    |
        | trader margin | 0.00 | {margin + second mark x second size / second default leverage, 2 decimals} |
