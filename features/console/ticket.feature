@console
Feature: The order ticket of the console places every type of order
  Background:
    Given an exchange
    And the user is signed in with account 0
    And the user opens the page "Market"

  Scenario Outline: A limit order takes the time in force <time>
    When the user selects "<time>" as "Time in force"
    And the user enters "<price>" as "Price"
    And the user enters "0.2" as "Quantity, BTC"
    And the user chooses "Buy BTC-USDT"
    Then the panel "Order" shows "<outcome>"
    When the user opens the tab "Requests"
    Then the panel "Signed requests" shows "<type>"

    Examples:
      | time | price | outcome          | type     |
      | GTC  | 94995 | Placed           | limitGtc |
      | IOC  | 95020 | Filled at 95,010 | limitIoc |
      | GTD  | 94995 | Placed           | limitGtd |
      | ALO  | 94995 | Placed           | limitAlo |

  @phone
  Scenario: A market order shows its preview, fills, and draws its position on the chart
    When the user chooses "Sell / short"
    And the user enters "50000" as "Price"
    And the user chooses "Market" in the panel "Order"
    And the user enters "15" as "Quantity, BTC"
    Then the panel "Order" shows:
      | Value        |
      | 1,424,850.00 |
      | Fee as taker |
      | Liquidation  |
    When the user chooses "Sell BTC-USDT"
    Then the field "Quantity, BTC" is wrong because of "quantity"
    When the user enters "10" as "Quantity, BTC"
    And the user chooses "Sell BTC-USDT"
    Then the panel "Order" shows "Filled at"
    And the chart of "BTC-USDT" has a line of the liquidation price
    When the user opens the page "Account"
    Then the margin ratio is between 0 and 99 percent

  Scenario Outline: A conditional order of type <kind> waits for its trigger
    When the user chooses "Sell / short"
    And the user chooses "<kind>" in the panel "Order"
    And the user enters "<trigger>" as "Trigger price"
    And the user enters "0.2" as "Quantity, BTC"
    And the user chooses "Sell BTC-USDT"
    Then the panel "Order" shows "Placed"
    And account 0 has the open orders:
      | triggerPrice | quantity | type   |
      | <trigger>    | 0.2      | <type> |
    When the user opens the tab "Conditionals"
    Then the panel "Conditional orders" shows "<shown>"

    Examples:
      | kind        | trigger | shown  | type        |
      | Stop        | 90000   | 90,000 | STOP_LOSS   |
      | Take profit | 99000   | 99,000 | TAKE_PROFIT |

  Scenario: A stop without a position is an entry, and the ticket says so before it is placed
    When the user chooses "Stop" in the panel "Order"
    Then the panel "Order" shows "When it fires it may open or enlarge a position."
    When the user chooses "Reduce-only"
    Then the panel "Order" shows "When it fires it only closes a position."
    When the user chooses "Reduce-only"
    And the user enters "95500" as "Trigger price"
    And the user enters "0.2" as "Quantity, BTC"
    And the user chooses "Buy BTC-USDT"
    Then the panel "Order" shows "Placed"
    Given the index of "BTC-USDT" goes to "95500"
    When the user opens the page "Account"
    Then the panel "Positions" shows "BTC-USDT"

  Scenario: A conditional order can fire a limit order
    When the user chooses "Stop" in the panel "Order"
    And the user chooses "Fires a market order"
    And the user enters "99000" as "Trigger price"
    And the user enters "99100" as "Price"
    And the user enters "0.2" as "Quantity, BTC"
    And the user chooses "Buy BTC-USDT"
    Then account 0 has the open orders:
      | triggerPrice | price |
      | 99000        | 99100 |

  Scenario: A TWAP shows how far it has come
    When the user chooses "TWAP" in the panel "Order"
    And the user enters "1" as "Quantity, BTC"
    And the user chooses "Buy BTC-USDT"
    Then the panel "Order" shows "Placed"
    When the exchange has advanced by 2 minutes
    And the user opens the tab "TWAP"
    Then the panel "TWAP orders" shows "5 of 20 orders, average 95,010"
    And the panel "TWAP orders" shows "8:00 left"

  @phone
  Scenario: A take profit and a stop loss are placed with the order that they close
    When the user chooses "Market" in the panel "Order"
    And the user enters "0.5" as "Quantity, BTC"
    And the user enters "99000" as "Take profit"
    And the user enters "90000" as "Stop loss"
    And the user chooses "Buy BTC-USDT"
    Then account 0 has the open orders:
      | triggerPrice | side | quantity | type        |
      | 90000        | sell | 0.5      | STOP_LOSS   |
      | 99000        | sell | 0.5      | TAKE_PROFIT |
    When the user opens the tab "Requests"
    Then the panel "Signed requests" shows "normalTpsl"

  @phone
  Scenario: The book, the slider and the quote asset fill the ticket
    When the user takes the price 95,030 from the book
    Then the field "Price" holds "95030"
    When the user chooses the button "Bid as price"
    Then the field "Price" holds "94990"
    When the user enters "50" as "Share of the most that the account can pay for"
    # Half of the most that a limit order may have, 100 BTC: the account could pay for more.
    Then the field "Quantity, BTC" holds "50"
    When the user chooses "USDT" in the panel "Order"
    And the user enters "9499" as "Quantity, USDT"
    And the user chooses "Buy BTC-USDT"
    Then account 0 has the open orders:
      | side | price | quantity |
      | buy  | 94990 | 0.1      |

  Scenario: A leverage that the market does not have is refused beside its field
    When the user enters "7" as "Leverage"
    And the user presses "Tab"
    And the user opens the tab "Requests"
    Then the panel "Signed requests" shows "updateLeverage"
    When the user enters "5000" as "Leverage"
    And the user presses "Tab"
    Then the panel "Order" shows "leverage"
    And the field "Leverage" is wrong because of "leverage"

  @phone
  Scenario: Every action shows the signed request that it sent, in three languages
    Given account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 0.2      |
    When the user opens the tab "Orders"
    And the user cancels the only order
    And the user opens the tab "Requests"
    Then the panel "Signed requests" shows "cancelOrders"
    When the user opens the signed request of "cancelOrders"
    Then the code that is shown contains "curl -s"
    And the code that is shown contains "signature"
    When the user chooses "TypeScript" in the panel "Signed requests"
    Then the code that is shown contains "await client.raw('cancelOrders'"
    When the user chooses "Python" in the panel "Signed requests"
    Then the code that is shown contains "client.write(\"cancelOrders\", orderIds="
    And axe finds nothing serious

  @phone
  Scenario: A position takes a take profit and a stop loss of its own
    Given account 0 has placed:
      | side | orderType | quantity |
      | buy  | market    | 0.5      |
    When the user opens the page "Account"
    And the user chooses "TP/SL of BTC-USDT"
    And the user enters "99000" as "Take profit at"
    And the user enters "-5" as "Stop loss at"
    And the user presses "Enter"
    Then the field "Stop loss at" is wrong because of "triggerPrice is negative"
    And account 0 has no open order
    And axe finds nothing serious
    When the user enters "90000" as "Stop loss at"
    And the user opens the request as code
    Then the panel "Positions" shows "positionTpsl"
    When the user chooses "Place TP/SL"
    Then the panel "Positions" shows "Take profit placed, Stop loss placed"
    And account 0 has the open orders:
      | triggerPrice | side | type        |
      | 90000        | sell | STOP_LOSS   |
      | 99000        | sell | TAKE_PROFIT |
    And the panel "Open orders" shows "closes the position"
    And the panel "Signed requests" shows "positionTpsl"
    When the user presses "Escape"
    Then the control "TP/SL of BTC-USDT" has the focus

  Scenario: Several exits close a part of the position each
    When the user enters "94995" as "Price"
    And the user enters "0.5" as "Quantity, BTC"
    And the user enters "97000" as "Take profit"
    And the user chooses "Add an exit for a part"
    And the user enters "0.2" as "Quantity of exit 1"
    And the user enters "99000" as "Take profit 2 at"
    And the user enters "91000" as "Stop loss 2 at"
    And the user enters "0" as "Quantity of exit 2"
    And the user chooses "Buy BTC-USDT"
    Then the field "Quantity of exit 2" is wrong because of "quantity is zero"
    And account 0 has no open order
    And axe finds nothing serious
    When the user enters "0.3" as "Quantity of exit 2"
    And the user chooses "Buy BTC-USDT"
    Then account 0 has the open orders:
      | price | triggerPrice | side | quantity | type        |
      |       | 91000        | sell | 0.3      | STOP_LOSS   |
      |       | 99000        | sell | 0.3      | TAKE_PROFIT |
      |       | 97000        | sell | 0.2      | TAKE_PROFIT |
      | 94995 |              | buy  | 0.5      | LIMIT       |
    When the user opens the tab "Requests"
    Then the panel "Signed requests" shows "multipleTpsl"

  @phone
  Scenario: An isolated order takes margin and leverage of its own
    When the user chooses "Market" in the panel "Order"
    And the user enters "0.1" as "Quantity, BTC"
    And the user chooses "Isolated margin"
    And the user enters "20" as "Leverage"
    And the user chooses "Buy BTC-USDT"
    Then the field "Isolated margin, USDT" is wrong because of "isolatedMargin"
    When the user enters "500" as "Isolated margin, USDT"
    Then the panel "Order" shows:
      | Margin     |
      | 475.05     |
      | 90,510     |
    When the user chooses "Buy BTC-USDT"
    Then the panel "Order" shows "Filled at"
    And the panel "Positions" lists:
      | Market   | Side | Quantity | Liquidation | Margin |
      | BTC-USDT | long | 0.10000  | 90,510      | 495.25 |
    When the user opens the tab "Requests"
    Then the panel "Signed requests" shows "placeIsolatedOrder"
