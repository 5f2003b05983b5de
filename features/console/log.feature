@console
Feature: A user of the console reads what happens, follows one thing through its life, and sees why
  Background:
    Given an exchange

  @phone
  Scenario: Requests, events and refusals appear in the log as they happen
    Given the page "log" of the console is open
    Then the panel "Events" shows "Nothing has happened yet."
    When account 0 places:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 0.5      |
    Then the panel "Events" shows "Order rests in the book: buy 0.5 at 94000 (limit)"
    When account 0 is refused:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 0.00001  |
    Then the panel "Events" shows "placeOrders, item 0 refused: QUANTITY_TOO_SMALL: 0.00001 is less than the least quantity 0.001; use 0.001 or more"

  Scenario: A log that is paused shows nothing new until it goes on
    Given account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 0.5      |
    And the page "log" of the console is open
    And the panel "Events" shows "buy 0.5 at 94000"
    When the user chooses "Pause"
    And account 1 places:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 93000 | 0.7      |
    And the user chooses "Resume"
    Then the panel "Events" shows "Order rests in the book: buy 0.7 at 93000"

  Scenario: An order is followed from its request to its end
    Given account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 0.5      |
      | buy  | limitGtc  | 93000 | 0.1      |
    And the page "log" of the console is open
    When the user opens the row "Order rests in the book: buy 0.1 at 93000"
    And the user follows the order of the row
    Then the panel "Events" shows "Order rests in the book: buy 0.1 at 93000"
    And the panel "Events" does not show "buy 0.5 at 94000"
    When account 0 cancels its orders of "BTC-USDT"
    Then the life that is followed goes "accepted, cancelled"

  @phone
  Scenario: A refusal is explained with its arithmetic
    Given account 0 is refused:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 0.00001  |
    And the page "log" of the console is open
    When the user opens the row "refused: QUANTITY_TOO_SMALL"
    And the user chooses the link "Why?"
    Then the panel "Why it was refused" shows:
      | 0.00001 is less than the least quantity 0.001; use 0.001 or more |
      | QUANTITY_TOO_SMALL                                               |
      | quantity below minimum                                           |
      | perpsim why refusal                                              |
    When the user chooses "Make a card of it"
    And the user chooses "Save as SVG"
    Then the picture "refusal-\d+.svg" is saved with:
      | Refused                                                          |
      | 0.00001 is less than the least quantity 0.001; use 0.001 or more |
    And the command of the card works out without the server:
      | 0.00001 is less than the least quantity 0.001; use 0.001 or more |
      | code     QUANTITY_TOO_SMALL                                      |
      | = 0.00001 < 0.001                                                |
    And the page is as wide as the window

  Scenario: A request that was refused before it came to the engine has no card
    Given a request of account 0 that was signed for another exchange is refused
    And the page "log" of the console is open
    When the user opens the row "UNAUTHORIZED"
    And the user chooses the link "Why?"
    Then the panel "Why it was refused" shows "No arithmetic is behind it"
    And the page does not show "Make a card of it"

  @phone
  Scenario: The liquidation of an account is followed, and its arithmetic shown
    Given account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | market    |       | 10       |
      | buy  | market    |       | 10       |
    And the index of "BTC-USDT" goes to "38000"
    And the page "log" of the console is open
    When the user opens the row "Liquidation 1 begins"
    And the user chooses the link "Follow liquidation 1"
    Then the life that is followed goes "liquidation, next stage, accepted, traded, taken over, ended"
    When the user chooses the link "Why?"
    Then the panel "Why this liquidation" shows:
      | takenOver         |
      | COLLATERAL-VALUE  |
    When the user chooses "Make a card of it"
    And the user chooses "Save as SVG"
    Then the picture "liquidation-\d+.svg" is saved with:
      | Liquidated                            |
      | margin is used up at the mark 38,000  |
      | seed 7 · world quiet                  |
    And the command of the card works out without the server:
      | liquidation at 2026-01-05T00:00:                       |
      | takenOver |
      | = (-44251.05) < 5099.995 |
      | mark[BTC-USDT] |
    When the user chooses "Save as PNG"
    Then the picture "liquidation-\d+.png" is saved with:
      | PNG |
    And axe finds nothing serious

  Scenario: A funding payment is explained with its arithmetic
    Given account 0 has placed:
      | side | orderType | quantity |
      | buy  | market    | 10       |
    And the exchange has advanced by 60 minutes
    And the page "log" of the console is open
    When the user opens the row "Funding payment 1"
    And the user chooses the link "Why?"
    Then the panel "Why this funding payment" shows:
      | perpsim why funding |
      | payment             |

  Scenario: A winner that was deleveraged sees why it was the one
    Given an exchange that was started with "--world features/console/support/empty-vault.json"
    And account 1 has placed:
      | side | orderType | price | quantity |
      | sell | limitGtc  | 95000 | 60       |
    And account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 95000 | 60       |
    And the index of "BTC-USDT" goes to "60000"
    And the page "log" of the console is open
    When the user opens the row "Deleveraged"
    And the user chooses the link "Why?"
    Then the panel "Why this deleveraging" shows:
      | perpsim why adl |
      | bankruptcy      |
    And axe finds nothing serious

  Scenario: The life of an account is worked out from the start of the run
    Given account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 0.5      |
    And the page "log?account=1867542890123456789" of the console is open
    When the user chooses "Show it from the start"
    Then the panel "Events" shows "Deposit of 1000000 USDT"
    And the life that is followed goes "opened, deposit × 3, accepted"

  Scenario: A position leads to the arithmetic of its liquidation price
    Given account 0 has placed:
      | side | orderType | quantity |
      | buy  | market    | 10       |
    And the user is signed in with account 0
    When the user asks why the only position has its liquidation price
    Then the panel "Why this margin" shows:
      | liquidationPrice                                        |
      | perpsim why margin 1867542890123456789 --symbol BTC-USDT |

  Scenario: Filters leave rows of one kind and one account, and the address says so
    Given account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 0.5      |
    And account 1 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 93000 | 0.7      |
    And the page "log" of the console is open
    When the user selects "Account 1" as "Only this account"
    Then the panel "Events" does not show "buy 0.5 at 94000"
    And the panel "Events" shows "buy 0.7 at 93000"
    When the user chooses "order" in the panel "Filters"
    Then the panel "Events" does not show "placeOrders"
    And the address is "/console/log?kind=order&account=1867542890123456790"

  Scenario: A log that cannot be read says why
    Given the page "log?account=7" of the console is open
    Then the panel "Events" shows "no account of this exchange can have the id 7"
    Given an exchange that was started with "--no-control"
    When the user opens the console at the page "log"
    Then the page shows "Log needs the control plane"
    And the page does not show "Control token"

  # On a phone the row that is open takes the place of the list.
  Scenario: Arrow keys move through the rows
    Given account 0 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 94000 | 0.5      |
    And the page "log" of the console is open
    And the panel "Events" shows "buy 0.5 at 94000"
    When the user moves through the log by the keys "Home ArrowDown"
    Then the row "Order rests in the book: buy 0.5 at 94000 (limit)" is chosen
