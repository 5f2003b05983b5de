@console
Feature: Every page of the console can be used by keyboard, by screen reader and on a phone
  Background:
    Given an exchange
    And account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | market    |       | 0.5      |
      | buy  | limitGtc  | 94990 | 0.2      |
    And the user is signed in with account 0

  @phone
  Scenario Outline: axe finds nothing serious on the page <page> in <colours> colours
    When the user opens the page "<page>" in <colours> colours
    Then axe finds nothing serious
    And every control can be read, whatever state it is in

    Examples:
      | page        | colours |
      | Market      | light   |
      | Market      | dark    |
      | Account     | light   |
      | Account     | dark    |
      | Time        | light   |
      | Time        | dark    |
      | Log         | light   |
      | Log         | dark    |
      | Signature   | light   |
      | Signature   | dark    |
      | Scenarios   | light   |
      | Scenarios   | dark    |
      | Conformance | light   |
      | Conformance | dark    |

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

  @phone
  Scenario Outline: The page <page> never scrolls sideways
    When the user opens the page "<page>" and all of it
    Then the page is as wide as the window

    Examples:
      | page        |
      | Market      |
      | Account     |
      | Time        |
      | Log         |
      | Signature   |
      | Scenarios   |
      | Conformance |

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

  @phone
  Scenario Outline: Every control of the page <page> is reached by Tab and shows its focus
    When the user opens the page "<page>" and all of it
    Then Tab reaches every control, and each shows its focus

    Examples:
      | page        |
      | Market      |
      | Account     |
      | Time        |
      | Log         |
      | Signature   |
      | Scenarios   |
      | Conformance |

  @phone
  Scenario Outline: The controls of the page <page> are large enough for a finger
    When the user opens the page "<page>" and all of it
    Then every control is at least 24 pixels high and wide

    Examples:
      | page        |
      | Market      |
      | Account     |
      | Time        |
      | Log         |
      | Signature   |
      | Scenarios   |
      | Conformance |
