@console
Feature: The console says when the exchange is away and connects again when it is back

  Scenario: A console that has lost its exchange says so, and connects when the exchange starts again
    Given an exchange in a process of its own
    And the page "market" of the console is open
    And the panel "Order book" shows "95,010"
    When the exchange stops
    Then the page shows "The connection to the exchange is lost"
    When the user chooses "5m"
    And the exchange starts again at the same address
    Then the page does not show "The connection to the exchange is lost"
    And the page does not show "The candles cannot be read"
    And the page does not show "The exchange was started anew"
    When account 1 places:
      | side | orderType | quantity |
      | buy  | market    | 0.5      |
    Then the panel "Trades" shows "95,010"

  @phone
  Scenario: A console whose exchange was replaced by one with another seed says so and shows the new one
    Given an exchange
    And the user is signed in with account 0
    And the user opens the page "Market"
    And the panel "Order book" shows "95,010"
    When the exchange stops
    Then the page shows "The connection to the exchange is lost"
    When the user chooses "5m"
    And the exchange starts again at the same address with "--seed 8"
    Then the page shows "The exchange was started anew with the seed 8"
    And the page does not show "The candles cannot be read"
    And the panel "Order book" shows "95,010"
    When the user enters "94000" as "Price"
    And the user enters "0.1" as "Quantity, BTC"
    And the user chooses "Buy BTC-USDT"
    Then account 0 has the open orders:
      | price | quantity |
      | 94000 | 0.1      |
    When the user chooses "Understood"
    Then the page does not show "The exchange was started anew"

  @phone
  Scenario: The console of an exchange without a control plane has the pages that work without it
    Given an exchange that was started with "--no-control"
    And the page "market" of the console is open
    Then the panel "Order book" shows "95,010"
    And the bar has the pages "Market, Account"
    When the user opens the page "Account"
    Then the panel "Dev accounts" shows "this server runs without its control plane"
    When the user opens the console at the page "time"
    Then the page shows "Time needs the control plane"

  @phone
  Scenario: A page that is opened while the exchange advances shows the progress and lets the user cancel it
    Given an exchange that was started with "--world default"
    And the exchange advances by 60 days
    When the user opens the console at the page "time"
    Then the panel "Clock" shows "of 1440:00:00"
    When the user enters "later" as "Name of the snapshot"
    And the user chooses "Save"
    Then the panel "Snapshots" shows "later will be saved when the advance is over"
    When the user opens the page "Market"
    And the user opens the page "Time"
    And the user chooses "Cancel" in the panel "Clock"
    Then the panel "Clock" does not show "Cancel"
    And the panel "Snapshots" does not show "will be saved"
    And the panel "Snapshots" lists the snapshot "later"

  Scenario: A console whose first read of the markets fails reads them again
    Given an exchange
    And the next response to "getMarkets" is a failure
    When the user opens the console at the page "time"
    Then the page shows "index is 95,000"
