@trade @lifecycle
Feature: conditional orders fire in order of age, for the filled quantity, and in open markets only
  Background:
    Given the world "bare"

  Rule: of equal triggers the older order fires first

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-25
    Scenario: of two stops with one trigger the one placed first takes the better price
      Given "trader" is long "0.2" BTC-USDT at "95000" against "other"
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94400 | 0.1      |
        | BTC-USDT | buy  | 94300 | 0.1      |
      And "trader" has the open orders:
        | name   | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | first  | BTC-USDT | sell | triggerSl | 94500        | true            | 0.1      |
        | second | BTC-USDT | sell | triggerSl | 94500        | true            | 0.1      |
      When the index of "BTC-USDT" moves to "94500"
      And "trader" sends getOrderHistory:
        | status | ["filled"]  |
        | type   | STOP_LOSS   |
      Then the response lists:
        | orderId  | filledPrice |
        | {second} | 94300.00    |
        | {first}  | 94400.00    |

  Rule: a child covers what its main order has filled, not the rest of the position

    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed
    Scenario: a stop of a main order that filled a tenth sells a tenth of a larger position
      Given "trader" is long "0.2" BTC-USDT at "95000" against "other"
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94400 | 1        |
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | buy  | limitGtc  | 95000 |              |                 | 0.3      |
        | BTC-USDT | sell | triggerSl |       | 94500        | true            | 0.3      |
      Then "statuses[0].resting.id" of the response is called "main"
      Given "other" sells "0.1" BTC-USDT at "95000"
      And "trader" has sent cancelOrders:
        | orderIds | ["{main}"] |
      When the index of "BTC-USDT" moves to "94500"
      And "trader" sends getPositions
      Then the response lists:
        | side | quantity |
        | long | 0.2      |

  Rule: a closed market fires no order until it opens

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed
    Scenario: a stop whose trigger was reached in a closed market fires after the market opens
      Given "trader" is long "0.2" BTC-USDT at "95000" against "other"
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94400 | 0.2      |
      And "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | stop | BTC-USDT | sell | triggerSl | 94500        | true            | 0.2      |
      And market "BTC-USDT" is closed
      When the index of "BTC-USDT" moves to "94500"
      And "trader" sends getPositions
      Then the response lists:
        | quantity |
        | 0.2      |
      Given market "BTC-USDT" is open
      And the index of "BTC-USDT" is "94499"
      When "trader" sends getPositions
      Then the response lists nothing
