@console @phone
Feature: The pages of the console look as the documentation shows them
  # Many pages are looked at in one exchange, because half an hour of the default world costs more than all looks.
  Background:
    Given an exchange that was started with "--world default"
    And the exchange has advanced by 30 minutes
    And account 0 has placed:
      | side | orderType | price  | quantity |
      | buy  | market    |        | 0.25     |
      | buy  | limitGtc  | 94000  | 0.2      |
      | sell | limitGtc  | 100000 | 0.1      |

  Scenario: Pages that are opened look like their pictures at every size, in light and dark colours
    Then a page at its address looks like its picture at every size:
      | picture   | address                                         | text                   |
      | bots      | bots                                            | Account 0              |
      | bot       | bots/1867542890123456789                        | The last minute        |
      | moment    | moment?at=1767572400000                         | What had just happened |
      | compare   | compare?left=this.t1767572400000&right=this.end | Account values         |
      | scenarios | scenarios                                       | A calm day             |
    And a page looks like its picture at every size to account 0, who is signed in:
      | picture | page    | text            |
      | market  | Market  | 94,712          |
      | account | Account | 94,712          |
      | time    | Time    | index is 94,660 |

  Scenario: Pages where something was done look like their pictures at every size, in light and dark colours
    Given the page "signature" of the console is open
    When the user selects "The chain id of the wallet" as "Examine an example"
    Then the panel "Verdict" shows "domain.chainId"
    And the window looks like the picture "signature" at every size
    When the user opens the console at the page "scenarios/risk/flash-crash"
    And the user chooses "Run"
    Then the run ends as "Passed"
    When the user follows the time of the event "Liquidation begins"
    Then the window looks like the picture "scenario" at every size
    When the user opens the console at the page "conformance"
    And the user enters "features/info/getMarkets.feature" as "A feature or a scenario as well"
    And the user chooses "Start the run"
    Then the run ends as "Passed"
    And the window looks like the picture "conformance" at every size
    Given account 0 is refused:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 500      |
    When the user opens the console at the page "log"
    And the user opens the row "placeOrders, item 0 refused"
    And the user chooses the link "Why?"
    Then the window looks like the picture "log" at every size
