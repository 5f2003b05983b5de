@trade @getTradesForPosition
Feature: getTradesForPosition shows how each trade came about
  Background:
    Given the world "quiet"
    And "trader" has placed:
      | symbol   | side | orderType | price | quantity | postOnly |
      | BTC-USDT | sell | limitAlo  | 95000 | 0.5      | true     |
    And "taker" buys "0.5" BTC-USDT at "95000"

  Rule: flags and roles are those of the order behind the trade

    # 0.1 sold at 95,000 and bought back at 95,010.
    @clause:GETTRADESFORPOSITION-RESP-TRADES @clause:TRADE-FIELD-MAKER @clause:TRADE-FIELD-REDUCEONLY
    @clause:TRADE-FIELD-POSTONLY @clause:TRADE-FIELD-DIRECTION @clause:TRADE-FIELD-ORDERTYPE
    Scenario: getTradesForPosition shows a short opened as maker and bought back as taker
      Given the BTC-USDT position of "trader" is called "position"
      And "trader" has placed:
        | symbol   | side | orderType | quantity | reduceOnly |
        | BTC-USDT | buy  | market    | 0.1      | true       |
      When "trader" sends getTradesForPosition:
        | positionId | {position} |
      Then "trades" of the response lists:
        | orderType | side | direction   | price | quantity | maker | reduceOnly | postOnly | realizedPnl |
        | market    | buy  | close short | 95010 | 0.1      | false | true       | false    | -1          |
        | limit     | sell | open short  | 95000 | 0.5      | true  | false      | true     | 0           |

  Rule: an order that trades through zero has one leg for each position

    # 0.5 bought back 10 above, and 0.3 on top; 0.05 % of 47,505 and of 28,503.
    @clause:ORDER-FIELD-LEGS @clause:LEG-FIELD-DIRECTION @clause:LEG-FIELD-CLOSED-PNL @clause:LEG-FIELD-FEE
    Scenario: getOrderHistory shows two legs of an order that turns a short into a long
      Given "trader" buys "0.8" BTC-USDT at "95010"
      When "trader" sends getOrderHistory:
        | side   | buy        |
        | status | ["filled"] |
      Then "[0].legs" of the response lists:
        | leg_type | direction   | quantity | fee     | closed_pnl | entry_price |
        | close    | close short | 0.5      | 23.7525 | -5         | 95000.00    |
        | open     | open long   | 0.3      | 14.2515 | <absent>   | 95010.00    |
