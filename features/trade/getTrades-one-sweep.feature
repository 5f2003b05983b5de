@trade @getTrades
Feature: an order that meets twelve resting orders has twelve executions in every list
  # All of them in one moment, and each of another size, so that a list shows which is which. A wallet of the lowest tier may have ten
  # orders in a market, so two wallets have them.
  Background:
    Given the world "quiet"
    And the price midway in the spread of "{market}" is called "middle"
    And "other" has the open orders:
      | symbol   | side | price    | quantity             |
      | {market} | sell | {middle} | {size / 5 + lot}     |
      | {market} | sell | {middle} | {size / 5 + 2 lots}  |
      | {market} | sell | {middle} | {size / 5 + 3 lots}  |
      | {market} | sell | {middle} | {size / 5 + 4 lots}  |
      | {market} | sell | {middle} | {size / 5 + 5 lots}  |
      | {market} | sell | {middle} | {size / 5 + 6 lots}  |

  Rule: executions of one moment are listed from the last to the first

    @clause:GETTRADES-ORDERING @assumed
    Scenario: getTrades lists twelve trades of one moment, the last fill first
      Given "third" has the open orders:
        | symbol   | side | price    | quantity             |
        | {market} | sell | {middle} | {size / 5 + 7 lots}  |
        | {market} | sell | {middle} | {size / 5 + 8 lots}  |
        | {market} | sell | {middle} | {size / 5 + 9 lots}  |
        | {market} | sell | {middle} | {size / 5 + 10 lots} |
        | {market} | sell | {middle} | {size / 5 + 11 lots} |
        | {market} | sell | {middle} | {size / 5 + 12 lots} |
      And "trader" has placed:
        | symbol   | side | orderType | price    | quantity                  |
        | {market} | buy  | limitIoc  | {middle} | {12 x size / 5 + 78 lots} |
      When "trader" sends getTrades:
        | limit | number 12 |
      Then "trades" of the response lists:
        | symbol   | side | price           | quantity             |
        | {market} | buy  | {middle, price} | {size / 5 + 12 lots} |
        | {market} | buy  | {middle, price} | {size / 5 + 11 lots} |
        | {market} | buy  | {middle, price} | {size / 5 + 10 lots} |
        | {market} | buy  | {middle, price} | {size / 5 + 9 lots}  |
        | {market} | buy  | {middle, price} | {size / 5 + 8 lots}  |
        | {market} | buy  | {middle, price} | {size / 5 + 7 lots}  |
        | {market} | buy  | {middle, price} | {size / 5 + 6 lots}  |
        | {market} | buy  | {middle, price} | {size / 5 + 5 lots}  |
        | {market} | buy  | {middle, price} | {size / 5 + 4 lots}  |
        | {market} | buy  | {middle, price} | {size / 5 + 3 lots}  |
        | {market} | buy  | {middle, price} | {size / 5 + 2 lots}  |
        | {market} | buy  | {middle, price} | {size / 5 + lot}     |

  Rule: no execution is left out

    @getLastTrades @clause:GETLASTTRADES @clause:PUBTRADE-FIELD-TRADEID @assumed
    Scenario: getLastTrades lists each of twelve executions of one order
      Given "third" has the open orders:
        | symbol   | side | price    | quantity             |
        | {market} | sell | {middle} | {size / 5 + 7 lots}  |
        | {market} | sell | {middle} | {size / 5 + 8 lots}  |
        | {market} | sell | {middle} | {size / 5 + 9 lots}  |
        | {market} | sell | {middle} | {size / 5 + 10 lots} |
        | {market} | sell | {middle} | {size / 5 + 11 lots} |
        | {market} | sell | {middle} | {size / 5 + 12 lots} |
      And "trader" has placed:
        | symbol   | side | orderType | price    | quantity                  |
        | {market} | buy  | limitIoc  | {middle} | {12 x size / 5 + 78 lots} |
      When anyone asks getLastTrades:
        | symbol | {market}   |
        | limit  | number 100 |
      Then "trades" of the response has among others:
        | tradeId | side | price           | quantity             |
        | <id>    | buy  | {middle, price} | {size / 5 + lot}     |
        | <id>    | buy  | {middle, price} | {size / 5 + 2 lots}  |
        | <id>    | buy  | {middle, price} | {size / 5 + 3 lots}  |
        | <id>    | buy  | {middle, price} | {size / 5 + 4 lots}  |
        | <id>    | buy  | {middle, price} | {size / 5 + 5 lots}  |
        | <id>    | buy  | {middle, price} | {size / 5 + 6 lots}  |
        | <id>    | buy  | {middle, price} | {size / 5 + 7 lots}  |
        | <id>    | buy  | {middle, price} | {size / 5 + 8 lots}  |
        | <id>    | buy  | {middle, price} | {size / 5 + 9 lots}  |
        | <id>    | buy  | {middle, price} | {size / 5 + 10 lots} |
        | <id>    | buy  | {middle, price} | {size / 5 + 11 lots} |
        | <id>    | buy  | {middle, price} | {size / 5 + 12 lots} |

    @getOrderHistory @clause:GETORDERHISTORY-ROWS-PER-ORDER @assumed
    Scenario: getOrderHistory lists a row for each of twelve fills of one order
      Given "third" has the open orders:
        | symbol   | side | price    | quantity             |
        | {market} | sell | {middle} | {size / 5 + 7 lots}  |
        | {market} | sell | {middle} | {size / 5 + 8 lots}  |
        | {market} | sell | {middle} | {size / 5 + 9 lots}  |
        | {market} | sell | {middle} | {size / 5 + 10 lots} |
        | {market} | sell | {middle} | {size / 5 + 11 lots} |
        | {market} | sell | {middle} | {size / 5 + 12 lots} |
      And "trader" has placed:
        | symbol   | side | orderType | price    | quantity                  |
        | {market} | buy  | limitIoc  | {middle} | {12 x size / 5 + 78 lots} |
      When "trader" sends getOrderHistory:
        | side  | buy        |
        | limit | number 100 |
      Then the response is ok with:
        | .           | <13 items>                |
        | [0].status  | filled                    |
        | [1].status  | partially filled          |
        | [11].status | partially filled          |
        | [12].status | placed                    |
