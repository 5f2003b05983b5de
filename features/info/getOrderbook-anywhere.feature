@info @getOrderbook
Feature: getOrderbook shows the book of a market in which others trade as well
  Background:
    Given the world "quiet"

  Rule: each side lists its best price first, and orders at one price form one level

    @clause:GETORDERBOOK @clause:CONV-DECIMAL-STRINGS @assumed
    Scenario Outline: <side> of getOrderbook are sorted, the <first> price first and each price once
      When anyone asks getOrderbook:
        | symbol | {market} |
      Then "<side>" of the response is strictly sorted by "[0]", <first> first

      Examples:
        | side | first   |
        | bids | highest |
        | asks | lowest  |

    @clause:GETORDERBOOK @clause:CONV-DECIMAL-STRINGS @assumed
    Scenario: getOrderbook shows an order inside the spread as a level of its own
      Given "trader" bids for "{3 size}" of "{market}" inside the spread, at "price"
      When anyone asks getOrderbook:
        | symbol | {market} |
        | limit  | number 5 |
      Then "bids" of the response has among others:
        | [0]            | [1]      |
        | {price, price} | {3 size} |

    @clause:GETORDERBOOK @assumed
    Scenario: two orders at one price form one level, and a fill makes it smaller
      Given "trader" offers "{3 size}" of "{market}" inside the spread, at "price"
      And "other" has the open orders:
        | symbol   | side | price   | quantity |
        | {market} | sell | {price} | {2 size} |
      And "maker" has placed:
        | symbol   | side | orderType | price   | quantity |
        | {market} | buy  | limitIoc  | {price} | {size}   |
      When anyone asks getOrderbook:
        | symbol | {market} |
      Then "asks" of the response has among others:
        | [0]            | [1]      |
        | {price, price} | {4 size} |

    @clause:GETORDERBOOK @assumed
    Scenario Outline: getOrderbook with a depth of <limit> shows no more levels than that
      When anyone asks getOrderbook:
        | symbol | {market, in lower case} |
        | limit  | number <limit>          |
      Then "bids" of the response has 1 to <limit> items
      And "asks" of the response has 1 to <limit> items

      Examples:
        | limit |
        | 5     |
        | 10    |
        | 20    |
        | 500   |

    @clause:AGG-ORDERBOOK @clause:AGG-ORDERBOOK-TICKER-ID @clause:SURFACE-AGGREGATOR-GET @clause:AUTH-AGGREGATOR-NONE @rest-only
    Scenario: GET orderbook names the market and the time, and shows sides of five levels at most
      When anyone gets "/info/orderbook?ticker_id={market}&depth=5"
      Then the response is 200 with:
        | ticker_id | {market}  |
        | timestamp | <ms>      |
        | status    | <absent>  |
        | bids[5]   | <absent>  |
        | asks[5]   | <absent>  |
        | bids[0]   | <2 items> |
        | asks[0]   | <2 items> |
