@lifecycle @twap
Feature: a TWAP sends chunk after chunk and ends filled or cancelled
  Background:
    Given the world "quiet"
    And "trader" has the TWAP "slow":
      | symbol   | side | quantity | durationSeconds | intervalSeconds |
      | BTC-USDT | buy  | 0.5      | number 300      | number 30       |

  Rule: a chunk is sent at placement and at every interval

    @transition:twap/active/chunk
    @clause:TWAP-CHUNK-EXECUTION @clause:TWAP-RECORD-FILLEDQUANTITY @clause:TWAP-RECORD-TYPE @assumed @needs:clock
    Scenario: the second chunk of a TWAP is sent at its interval and not 1 ms earlier
      When 29999 ms pass
      Then nothing changed
      When 1 ms pass
      Then these facts changed, and no others:
        | fact                     | from                           | to                            |
        | trader USDT              | 999997.62475                   | 999995.2495                   |
        | trader margin            | 475.00                         | 950.00                        |
        | trader position BTC-USDT | long 0.05 at 95010.00          | long 0.1 at 95010.00          |
        | order slow               | buy 0.5 at market, filled 0.05 | buy 0.5 at market, filled 0.1 |

    @clause:TWAP-DETAILS-PRESENT @clause:TWAPDETAILS-FIELD-AVERAGEPRICE @clause:TWAPDETAILS-FIELD-INTERVALMS
    @clause:TWAPDETAILS-FIELD-TOTALTRADES @clause:TWAPDETAILS-FIELD-TRADESFILLED
    @clause:TWAPDETAILS-FIELD-TOTALFEES @clause:TWAPDETAILS-FIELD-STARTEDATMS
    @clause:TWAPDETAILS-FIELD-TOTALDURATIONMS @clause:TWAP-DETAILS-ABSENT-OTHER
    Scenario: getOpenOrders shows the progress of a TWAP
      Given "trader" has the open orders:
        | name  | symbol   | side | price | quantity |
        | plain | BTC-USDT | buy  | 94000 | 0.1      |
      When 60 s pass
      And "trader" sends getOpenOrders
      Then the response is ok with:
        | .                  | <2 items>                                                                                                                                                |
        | [0].orderId        | {plain}                                                                                                                                                  |
        | [0].twapDetails    | <absent>                                                                                                                                                 |
        | [1].orderId        | {slow}                                                                                                                                                   |
        | [1].type           | TWAP                                                                                                                                                     |
        | [1].filledQuantity | 0.15                                                                                                                                                     |
        | [1].twapDetails    | {"averagePrice":"95010","intervalMs":30000,"totalTrades":10,"tradesFilled":3,"totalFees":"7.12575","startedAtMs":1767571200000,"totalDurationMs":300000} |

  Rule: a TWAP ends as filled if every chunk has filled, else as cancelled

    @transition:twap/active/last-chunk
    @clause:TWAP-RECORD-FILLEDQUANTITY @clause:TWAP-DETAILS-ABSENT-HISTORY @assumed
    Scenario: the last chunk completes the TWAP, which ends as filled
      When 270 s pass
      And "trader" sends getOrderHistory:
        | type  | TWAP     |
        | limit | number 2 |
      Then the response lists:
        | orderId | type | status           | filledQuantity | filledPrice | updatedTime          | twapDetails | cumulative_filled_value |
        | {slow}  | TWAP | filled           | 0.5            | 95010.00    | number 1767571470000 | <absent>    | 47505                   |
        | {slow}  | TWAP | partially filled | 0.45           | 95010.00    | number 1767571440000 | <absent>    | 42754.5                 |
      When "trader" sends getOpenOrders
      Then the response lists nothing

    @transition:twap/active/chunk-dropped @transition:twap/active/last-chunk-short
    @clause:TWAP-CHUNK-EXECUTION @clause:ORDER-FIELD-CANCELREASON @assumed
    Scenario: a TWAP drops the chunk that a closed market refuses and ends as cancelled
      Given 30 s pass
      And market "BTC-USDT" is closed
      And 30 s pass
      And market "BTC-USDT" is open
      When 210 s pass
      And "trader" sends getOrderHistory:
        | type  | TWAP     |
        | limit | number 2 |
      Then the response lists:
        | orderId | status           | filledQuantity | cancelReason | cancelledAt          |
        | {slow}  | cancelled        | 0.45           | TWAP_ENDED   | number 1767571470000 |
        | {slow}  | partially filled | 0.45           | <absent>     | <absent>             |

  Rule: the trades of a TWAP belong to its chunks

    @clause:TWAP-CHUNK-EXECUTION @clause:TRADE-FIELD-ORDERTYPE @assumed @R-118
    Scenario: each chunk of a TWAP trades as an order of its own
      When 30 s pass
      And "trader" sends getTrades
      Then "trades" of the response lists:
        | orderId | orderType | side | price | quantity | maker | parentOrder.venueId |
        | <id>    | market    | buy  | 95010 | 0.05     | false | {slow}              |
        | <id>    | market    | buy  | 95010 | 0.05     | false | {slow}              |
      And "trades[0].orderId" of the response is called "second"
      And "trades[1].orderId" of the response is called "first"
      When "trader" sends getTrades:
        | orderId | {slow} |
      Then "trades" of the response lists:
        | orderId  | quantity |
        | {second} | 0.05     |
        | {first}  | 0.05     |

  Rule: cancelling the TWAP stops its chunks

    @transition:twap/active/cancel
    @clause:STATE-ORDER-CANCEL-TWAP-PARENT @clause:STATE-ORDER-CANCEL-TWAP-CHILDREN
    Scenario: a cancelled TWAP sends no chunk at later intervals
      Given "trader" has sent cancelOrders:
        | orderIds | ["{slow}"] |
      When 300 s pass
      Then nothing changed
      When "trader" sends getOrderHistory:
        | type  | TWAP     |
        | limit | number 2 |
      Then the response lists:
        | orderId | status     | filledQuantity | cancelReason |
        | {slow}  | cancelled  | 0.05           | <absent>     |
        | {slow}  | cancelling | 0.05           | <absent>     |
