@console @phone
Feature: The pages of the console look as the documentation shows them
  Background:
    Given an exchange that was started with "--world default"
    And the exchange has advanced by 30 minutes
    And account 0 has placed:
      | side | orderType | price  | quantity |
      | buy  | market    |        | 0.25     |
      | buy  | limitGtc  | 94000  | 0.2      |
      | sell | limitGtc  | 100000 | 0.1      |

  Scenario Outline: The page <page> looks like its picture at every size, in light and dark colours
    Given the user is signed in with account 0
    When the user opens the page "<page>"
    Then the page shows "<text>"
    And the window looks like the picture "<picture>" at every size

    Examples:
      | page    | picture | text            |
      | Market  | market  | 94,720          |
      | Account | account | 94,720          |
      | Time    | time    | index is 94,660 |

  Scenario Outline: The page <page> at its address looks like its picture at every size, in light and dark colours
    Given the page "<address>" of the console is open
    And the page shows "<text>"
    Then the window looks like the picture "<page>" at every size

    Examples:
      | page      | address                                         | text                   |
      | bots      | bots                                            | Account 0              |
      | bot       | bots/1867542890123456789                        | The last minute        |
      | moment    | moment?at=1767572400000                         | What had just happened |
      | compare   | compare?left=this.t1767572400000&right=this.end | Account values         |
      | scenarios | scenarios                                       | A calm day             |

  Scenario: The log looks like its picture, in light and dark colours
    Given account 0 is refused:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 500      |
    And the page "log" of the console is open
    When the user opens the row "placeOrders, item 0 refused"
    And the user chooses the link "Why?"
    Then the window looks like the picture "log" at every size

  Scenario: A signature that is examined looks like its picture, in light and dark colours
    Given the page "signature" of the console is open
    When the user selects "The chain id of the wallet" as "Examine an example"
    Then the panel "Verdict" shows "domain.chainId"
    And the window looks like the picture "signature" at every size

  Scenario: A run of a scenario looks like its picture, in light and dark colours
    Given the page "scenarios/risk/flash-crash" of the console is open
    When the user chooses "Run"
    Then the run ends as "Passed"
    When the user follows the time of the event "Liquidation begins"
    Then the window looks like the picture "scenario" at every size

  Scenario: A run of the suite looks like its picture, in light and dark colours
    Given the page "conformance" of the console is open
    When the user enters "features/info/getMarkets.feature" as "A feature or a scenario as well"
    And the user chooses "Start the run"
    Then the run ends as "Passed"
    And the window looks like the picture "conformance" at every size
