@console
Feature: A user of the console saves states of the exchange and returns to them
  Background:
    # Limits would charge the reads of the page, which are inputs then and change the digest.
    Given an exchange that was started with "--no-rate-limits"
    And the page "time" of the console is open

  @phone
  Scenario: An exchange that is reverted has the digest of its snapshot
    Given the user has saved the snapshot "before"
    And the digest is kept
    When the user chooses "+1 min"
    Then the digest is not the one that was kept
    When the user chooses "Revert"
    Then the panel "Clock" shows "05 Jan 2026, 00:00:00"
    And the digest is the one that was kept

  Scenario: A branch of a snapshot has a console of its own
    Given the user has saved the snapshot "before"
    When the user chooses "Branch"
    Then the panel "Snapshots" shows "Branch of before at"
    When the user opens the console of the branch
    Then the console of the branch shows the market "BTC-USDT"
    When the user chooses "End"
    Then the panel "Snapshots" does not show "Branch of before at"

  Scenario: A snapshot that is deleted leaves the list
    Given the user has saved the snapshot "before"
    When the user chooses "Delete"
    Then the panel "Snapshots" shows "No snapshot is saved."

  @phone
  Scenario: A snapshot is compared with the exchange as it is, and with another one
    Given the user has saved the snapshot "before"
    And account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 0.5      |
    When the user chooses "Compare"
    Then the panel "Snapshots" shows:
      | places of the state differ |
      | state.inputSeq             |
    And axe finds nothing serious
    Given the user has saved the snapshot "after"
    When the user selects "before" as "With"
    And the user chooses "Compare"
    Then the panel "Snapshots" shows "Both have the same state."

  Scenario: The panel of snapshots shows the digest of the present state
    When the user chooses "Read digest"
    Then the panel "Snapshots" shows the digest of the exchange
