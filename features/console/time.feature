@console
Feature: A user of the console drives the clock, prices, deposits and faults of the exchange
  Background:
    Given an exchange
    And the page "time" of the console is open

  Scenario: A clock that is paused stands still
    Given an exchange that was started with "--clock live"
    And the page "time" of the console is open
    When the user chooses "Manual" in the panel "Clock"
    Then the panel "Clock" shows "To next funding"
    And the clock of the exchange is "manual"

  @phone
  Scenario: The buttons of the clock advance it by a second, by a minute and to the next funding
    When the user chooses "+1 s"
    Then the panel "Clock" shows "05 Jan 2026, 00:00:01"
    When the user chooses "+1 min"
    Then the panel "Clock" shows "05 Jan 2026, 00:01:01"
    When the user chooses "To next funding"
    Then the panel "Clock" shows "05 Jan 2026, 01:00:00"

  Scenario: The next event moves the clock to the next timer that is due
    When the user chooses "Next event"
    Then the clock of the exchange reads "2026-01-05T01:00:00.000Z"

  Scenario: An advance that is cancelled stops on its way
    Given an exchange that was started with "--world default"
    And the page "time" of the console is open
    And the exchange advances by 60 days
    When the user chooses "Cancel" in the panel "Clock"
    Then the panel "Clock" does not show "Cancel"
    And the panel "Clock" shows "05 Jan 2026"
    And the panel "Calls" shows "/sim/v1/clock/cancel"

  Scenario: A price that is set moves the mark of the market
    When the user selects "ETH-USDT" as "Market"
    And the user enters "3400" as "Price, index is 3,300.0"
    And the user chooses "Move index"
    Then the panel "Prices" shows "index is 3,400"
    And the panel "Calls" shows:
      | curl -s -X POST                          |
      | /sim/v1/prices/move                     |
      | {"symbol":"ETH-USDT","price":"3400"}     |

  Scenario: A deposit is added to the balance of a subaccount
    When the user enters "1867542890123456789" as "Subaccount"
    And the user enters "2500" as "Amount"
    And the user chooses "Deposit" in the panel "Deposit"
    Then the panel "Calls" shows "/sim/v1/deposit"
    And account 0 holds "1002500" USDT

  Scenario: A refused call names its code and its field in the list of calls
    When the user enters "7" as "Subaccount"
    And the user chooses "Deposit" in the panel "Deposit"
    Then the panel "Calls" shows "subAccountId"
    And account 0 holds "1000000" USDT

  @phone
  Scenario: A fault rule is added, counts what it met, and is removed
    When the user selects "Lose the response to one placeOrders" as "Start from"
    And the user chooses "Add rule"
    Then the panel "Fault rules" lists:
      | Effect    | Matches                                    | Struck |
      | replyLost | {"surface":"trade","action":"placeOrders"} | 0      |
    When the user switches the only rule
    Then the panel "Fault rules" shows "Off"
    And the exchange has 0 fault rules
    When the user switches the only rule
    Then the panel "Fault rules" shows "On"
    And the exchange has 1 fault rules
    When the user chooses "Clear all"
    Then the exchange has 0 fault rules
    And the panel "Fault rules" shows "No fault is injected."

  Scenario: A live clock takes another speed and shows the one that it reaches
    Given an exchange that was started with "--clock live"
    And the page "time" of the console is open
    When the user chooses "10" in the panel "Clock"
    Then the panel "Clock" shows "reaches × 10"
    When the user chooses "Manual" in the panel "Clock"
    Then the panel "Calls" shows:
      | {"speed":10}      |
      | {"mode":"manual"} |

  Scenario: A call that is refused says so beside its equivalent for a shell
    When the user enters "-1" as "Price, index is 95,000"
    And the user chooses "Set mark"
    Then the panel "Calls" shows:
      | /sim/v1/prices/mark |
      | price               |
