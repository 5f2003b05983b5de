@trade @getTrades @fees
Feature: a trade pays the rate of its role, and its fee is rounded at the eighth decimal
  # At a rate of 0.0005 every second price in ticks leaves half a unit beyond the eighth decimal for an odd number of lots, and for one of
  # two odd numbers that half is rounded up: so two neighbouring prices and two odd numbers of lots show how fees are rounded.
  Background:
    Given the world "quiet"
    And the price low in the spread of "{market}" is called "price"
    And the fee rates of "trader" are called "maker rate" and "taker rate"

  Rule: a fee is rounded to the nearest unit

    @clause:TRADE-FIELD-FEE @assumed
    Scenario: getTrades shows fees of odd lots at neighbouring prices, rounded half to even
      Given "other" has the open orders:
        | symbol   | side | price          | quantity        |
        | {market} | sell | {price}        | {size + lot}    |
        | {market} | sell | {price}        | {size + 3 lots} |
        | {market} | sell | {price + tick} | {size + lot}    |
        | {market} | sell | {price + tick} | {size + 3 lots} |
      And "trader" has placed:
        | symbol   | side | orderType | price          | quantity          |
        | {market} | buy  | limitIoc  | {price + tick} | {4 size + 8 lots} |
      When "trader" sends getTrades:
        | limit | number 4 |
      Then "trades" of the response lists:
        | price                 | quantity        | fee                                                                    |
        | {price + tick, price} | {size + 3 lots} | {(price + tick) x (size + 3 lots) x taker rate, rounded to 8 decimals} |
        | {price + tick, price} | {size + lot}    | {(price + tick) x (size + lot) x taker rate, rounded to 8 decimals}    |
        | {price, price}        | {size + 3 lots} | {price x (size + 3 lots) x taker rate, rounded to 8 decimals}          |
        | {price, price}        | {size + lot}    | {price x (size + lot) x taker rate, rounded to 8 decimals}             |

    @getOrderHistory @clause:LEG-FIELD-FEE @assumed
    Scenario: getOrderHistory shows fees of two odd legs that sum up to the fee of their trade
      Given "other" has the open orders:
        | name | symbol   | side | price          | quantity          |
        | bid  | {market} | buy  | {price}        | {2 size + 2 lots} |
        | ask  | {market} | sell | {price + tick} | {3 size + 3 lots} |
      And "trader" fills "{size + lot}" of the order "ask" of "other"
      And "trader" fills "{2 size + 2 lots}" of the order "bid" of "other"
      And "trader" fills "{2 size + 2 lots}" of the order "ask" of "other"
      And these figures:
        | low all    | {price x (2 size + 2 lots) x taker rate, rounded to 8 decimals}          |
        | low close  | {price x (size + lot) x taker rate, rounded to 8 decimals}               |
        | high all   | {(price + tick) x (2 size + 2 lots) x taker rate, rounded to 8 decimals} |
        | high close | {(price + tick) x (size + lot) x taker rate, rounded to 8 decimals}      |
      When "trader" sends getOrderHistory:
        | status | ["filled"] |
        | limit  | number 2   |
      Then "[0].legs" of the response lists:
        | leg_type | quantity     | fee                     |
        | close    | {size + lot} | {high close}            |
        | open     | {size + lot} | {high all - high close} |
      And "[1].legs" of the response lists:
        | leg_type | quantity     | fee                   |
        | close    | {size + lot} | {low close}           |
        | open     | {size + lot} | {low all - low close} |

  Rule: an order that has taken and then rests is a maker from then on

    @clause:TRADE-FIELD-FEERATE @clause:TRADE-FIELD-MAKER @assumed
    Scenario: getTrades shows the taker rate for what an order takes, and the maker rate for what meets it later
      Given "other" has the open orders:
        | symbol   | side | price   | quantity |
        | {market} | sell | {price} | {size}   |
      And "trader" has placed:
        | symbol   | side | price   | quantity |
        | {market} | buy  | {price} | {2 size} |
      And "other" has placed:
        | symbol   | side | orderType | price   | quantity |
        | {market} | sell | limitIoc  | {price} | {size}   |
      When "trader" sends getTrades:
        | limit | number 2 |
      Then "trades" of the response lists:
        | quantity | maker | feeRate      | fee                                                |
        | {size}   | true  | {maker rate} | {price x size x maker rate, rounded to 8 decimals} |
        | {size}   | false | {taker rate} | {price x size x taker rate, rounded to 8 decimals} |
