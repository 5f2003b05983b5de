@ws @ws-only
Feature: an order that fills eleven levels sends each fill
  Background:
    Given the world "bare"
    And "maker" has the open orders:
      | symbol   | side | price | quantity |
      | BTC-USDT | sell | 95001 | 0.01     |
      | BTC-USDT | sell | 95002 | 0.02     |
      | BTC-USDT | sell | 95003 | 0.03     |
      | BTC-USDT | sell | 95004 | 0.04     |
      | BTC-USDT | sell | 95005 | 0.05     |
      | BTC-USDT | sell | 95006 | 0.06     |
      | BTC-USDT | sell | 95007 | 0.07     |
      | BTC-USDT | sell | 95008 | 0.08     |
      | BTC-USDT | sell | 95009 | 0.09     |
      | BTC-USDT | sell | 95010 | 0.1      |
      | BTC-USDT | sell | 95011 | 0.11     |

  Rule: every subscriber receives each fill once, in the order of the book

    @clause:WS-SUB-TRADES @clause:WS-SUB-TRADE-UPDATES @clause:WS-EMISSION @clause:WS-PROVENANCE-MESEQ
    Scenario: trades sends eleven trades from the best price to the worst
      Given "reader" follows trades of "BTC-USDT"
      When "taker" buys "0.66" BTC-USDT at "95020"
      Then the stream of "reader" sends in order:
        | price | quantity | side | frame.meseq |
        | 95001 | 0.01 | buy | <integer> or absent |
        | 95002 | 0.02 | buy | <more> or absent |
        | 95003 | 0.03 | buy | <more> or absent |
        | 95004 | 0.04 | buy | <more> or absent |
        | 95005 | 0.05 | buy | <more> or absent |
        | 95006 | 0.06 | buy | <more> or absent |
        | 95007 | 0.07 | buy | <more> or absent |
        | 95008 | 0.08 | buy | <more> or absent |
        | 95009 | 0.09 | buy | <more> or absent |
        | 95010 | 0.1 | buy | <more> or absent |
        | 95011 | 0.11 | buy | <more> or absent |
      And nothing else arrived

    @clause:WS-SUB-SUBACCOUNTUPDATES @clause:WS-EMISSION @clause:WS-EVENT-ORDER @assumed
    Scenario: subAccountUpdates sends the taker eleven trades, the state of its order and one marginUpdate
      Given "taker" follows subAccountUpdates
      When "taker" buys "0.66" BTC-USDT at "95020"
      Then the stream of "taker" sends in order:
        | eventType    | price | quantity | filledQuantity |
        | orderPlaced  | 95020 | 0.66     | 0              |
        | trade        | 95001 | 0.01     |                |
        | trade        | 95002 | 0.02     |                |
        | trade        | 95003 | 0.03     |                |
        | trade        | 95004 | 0.04     |                |
        | trade        | 95005 | 0.05     |                |
        | trade        | 95006 | 0.06     |                |
        | trade        | 95007 | 0.07     |                |
        | trade        | 95008 | 0.08     |                |
        | trade        | 95009 | 0.09     |                |
        | trade        | 95010 | 0.1      |                |
        | trade        | 95011 | 0.11     |                |
        | orderFilled  | 95020 | 0.66     | 0.66           |
        | marginUpdate |       |          |                |
      And nothing else arrived

    @clause:WS-SUB-FORMAT @clause:WS-EMISSION @assumed
    Scenario: orderbook sends a diff that removes all eleven levels
      Given "reader" follows orderbook of "BTC-USDT"
      And "reader" receives 1 frames
      When "taker" buys "0.66" BTC-USDT at "95020"
      And 1 s pass
      Then the stream of "reader" sends:
        | frame.type       | diff       |
        | bids             | []         |
        | asks             | <11 items> |
        | asks[0].price    | 95001      |
        | asks[0].quantity | 0          |
        | asks[10].price   | 95011      |
        | asks[10].quantity | 0         |
      And nothing else arrived
