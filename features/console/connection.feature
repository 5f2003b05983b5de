@console
Feature: The console says when the exchange is away and connects again when it is back

  Scenario: A console that has lost its exchange says so, and connects when the exchange starts again
    Given an exchange
    And the page "market" of the console is open
    And the panel "Order book" shows "95,010"
    When the exchange stops
    Then the page shows "The connection to the exchange is lost"
    When the exchange starts again at the same address
    Then the page does not show "The connection to the exchange is lost"
    When account 1 places:
      | side | orderType | quantity |
      | buy  | market    | 0.5      |
    Then the panel "Trades" shows "95,010"

  Scenario: An exchange without a control plane has a market page, and a time page that says why it is empty
    Given an exchange that was started with "--no-control"
    And the page "market" of the console is open
    Then the panel "Order book" shows "95,010"
    When the user opens the page "Time"
    Then the panel "The control plane does not respond to this page" shows "Control token"

  Scenario: A page that is opened while the exchange advances shows the progress and lets the user cancel it
    Given an exchange that was started with "--world default"
    And the exchange advances by 60 days
    When the user opens the console at the page "time"
    Then the panel "Clock" shows "of 1440:00:00"
    When the user chooses "Cancel" in the panel "Clock"
    Then the panel "Clock" does not show "Cancel"
