@ws @ws-only
Feature: a deployment may leave the provenance out of its notifications
  Background:
    Given the world "quiet"

  Rule: no order and no trade notification carries provenance that is switched off

    @assumed @R-115
    Scenario: a public trade carries neither meseq nor met
      Given the exchange sends no provenance
      And "reader" follows trades of "BTC-USDT"
      When "trader" buys "0.5" BTC-USDT at "95010"
      Then the stream of "reader" sends:
        | frame.channel           | trade    |
        | frame.meseq             | <absent> |
        | frame.met               | <absent> |
        | frame.provenanceMissing | <absent> |
        | price                   | 95010    |
        | quantity                | 0.5      |
      And nothing else arrived

    @assumed @R-115
    Scenario: order and trade events of a subaccount carry neither meseq nor met
      Given the exchange sends no provenance
      And "trader" follows subAccountUpdates
      When "trader" buys "0.5" BTC-USDT at "95010"
      Then the stream of "trader" sends in order:
        | eventType    | frame.meseq | frame.met | frame.provenanceMissing | quantity |
        | orderPlaced  | <absent>    | <absent>  | <absent>                | 0.5      |
        | trade        | <absent>    | <absent>  | <absent>                | 0.5      |
        | orderFilled  | <absent>    | <absent>  | <absent>                | 0.5      |
        | marginUpdate | <absent>    | <absent>  | <absent>                |          |
      And nothing else arrived

    @assumed @R-115
    Scenario: a rejected order is not marked provenanceMissing
      Given the exchange sends no provenance
      And "trader" follows subAccountUpdates
      When "trader" places:
        | symbol   | side | price  | quantity |
        | BTC-USDT | buy  | 110000 | 0.1      |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType     | frame.meseq | frame.met | frame.provenanceMissing |
        | orderRejected | <absent>    | <absent>  | <absent>                |
      And nothing else arrived

  Rule: nothing else depends on it

    @assumed @R-115
    Scenario: frames of the order book keep the sequence that chains them
      Given the exchange sends no provenance
      And "reader" follows orderbook:
        | symbol | BTC-USDT  |
        | depth  | number 10 |
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 95005 | 0.1      |
      Then the response is ok
      When 1 s pass
      Then the stream of "reader" sends in order:
        | frame.type | frame.meseq | frame.prevMeseq      |
        | snapshot   | <integer>   | <absent>             |
        | diff       | <more>      | <frame.meseq before> |
      And nothing else arrived

    @assumed @R-115
    Scenario: an open subscription carries the fields again once they are switched on
      Given the exchange sends no provenance
      And "reader" follows trades of "BTC-USDT"
      And the exchange sends provenance
      And 1 s pass
      When "trader" buys "0.5" BTC-USDT at "95010"
      Then the stream of "reader" sends:
        | frame.meseq             | <integer>                  |
        | frame.met               | text {now in microseconds} |
        | frame.provenanceMissing | <absent>                   |
        | price                   | 95010                      |
      And nothing else arrived
