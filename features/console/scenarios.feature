@console
Feature: A user of the console runs scenarios of the library and reads what came out
  Background:
    Given an exchange

  @phone
  Scenario: The library is searched for a word, and a scenario of it tells its story
    Given the page "scenarios" of the console is open
    Then the panel "Library" shows "A calm day"
    When the user enters "crash" as "Search the library"
    Then the panel "Library" does not show "A calm day"
    When the user chooses "A flash crash" in the panel "Library"
    Then the address is "/console/scenarios/risk/flash-crash"
    And the panel "A flash crash" shows:
      | What to learn.       |
      | 20m of exchange time |
      | careless, careful    |

  @phone
  Scenario: A run shows its progress and its verdict, and a time of its events is set in all charts
    Given the page "scenarios/risk/flash-crash" of the console is open
    When the user chooses "Run"
    Then the run ends as "Passed"
    And an image is named "Account value of careless: from 10,000.00 to 0.00."
    And the page shows "11 fills of careless."
    And the page shows "All 8 expectations hold."
    When the user follows the time of the event "Liquidation begins"
    Then the charts are at the time "2026-01-05 00:06:41 UTC"
    When the user chooses "Inspect this time"
    Then the page "Open this moment" of the exchange of the run shows "Liquidation 1 begins"
    When the user chooses "Open the exchange at this time"
    Then the page "Open its console" of the exchange of the run shows "manual clock"
    And the exchange of the run is at "2026-01-05T00:06:41Z", where its last input is
    And axe finds nothing serious

  Scenario: A run with another number differs from the one that the scenario has
    Given the page "scenarios/risk/flash-crash" of the console is open
    When the user chooses "Change 2 numbers"
    And the user enters "x" as "accounts.careless.leverage.BTC-USDT: leverage of careless in BTC-USDT"
    Then the field "accounts.careless.leverage.BTC-USDT: leverage of careless in BTC-USDT" is wrong: "a number, such as 2.5"
    When the user enters "20" as "accounts.careless.leverage.BTC-USDT: leverage of careless in BTC-USDT"
    And the user chooses "Run"
    Then the panel "Run of risk/flash-crash: its own seed, accounts.careless.leverage.BTC-USDT=20" shows "Started"
    When the user chooses "Stop"
    Then the run ends as "Stopped"

  Scenario: A run that is stopped stays in the list of its scenario
    Given the page "scenarios/sessions/oil-over-a-weekend" of the console is open
    When the user chooses "Run"
    And the user chooses "Stop"
    Then the run ends as "Stopped"
    When the user chooses "The scenario"
    Then the panel "Runs so far" shows "its own seed"
    And the panel "Runs so far" shows "Stopped"

  @phone
  Scenario: Two runs of a scenario stand side by side
    Given the scenario "limits/rate-limit-storm" has run with the seeds "1, 2"
    And the page "scenarios/limits/rate-limit-storm" of the console is open
    When the user marks both runs
    And the user chooses "Compare two"
    Then the page shows "The runs have different seeds: 1 and 2. Times count from the start of each run."
    And an image is named "Account value of bot in both runs"
    And the table "Figures of bot" has the rows:
      | Fills        |
      | Liquidations |
    And an image is named "Account value of bot: the second less the first"
    And axe finds nothing serious
    When the user chooses "Compare accounts, orders and book"
    Then the panel "Side by side" shows:
      | They began with another seed or in another world. |
      | Both runs had the same inputs so far.             |
    And axe finds nothing serious

  @phone
  Scenario: A sweep shows distributions of its runs and a heat map
    Given the page "scenarios/market-making/informed-taker" of the console is open
    When the user enters "0" as "Number of seeds"
    Then the field "Number of seeds" is wrong: "a whole number from 1 to 1000"
    When the user enters "1" as "Number of seeds"
    And the user selects "strategy.spread" as "Vary a number as well"
    And the user enters "2,8" as "strategy.spread"
    And the user selects "strategy.size" as "Vary a number as well"
    And the user enters "0.05,0.1" as "strategy.size"
    And the user chooses "Sweep: 4 runs"
    Then the run ends as "Passed"
    And the page shows "Quantiles of PnL"
    And the table "PnL, mean, by strategy.spread (rows) and strategy.size (columns)" has the rows:
      | 2 |
      | 8 |
    And axe finds nothing serious

  Scenario: A run of a sweep is run once more and opened
    Given the page "scenarios/limits/rate-limit-storm" of the console is open
    When the user enters "2" as "Number of seeds"
    And the user chooses "Sweep: 2 runs"
    Then the run ends as "Passed"
    When the user chooses "Show the command of seed 2"
    And the user chooses "Run it and see it: seed 2"
    Then the panel "Run of limits/rate-limit-storm: seed 2" shows "Started"
    And the run ends as "Passed"

  Scenario: More than two runs at a time are refused with the reason
    Given the exchange runs "sessions/oil-over-a-weekend" twice
    And the page "scenarios/basics/calm-day" of the console is open
    Then the panel "Library" shows "Running now"
    When the user chooses "Run"
    Then the panel "Run it" shows "2 jobs run already: wait for one or cancel it"
