@console
Feature: A user of the console goes to any moment of a run from the bar on every page
  Background:
    Given an exchange
    And account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94990 | 0.5      |
    And the exchange has advanced by 10 minutes
    And account 0 has placed:
      | side | orderType | quantity |
      | buy  | market    | 0.25     |
    And the exchange has advanced by 10 minutes

  @phone
  Scenario: A click on the bar shows account, book and log as they were, and so does the address
    Given the user is signed in with account 0
    When the user clicks the timeline at 25 %
    Then the panel "Moment" shows "05 Jan 2026, 00:0"
    And the panel "Account" shows:
      | It held no position. |
      | BTC-USDT buy limit   |
    And the panel "Book" shows "94,990"
    And the panel "What had just happened" shows "Order rests in the book: buy 0.5 at 94990"
    And the page is as wide as the window
    And axe finds nothing serious
    And every control can be read, whatever state it is in
    When the colours are dark
    Then axe finds nothing serious
    And every control can be read, whatever state it is in
    When the user loads the page again
    Then the panel "Account" shows "It held no position."

  Scenario: The keys go from one thing that happened to the next, and Enter opens it
    Given the page "time" of the console is open
    When the user moves on the timeline by the keys "Home PageDown"
    Then the timeline is at "05 Jan 2026, 00:10:00 · 1 fill"
    When the user presses "Enter"
    Then the panel "Account" shows "BTC-USDT long"
    When the user chooses the link "The input before"
    Then the panel "Account" shows "It held no position."

  @phone
  Scenario: The exchange is opened at the moment of a row of the log
    Given the page "log" of the console is open
    When the user opens the row "Order rests in the book"
    And the user chooses the link "Show this moment"
    And the user chooses "Open the exchange at this moment"
    Then the panel "Moment" shows "An exchange as it was then runs at"
    When the user opens the console of the branch
    Then the console of the branch shows the market "BTC-USDT"

  @phone
  Scenario: A run is run again from a moment with another price, and both are compared
    Given the page "moment?input=1&account=1867542890123456789" of the console is open
    When the user enters "90000" as "Value, in BTC-USDT"
    And the user chooses the button "Run again"
    Then the panel "Run again from here" shows "1 inputs were repeated"
    When the user chooses "Compare both runs"
    Then the panel "Side by side" shows:
      | The runs part at                          |
      | in the second Set index price 90000       |
      | Account values: the second less the first |
      | Account value                             |
      | Mark price of BTC-USDT                    |
    And the page is as wide as the window
    And axe finds nothing serious

  @phone
  Scenario: Two moments are chosen freely and compared
    Given the page "moment?input=1&account=1867542890123456789" of the console is open
    When the user chooses the link "Compare with now"
    Then the panel "Side by side" shows:
      | Position in BTC-USDT |
      | 0.25                 |
    When the user enters "00:05:00" as "Moment of the second: an input, a time, or end"
    And the user presses "Enter"
    Then the panel "Second side" shows "after input 1 of 4"
    And the panel "Side by side" does not show "Position in BTC-USDT"
    When the user enters "yesterday" as "Moment of the first: an input, a time, or end"
    And the user presses "Enter"
    Then the field "Moment of the first: an input, a time, or end" is wrong because of "number of an input"
    When the user enters "00:15:00" as "Moment of the first: an input, a time, or end"
    And the user presses "Enter"
    Then the panel "Side by side" shows:
      | Position in BTC-USDT |
      | Account value        |
    And the page is as wide as the window
    And axe finds nothing serious
    And every control can be read, whatever state it is in
    When the user loads the page again
    Then the field "Moment of the first: an input, a time, or end" holds "05 Jan 2026, 00:15:00"
    And the panel "First side" shows "after input 3 of 4"

  Scenario: A part of the bar that is drawn out fills it, until it is zoomed out
    Given the page "time" of the console is open
    When the user draws the timeline out from 40 % to 60 %
    Then the timeline begins at "00:08:0"
    When the user chooses the button "Zoom the timeline out"
    Then the timeline begins at "00:00:00"

  Scenario: The bar says why it cannot go back
    Given an exchange that was started with "--journal-window 1"
    And the exchange has advanced by 10 minutes
    And the exchange has advanced by 10 minutes
    And the exchange has advanced by 10 minutes
    And the page "market" of the console is open
    Then the timeline says "The journal begins after input"
    Given an exchange that was started with "--no-control"
    When the user opens the console at the page "market"
    Then the timeline says "needs the control plane"
