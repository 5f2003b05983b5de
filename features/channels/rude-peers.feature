@ws @ws-only
Feature: a peer that breaks the protocol or stops reading affects only its own connection
  Background:
    Given the world "quiet"
    And a connection "rude" to info
    And "reader" follows trades of "BTC-USDT"

  Rule: a malformed frame closes only its own connection, with a code that names the reason

    @clause:WS-ERR-CODE @clause:SURFACE-WS-INFO @assumed @R-10 @negative
    Scenario Outline: a text frame of <what> closes its connection with <code> and no other connection
      When over "rude" is sent in hex
        """
        <bytes>
        """
      Then "rude" is closed with <code>
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then "reader" receives:
        | channel       | trade |
        | data.price    | 95010 |
        | data.quantity | 0.1   |
      And "reader" receives nothing more

      Examples:
        | what                       | bytes                            | code |
        | a byte that begins nothing | ff                               | 1007 |
        | a half of a character      | 7b226964223a22c3                 | 1007 |
        | a surrogate                | eda080                           | 1007 |
        | a slash written too long   | c0af                             | 1007 |

    @clause:WS-ERR-CODE @clause:SURFACE-WS-INFO @assumed @R-10 @negative
    Scenario: a frame without a mask closes its connection with 1002
      When over "rude" is sent without a mask
        """
        {"id":"p","method":"ping","params":{}}
        """
      Then "rude" is closed with 1002
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then "reader" receives:
        | channel       | trade |
        | data.price    | 95010 |
        | data.quantity | 0.1   |
      And "reader" receives nothing more

    @clause:WS-ERR-CODE @clause:SURFACE-WS-INFO @assumed @R-10 @negative
    Scenario: a binary frame closes its connection with 1003
      When over "rude" is sent as binary
        """
        {"id":"p","method":"ping","params":{}}
        """
      Then "rude" is closed with 1003
      And "reader" receives nothing more

    @clause:WS-ERR-CODE @clause:SURFACE-WS-TRADE @assumed @R-10 @negative
    Scenario: a malformed frame closes a logged-in connection and leaves the orders open
      Given a connection "trader" of "trader"
      And "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.5      |
      When over "trader" is sent in hex
        """
        ff
        """
      Then "trader" is closed with 1007
      And order "bid" has filled "0"
      And "reader" receives nothing more
