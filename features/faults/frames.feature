@ws @ws-only @faults @needs:fault
Feature: a client can detect frames that are lost, late, repeated or out of order
  Background:
    Given the world "quiet"
    And "reader" follows trades of "BTC-USDT"

  Rule: the engine sequence shows what happened to the frames

    @trades @clause:WS-PROVENANCE-MESEQ @clause:WS-PROVENANCE-PUBLIC
    Scenario: a repeated frame arrives twice with the same sequence
      Given the fault duplicate on the channel trades, once
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then the stream of "reader" sends in order:
        | quantity | price | frame.method |
        | 0.1      | 95010 | trade        |
        | 0.1      | 95010 | trade        |
      And nothing else arrived

    @trades @clause:WS-EMISSION
    Scenario: a reordered frame arrives after the next one
      Given the fault reorder on the channel trades, once
      When "trader" buys "0.1" BTC-USDT at "95010"
      And "trader" buys "0.2" BTC-USDT at "95010"
      And "trader" buys "0.3" BTC-USDT at "95010"
      Then the stream of "reader" sends in order:
        | quantity |
        | 0.2      |
        | 0.1      |
        | 0.3      |
      And nothing else arrived

    @trades @clause:WS-EMISSION
    Scenario: a lost frame never arrives, and the next ones do
      Given the fault lose on the channel trades, once
      When "trader" buys "0.1" BTC-USDT at "95010"
      And "trader" buys "0.2" BTC-USDT at "95010"
      Then the stream of "reader" sends in order:
        | quantity |
        | 0.2      |
      And nothing else arrived

    @trades @clause:WS-TRADE-TIMESTAMP
    Scenario: a delayed frame carries the time at which it was made
      Given the fault delay on the channel trades, once:
        | effect.ms | number 250 |
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then the fault has struck once
      When 249 ms pass
      Then nothing else arrived
      When 1 ms pass
      Then the stream of "reader" sends:
        | frame.timestamp | number {now - 250 ms} |
        | quantity        | 0.1                   |

  Rule: a connection may close without a close frame

    @trades @clause:WS-SUB-TRADES
    Scenario: a dropped connection closes with 1006 in place of a frame, and a new one receives later frames
      Given the fault drop on the channel trades, once
      When "trader" buys "0.1" BTC-USDT at "95010"
      Then "reader" is closed with 1006
      Given "again" follows trades of "BTC-USDT"
      When "trader" buys "0.2" BTC-USDT at "95010"
      Then the stream of "again" sends in order:
        | quantity |
        | 0.2      |

    @subAccountUpdates @clause:WS-SUB-SUBACCOUNTUPDATES
    Scenario: frames are lost only for the subaccount that the fault matches
      Given "alice" follows subAccountUpdates
      And "bob" follows subAccountUpdates
      And the fault lose on the channel subAccountUpdates:
        | match.subAccountId | {alice id} |
      And "alice" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      And "bob" has the open orders:
        | name | symbol   | side | price | quantity |
        | ask  | BTC-USDT | sell | 96000 | 0.1      |
      When the fault is over
      Then the stream of "bob" sends:
        | eventType | orderPlaced |

  Rule: posts fail with the same faults as REST requests

    @trade @clause:WS-RESP-STATUS @clause:WS-ERR-CODE @negative
    Scenario: a posted cancelOrders under the fault timeout gets a reply with status 503
      Given a connection "session" of "trader"
      And the fault timeout on cancelOrders
      When "trader" posts cancelOrders as "c1" over "session":
        | orderIds | ["5"] |
      Then "session" receives:
        | id                | c1                |
        | status            | number 503        |
        | error.code        | OPERATION_TIMEOUT |
        | result.error.code | OPERATION_TIMEOUT |
