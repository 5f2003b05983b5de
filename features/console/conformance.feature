@console
Feature: A user of the console checks a deployment with the conformance suite
  Background:
    Given an exchange
    And the page "conformance" of the console is open

  @phone
  Scenario: A run of one feature ends with its report, whose scenarios are filtered
    When the user enters "features/info/getMarkets.feature" as "A feature or a scenario as well"
    And the user chooses "Start the run"
    Then the run ends as "Passed"
    And the page shows "Conformant"
    When the user opens the view "Scenarios" of the report
    And the user enters "close-only" as "Search names, steps, tags, errors"
    Then the page shows "1 of 9 scenarios"
    When the user opens the scenario "getMarkets shows a market that is close-only"
    Then the scenario "getMarkets shows a market that is close-only" shows:
      | Run it again |
      | Clauses      |
    And axe finds nothing serious
    When the user goes back
    Then the page shows "Every scenario passed."
    When the user chooses "All runs"
    Then the panel "Runs so far" shows "info/getMarkets on fresh exchanges, profile full"
    And the panel "Runs so far" shows "Passed"

  @phone
  Scenario: A failed scenario is opened with its steps, what it expected and its messages
    Given a deployment with the defect "isopen-under-another-name"
    When the user selects "Another deployment" as "Target"
    And the user enters the address of the deployment as "URL"
    And the user enters "features/info/getMarkets.feature" as "A feature or a scenario as well"
    And the user chooses "Start the run"
    Then the run ends as "Failed"
    And the page shows "Not conformant"
    When the user opens the scenario "every market has its names and its status"
    Then the scenario "every market has its names and its status" shows:
      | Then every item of the response is |
      | isOpen                             |
      | POST /v1/info                      |
      | As curl                            |
    And axe finds nothing serious
    When the user chooses "Run it here and open its exchange"
    Then the page "Open its exchange" of the exchange of the run shows "BTC-USDT"
    When the user runs the failed scenarios again
    Then the run ends as "Failed"
    And as many scenarios have run as had failed

  @phone
  Scenario: The clause matrix shows a clause with the scenarios that cite it
    When the user enters "features/info/getMarkets.feature:25" as "A feature or a scenario as well"
    And the user chooses "Start the run"
    Then the run ends as "Passed"
    When the user opens the view "Clauses" of the report
    And the user enters "market record" as "Search ids and statements"
    And the user chooses the clause "MARKET-FIELD-ISOPEN"
    Then the clause is shown with:
      | A market record has a field isOpen        |
      | every market has its names and its status |
    And axe finds nothing serious

  Scenario: A run of an area is watched and stopped
    When the user ticks "trade"
    And the user chooses "Start the run"
    Then a scenario of "features/trade" has ended
    When the user enters "no such scenario" as "Search the scenarios so far"
    Then the panel "Scenarios so far" shows "No scenario so far is left by this filter."
    And axe finds nothing serious
    When the user chooses "Stop"
    Then the run ends as "Stopped"

  Scenario: Fields that are wrong say what they take
    When the user selects "Another deployment" as "Target"
    And the user enters "api.example.org" as "URL"
    Then the field "URL" is wrong: "the URL of a deployment, such as https://api.example.org"
    And the page shows "PERPSIM_KEY_1"
    When the user enters "features/nowhere" as "A feature or a scenario as well"
    Then the field "A feature or a scenario as well" is wrong because of "a file of the list"
    When the user enters "A B" as "Only about these clauses"
    Then the field "Only about these clauses" is wrong because of "GETTRADES"

  Scenario: A run that could not begin says why
    When the user enters "@auth and (" as "Only with these tags"
    And the user chooses "Start the run"
    Then the run ends as "Could not run"
    And the page shows "is no tag expression"
