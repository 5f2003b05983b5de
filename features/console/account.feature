@console
Feature: The account page of the console shows the account of a key that is held in memory alone
  Background:
    Given an exchange

  @phone
  Scenario: A dev account signs in and sees its margin and collateral
    Given the user is signed in with account 0
    Then the panel "Margin" shows:
      | Account value |
      | USDT          |
      | 0.0%          |
    And the panel "Positions" shows "No position is open. A fill opens one."
    And the panel "Open orders" shows "No order is open."

  Scenario: A text that is no key is refused beside its field
    Given the page "account" of the console is open
    When the user enters "0x1234" as "Private key"
    And the user chooses "Sign in"
    Then the field "Private key" is wrong: "A private key has 64 hexadecimal digits, with or without 0x in front."

  Scenario: A key without a subaccount is refused beside its field
    Given the page "account" of the console is open
    When the user enters "0x0000000000000000000000000000000000000000000000000000000000000001" as "Private key"
    And the user chooses "Sign in"
    Then the field "Private key" is wrong: "The wallet 0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf has no subaccount on this exchange. Fund it first."

  Scenario: An account that signs out is forgotten
    Given the user is signed in with account 0
    When the user chooses "Sign out"
    Then the panel "Dev accounts" shows "Account 0"
    And the page does not show "Account value"

  @phone
  Scenario: A position shows its liquidation price and its ADL bucket
    Given account 0 has placed:
      | side | orderType | quantity |
      | buy  | market    | 1        |
    And the user is signed in with account 0
    Then the panel "Positions" lists:
      | Market   | Side | Quantity | Entry     |
      | BTC-USDT | long | 1.00000  | 95,010.00 |
    And the panel "Positions" shows "of 5"

  Scenario: The history is filtered by market and saved as CSV
    Given account 0 has placed:
      | symbol   | side | orderType | quantity |
      | BTC-USDT | buy  | market    | 0.5      |
      | ETH-USDT | sell | market    | 2        |
    And the user is signed in with account 0
    When the user chooses "Trades" in the panel "History"
    And the user enters "eth-usdt" as "Only this market"
    And account 0 places:
      | symbol   | side | orderType | quantity |
      | BTC-USDT | sell | market    | 0.1      |
    Then the panel "History" shows "close long"
    When the user presses "Enter"
    Then the panel "History" lists:
      | Market   | Quantity |
      | ETH-USDT | 2.0000   |
    When the user chooses "CSV"
    Then the file "trades.csv" is saved with the lines:
      | Time,Market,Direction,Price,Quantity,Fee,Realized PnL,Trade |
      | \d+,ETH-USDT,.*,2,.*                                        |

  Scenario: A position that is held over the hour has a row of funding, which is saved as CSV
    Given account 0 has placed:
      | side | orderType | quantity |
      | buy  | market    | 1        |
    And the user is signed in with account 0
    When the user chooses "Funding" in the panel "History"
    Then the panel "History" shows "There is nothing yet."
    When the exchange has advanced by 61 minutes
    Then the panel "History" lists:
      | Time                  | Market   | Position |
      | 05 Jan 2026, 01:00:00 | BTC-USDT | 1.00000  |
    And the row of funding shows the rate and the payment of account 0
    When the user chooses "CSV"
    Then the file "funding.csv" is saved with the lines:
      | Time,Market,Position,Rate,Payment                       |
      | 1767574800000,BTC-USDT,1,-?0\.\d+,-?\d+\.\d+ |

  @phone
  Scenario: Collateral comes in, goes out or to another subaccount, and what cannot leave says how much can
    Given account 0 also owns the subaccount "savings"
    And the user is signed in with account 0
    When the user enters "2500" as "Amount"
    And the user chooses "Deposit" in the form of the panel "Funds"
    Then the panel "Funds" shows "2,500.00 USDT came in"
    And account 0 holds "1002500" USDT
    When the user chooses "Withdraw" in the panel "Funds"
    And the user enters "5000000" as "Amount"
    Then the field "Amount" is wrong because of "use 1,002,500 or less"
    When the user enters "500" as "Amount"
    And the user chooses "Withdraw" in the form of the panel "Funds"
    Then the panel "Funds" shows "500.00 USDT leaves as withdrawal"
    When the user chooses "Transfer" in the panel "Funds"
    Then the field "To the subaccount" holds the id of "savings"
    When the user enters "5000000" as "Amount"
    Then the field "Amount" is wrong because of "use 1,002,000 or less"
    When the user enters "1500" as "Amount"
    And the user chooses "Transfer" in the form of the panel "Funds"
    Then the panel "Funds" shows "1,500.00 USDT went to"
    And account 0 holds "1000500" USDT
    And the subaccount "savings" holds "1500" USDT

  @phone
  Scenario: The page of a bot says what it earned, what was refused to it and what it did
    Given account 0 has placed:
      | side | orderType | quantity |
      | buy  | market    | 1        |
    And account 0 is refused:
      | side | orderType | price    | quantity |
      | buy  | limitGtc  | 94400.01 | 0.1      |
      | buy  | limitGtc  | 94400.02 | 0.1      |
      | buy  | limitGtc  | 94400.03 | 0.1      |
      | buy  | limitGtc  | 94400.04 | 0.1      |
      | buy  | limitGtc  | 94400.05 | 0.1      |
      | buy  | limitGtc  | 94400.06 | 0.1      |
      | buy  | limitGtc  | 94400.07 | 0.1      |
      | buy  | limitGtc  | 94400.08 | 0.1      |
      | buy  | limitGtc  | 94400.09 | 0.1      |
      | buy  | limitGtc  | 94400.1  | 0.1      |
    And account 0 is refused:
      | side | orderType | price    | quantity |
      | buy  | limitGtc  | 94500.37 | 0.1      |
    And the page "bots" of the console is open
    Then the panel "Accounts" shows "Account 0"
    When the user chooses the link "Account 0"
    Then the panel "PnL by source" shows:
      | Fees |
      | Together |
    And the panel "Rate limit" shows "of 1200"
    And the panel "Refusals" shows "INVALID_VALUE 11"
    And the panel "Refusals" lists:
      | What was wrong, and what to do                               |
      | 94,500.37 is no multiple of the tick 1; use 94,500 or 94,501 |
      | 94,400.01 is no multiple of the tick 1; use 94,400 or 94,401 |
      | 94,400.02 is no multiple of the tick 1; use 94,400 or 94,401 |
      | 94,400.03 is no multiple of the tick 1; use 94,400 or 94,401 |
      | 94,400.04 is no multiple of the tick 1; use 94,400 or 94,401 |
      | 94,400.05 is no multiple of the tick 1; use 94,400 or 94,401 |
      | 94,400.06 is no multiple of the tick 1; use 94,400 or 94,401 |
      | 94,400.07 is no multiple of the tick 1; use 94,400 or 94,401 |
      | 94,400.08 is no multiple of the tick 1; use 94,400 or 94,401 |
      | 94,400.09 is no multiple of the tick 1; use 94,400 or 94,401 |
    And the panel "The last minute" shows "trade"
    And the panel "Order to response" shows "within the same millisecond of exchange time"

  @phone
  Scenario: The page of a bot says how long its orders wait for their responses
    Given the requests of account 0 take 40 milliseconds and its responses 25
    When account 0 has placed an order while the exchange goes on
    And the user opens the console at the page "bots/1867542890123456789"
    Then the panel "Order to response" shows:
      | Median |
      | 65 ms  |
    And axe finds nothing serious
    And the page is as wide as the window

  @phone
  Scenario: The largest gain of an account becomes a card
    Given account 0 has placed:
      | side | orderType | quantity |
      | buy  | market    | 1        |
    And the index of "BTC-USDT" goes to "97000"
    # What it takes of the book leaves a bid at 96,000.
    And account 1 has placed:
      | side | orderType | price | quantity |
      | buy  | limitGtc  | 96000 | 25       |
    And account 0 has placed:
      | side | orderType | quantity |
      | sell | market    | 1        |
    And the page "bots/1867542890123456789" of the console is open
    When the user chooses "Make a card of it"
    And the user chooses "Save as SVG"
    Then the picture "gain-\d+.svg" is saved with:
      | entered at 95,010 |
      | gain = (          |
    And the command of the card works out without the server:
      | 95010     |
      | realized_pnl |
    And axe finds nothing serious
    And the page is as wide as the window

  @phone
  Scenario: What the account is worth stands in the bar
    Given the user is signed in with account 0
    When the user opens the page "Market"
    Then the bar shows that the account is worth "1,161,000.00"
    And the page is as wide as the window
