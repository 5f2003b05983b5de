@console
Feature: Every page of the console can be used by keyboard, by screen reader and on a phone
  Background:
    Given an exchange
    And account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | market    |       | 0.5      |
      | buy  | limitGtc  | 94990 | 0.2      |
    And the user is signed in with account 0

  # One opening of a page is looked at in every way, because opening it costs more than all looks.
  @phone
  Scenario Outline: The page <page> is for every eye, for the keyboard and for a finger, and never scrolls sideways
    When the user opens the page "<page>" and all of it
    Then axe finds nothing serious
    And every control can be read, whatever state it is in
    And the page is as wide as the window
    And every control is at least 24 pixels high and wide
    When the colours are dark
    Then axe finds nothing serious
    And every control can be read, whatever state it is in
    And Tab reaches every control, and each shows its focus

    Examples:
      | page        |
      | Market      |
      | Account     |
      | Bots        |
      | Time        |
      | Log         |
      | Signature   |
      | Scenarios   |
      | Conformance |

  @phone
  Scenario: axe finds nothing serious where an account signs in
    When the user chooses "Sign out"
    Then axe finds nothing serious
    And every control can be read, whatever state it is in

  @phone
  Scenario: axe finds nothing serious where a row of the log is explained
    When the user opens the page "Log"
    And the user opens the row "Trade "
    And the user chooses the link "Margin of Account 0 now"
    Then the panel "Why this margin" shows "COLLATERAL-VALUE"
    And axe finds nothing serious
    And the page is as wide as the window

  # Between the layouts of a desktop and of a phone.
  Scenario Outline: The page <page> never scrolls sideways in a window of 1024 pixels
    Given the window is 1024 pixels wide
    When the user opens the page "<page>" and all of it
    Then the page is as wide as the window
    And axe finds nothing serious

    Examples:
      | page        |
      | Market      |
      | Account     |
      | Time        |
      | Log         |
      | Signature   |
      | Scenarios   |
      | Conformance |
