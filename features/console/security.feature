@console
Feature: The console keeps keys to itself and loads nothing from elsewhere

  Scenario: The policy of the console allows no inline script and no other server
    Given an exchange
    Then the policy of the console is:
      | default-src     | 'none'       |
      | script-src      | 'self'       |
      | style-src       | 'self'       |
      | img-src         | 'self' data: |
      | connect-src     | 'self'       |
      | base-uri        | 'none'       |
      | form-action     | 'none'       |
      | frame-ancestors | 'none'       |

  Scenario: All pages together request nothing from another server
    Given an exchange
    And the user is signed in with account 0
    When the user visits every page
    Then every request went to the exchange

  Scenario: A pasted key is in no storage, no address and no log of the server
    Given an exchange
    And the page "account" of the console is open
    When the user signs in with the key of account 3
    And the user opens the page "Market"
    And the user enters "94000" as "Price"
    And the user enters "0.1" as "Quantity, BTC"
    And the user chooses "Buy BTC-USDT"
    Then account 3 has the open orders:
      | price | quantity |
      | 94000 | 0.1      |
    And the key of account 3 is in no storage, address, request or log

  @phone
  Scenario: A page that is loaded again keeps a dev account and has forgotten a pasted key
    Given an exchange
    And the page "market" of the console is open
    Then "Sign in to trade" of the ticket can be used and looks like no order
    When the user chooses "Sign in to trade"
    Then the panel "Dev accounts" shows "Account 0"
    When the user signs in with the key of account 3
    And the user loads the page again
    Then the panel "Dev accounts" shows "Account 0"
    Given the user is signed in with account 0
    When the user loads the page again
    Then the panel "Margin" shows "Account value"
    And the key of account 0 is in no storage, address, request or log
    When the user chooses "Sign out"
    And the user loads the page again
    Then the panel "Dev accounts" shows "Account 0"

  Scenario: A page of another site can neither read nor drive the exchange
    Given an exchange
    When a page of another site sends these requests to the exchange:
      | method | path             | body     |
      | GET    | /sim/v1/state    |          |
      | GET    | /sim/v1/accounts |          |
      | POST   | /sim/v1/clock/advance | {"ms":1000} |
    Then the page can read no response
    And the clock of the exchange reads "2026-01-05T00:00:00.000Z"

  Scenario: A page of another site cannot show the console in a frame
    Given an exchange
    When a page of another site shows the console in a frame
    Then the frame holds no console

  Scenario: The console asks for the control token and refuses another one
    Given an exchange that was started with "--control-token open-sesame"
    And the page "log" of the console is open
    Then the panel "This page needs the control token" shows "this server was started with a control token"
    When the user opens the page "Time"
    And the user enters "open-window" as "Control token"
    And the user chooses "Use token"
    Then the field "Control token" is wrong: "The server does not take this token."
    When the user enters "open-sesame" as "Control token"
    And the user chooses "Use token"
    Then the panel "Clock" shows "05 Jan 2026, 00:00:00"
    When the user chooses "+1 s"
    Then the panel "Calls" shows "authorization: Bearer $PERPSIM_CONTROL_TOKEN"
    And the panel "Clock" shows "05 Jan 2026, 00:00:01"

  Scenario: The console lists the dev accounts of a server with a control token once it has the token
    Given an exchange that was started with "--control-token open-sesame"
    And the page "account" of the console is open
    Then the panel "Dev accounts" shows "this server was started with a control token"
    And the panel "Dev accounts" does not show "Account 0"
    When the user enters "open-sesame" as "Control token of the server"
    And the user chooses "Use token"
    Then the panel "Dev accounts" shows "Account 0"

  Scenario: The control token is in no storage, address or log
    Given an exchange that was started with "--control-token open-sesame"
    And the browser is behind a proxy
    And the page "time" of the console is open
    When the user enters "open-sesame" as "Control token"
    And the user chooses "Use token"
    Then the panel "Clock" shows "05 Jan 2026, 00:00:00"
    And the text "open-sesame" is in no storage, address or log
