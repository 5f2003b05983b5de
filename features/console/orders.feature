@console
Feature: A user of the console places, modifies and cancels orders
  Background:
    Given an exchange
    And the user is signed in with account 0

  @phone
  Scenario: An order that is placed with the ticket rests among the open orders
    When the user opens the page "Market"
    And the user enters "94995" as "Price"
    And the user enters "0.2" as "Quantity, BTC"
    And the user chooses "Buy BTC-USDT"
    Then the panel "Order" shows "Placed"
    When the user opens the tab "Orders"
    Then the panel "Open orders" lists:
      | Market   | Side | Type      | Price  | Filled             |
      | BTC-USDT | buy  | LIMIT GTC | 94,995 | 0.00000 of 0.20000 |
    And account 0 has the open orders:
      | price | quantity |
      | 94995 | 0.2      |

  @phone
  Scenario: An order that is modified in the table takes its new price and quantity
    Given account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 0.2      |
    When the user modifies the only order
    And the user enters "94100" as the Price of the only order
    And the user enters "0.3" as the Quantity of the only order
    And the user chooses "Send"
    Then the panel "Open orders" lists:
      | Price  | Filled             |
      | 94,100 | 0.00000 of 0.30000 |
    And account 0 has the open orders:
      | price | quantity |
      | 94100 | 0.3      |

  Scenario: A modification that the exchange refuses is explained beside the order
    Given account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 0.2      |
    When the user modifies the only order
    And the user enters "-5" as the Price of the only order
    And the user chooses "Send"
    Then the panel "Open orders" shows "VALIDATION_ERROR"
    And account 0 has the open orders:
      | price | quantity |
      | 94000 | 0.2      |

  @phone
  Scenario: An order that is dragged on the chart takes the price where it is dropped
    Given account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94995 | 0.2      |
    When the user opens the page "Market"
    And the user drags the order on the chart up by 60 pixels
    Then the only order of account 0 has the price where it was dropped

  Scenario: An order stays on the chart when the reader chooses longer candles
    Given account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94990 | 0.2      |
    When the user opens the page "Market"
    Then the order on the chart is "buy 0.2 at 94,990"
    When the user chooses "1h" in the panel "BTC-USDT candles"
    And the page has drawn the next frames
    Then the order on the chart is "buy 0.2 at 94,990"

  Scenario: An order on the chart moves by the arrow keys and Enter
    Given account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94990 | 0.2      |
    When the user opens the page "Market"
    And the user moves the order on the chart by the keys "ArrowUp ArrowUp PageDown Enter"
    Then account 0 has the open orders:
      | price |
      | 94982 |
    When the user opens the tab "Orders"
    Then the panel "Open orders" shows "94,982"

  Scenario: An order that is cancelled leaves the open orders
    Given account 0 has placed:
      | side | orderType | price | quantity |
      | sell | limitGtc  | 97000 | 0.2      |
    When the user cancels the only order
    Then the panel "Open orders" shows "No order is open."
    And account 0 has no open order

  @phone
  Scenario: An order that does not fit says so while it is typed, and its refusal says the same and why
    When the user opens the page "Market"
    And the user enters "94500.37" as "Price"
    Then the field "Price" is wrong because of "94,500.37 is no multiple of the tick 1; use 94,500 or 94,501"
    When the user enters "0.2" as "Quantity, BTC"
    And the user chooses "Buy BTC-USDT"
    Then the panel "Order" shows "Why?"
    And account 0 has no open order
    When the user opens the tab "Refusals"
    Then the panel "Refusals" lists:
      | Action              | Code          | What was wrong, and what to do                                   |
      | placeOrders, item 0 | INVALID_VALUE | 94,500.37 is no multiple of the tick 1; use 94,500 or 94,501 |
    When the user chooses the link "Why?" of the panel "Order"
    Then the panel "Why it was refused" shows "94,500.37 is no multiple of the tick 1; use 94,500 or 94,501"

  Scenario: The code that the ticket shows places the same order from a shell
    When the user opens the page "Market"
    And the user enters "94995" as "Price"
    And the user enters "0.2" as "Quantity, BTC"
    And the user opens the request as code
    And a shell runs the code that is shown
    Then account 0 has the open orders:
      | price | quantity |
      | 94995 | 0.2      |
