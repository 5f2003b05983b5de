@console
Feature: The market page of the console shows a market as it trades
  Background:
    Given an exchange
    And the page "market" of the console is open

  @phone
  Scenario: The market page shows the figures and the book of the first market
    Then the title of the window is "Market · perpsim"
    And the page shows "Funding, 1 h"
    And the panel "Order book" shows:
      | 95,010             |
      | 94,990             |
      | Spread 20 (2.11 bp) |
    And the panel "Trades" shows "Nothing has traded yet."
    And hardly anything has moved on the page by itself

  Scenario: A trade appears at once in the list of trades, in the last price and in the book, although the clock stands still
    Given the panel "Order book" shows "95,010"
    When account 1 places:
      | side | orderType | quantity |
      | buy  | market    | 0.5      |
    Then the panel "Trades" shows "95,010"
    And the panel "Markets" shows "95,010"
    And the panel "Order book" shows "0.5"

  @phone
  Scenario: A market of the list opens at an address of its own
    When the user chooses "ETH-USDT" in the panel "Markets"
    Then the address is "/console/market/ETH-USDT"
    And the panel "ETH-USDT candles" shows "15m"
    When the user goes back
    Then the address is "/console/market"
    And the panel "BTC-USDT candles" shows "15m"

  @phone
  Scenario: The book shows its depth as a chart with a spoken name
    When the user chooses "Depth" in the panel "Order book"
    Then the panel "Order book" does not show "94,990"
    And an image is named "Depth of the book: 20.00 to buy and 20.00 to sell in the levels shown"

  @phone
  Scenario: A position is closed in part, turned round, and closed, beside the chart of its market
    Given the user acts for account 0
    When account 0 places:
      | side | orderType | quantity |
      | buy  | market    | 0.5      |
    And the user chooses the button "Close of BTC-USDT"
    And the user chooses "50%" in the panel "Positions"
    And the user chooses "Close at market"
    Then the panel "Positions" shows "Filled 0.25 at 94,990"
    When the user chooses the button "Reverse of BTC-USDT"
    And the user chooses "Reverse to short"
    Then the panel "Positions" lists:
      | Side  | Quantity |
      | short | 0.25000  |
    When the user chooses "Close all"
    And the user chooses "Close 1 at the market"
    Then the panel "Positions" shows "No position is open."
    And the page fits into the window where it is wide

  Scenario: Candles that come after their page was left are dropped
    Given the response to "getCandles" takes 1 second
    When the user opens the page "Time"
    And the user opens the page "Market"
    And the user opens the page "Time"
    And the user chooses "+1 s"
    Then the panel "Clock" shows "05 Jan 2026, 00:00:01"
    And the page has drawn the next frames

  Scenario: A panel that cannot be read says so
    Given the response to "getLastTrades" and "getCandles" is a failure
    When the user opens the page "Time"
    And the user opens the page "Market"
    Then the panel "Trades" shows "The trades cannot be read: INTERNAL_ERROR"
    And the panel "BTC-USDT candles" shows "The candles cannot be read"
    And axe finds nothing serious

  Scenario: The page of an unknown market names the markets that exist
    Given the page "market/DOGE-USDT" of the console is open
    Then the page shows "The exchange has no market DOGE-USDT. Choose one of BTC-USDT, ETH-USDT"

  Scenario: The page of an unknown address leads to the market page
    Given the page "nowhere" of the console is open
    Then the page shows "The console has no page at this address."
