@trade @getTradesForPosition
Feature: getTradesForPosition shows how each trade came about
  Background:
    Given the world "quiet"
    And "trader" offers "{2 size}" of "{market}" inside the spread, post-only, low, at "entry", as "ask"
    And "taker" fills "{2 size}" of the order "ask" of "trader"

  Rule: flags and roles are those of the order behind the trade

    @clause:GETTRADESFORPOSITION-RESP-TRADES @clause:TRADE-FIELD-MAKER @clause:TRADE-FIELD-REDUCEONLY
    @clause:TRADE-FIELD-POSTONLY @clause:TRADE-FIELD-DIRECTION @clause:TRADE-FIELD-ORDERTYPE
    Scenario: getTradesForPosition shows a short opened as maker and bought back as taker
      Given the {market} position of "trader" is called "position"
      And "taker" offers "{size}" of "{market}" inside the spread, high, at "exit"
      And "trader" has placed:
        | symbol   | side | orderType | quantity | reduceOnly |
        | {market} | buy  | market    | {size}   | true       |
      When "trader" sends getTradesForPosition:
        | positionId | {position} |
      Then "trades" of the response lists:
        | orderType | side | direction   | price          | quantity | maker | reduceOnly | postOnly | realizedPnl             |
        | market    | buy  | close short | {exit, price}  | {size}   | false | true       | false    | {(entry - exit) x size} |
        | limit     | sell | open short  | {entry, price} | {2 size} | true  | false      | true     | 0                       |

  Rule: an order that trades through zero has one leg for each position

    @clause:ORDER-FIELD-LEGS @clause:LEG-FIELD-DIRECTION @clause:LEG-FIELD-CLOSED-PNL @clause:LEG-FIELD-FEE
    Scenario: getOrderHistory shows two legs of an order that turns a short into a long
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And "trader" buys "{3 size}" of "{market}" from "taker", high in the spread, at "exit"
      And these figures:
        | fee       | {exit x 3 size x taker rate, rounded to 8 decimals} |
        | close fee | {exit x 2 size x taker rate, rounded to 8 decimals} |
      When "trader" sends getOrderHistory:
        | side   | buy        |
        | status | ["filled"] |
      Then "[0].legs" of the response lists:
        | leg_type | direction   | quantity | fee               | closed_pnl                | entry_price          |
        | close    | close short | {2 size} | {close fee}       | {(entry - exit) x 2 size} | {entry, entry price} |
        | open     | open long   | {size}   | {fee - close fee} | <absent>                  | {exit, entry price}  |

    # Odd lots, so that the fee of one leg alone can end between two of eight decimals.
    @clause:LEG-FIELD-FEE @clause:TRADE-FIELD-FEE
    Scenario: the fees of two legs of odd lots sum up to the fee of their trade
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And "trader" buys "{size + lot}" of "{market}" from "taker"
      And "trader" buys "{2 size}" of "{market}" from "taker", high in the spread, at "exit"
      And these figures:
        | fee       | {exit x 2 size x taker rate, rounded to 8 decimals}       |
        | close fee | {exit x (size - lot) x taker rate, rounded to 8 decimals} |
      When "trader" sends getOrderHistory:
        | side   | buy        |
        | status | ["filled"] |
        | limit  | number 1   |
      Then "[0].legs" of the response lists:
        | leg_type | quantity     | fee               |
        | close    | {size - lot} | {close fee}       |
        | open     | {size + lot} | {fee - close fee} |
      When "trader" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | quantity | fee   |
        | {2 size} | {fee} |
