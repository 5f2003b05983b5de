@lifecycle @twap
Feature: a TWAP that is cancelled early keeps the fills of its first chunk
  Background:
    Given the world "quiet"
    And "maker" offers "{1200 / mark, to whole lots}" of "{market}" inside the spread, at "price"
    And "trader" has the TWAP "slow":
      | symbol   | side | quantity                      | durationSeconds | intervalSeconds |
      | {market} | buy  | {12000 / mark, to whole lots} | number 600      | number 60       |

  Rule: progress is shown only while the TWAP is open

    @clause:TWAP-DETAILS-PRESENT @clause:TWAPDETAILS-FIELD-AVERAGEPRICE @clause:TWAPDETAILS-FIELD-INTERVALMS
    @clause:TWAPDETAILS-FIELD-TOTALTRADES @clause:TWAPDETAILS-FIELD-TRADESFILLED @clause:TWAPDETAILS-FIELD-TOTALFEES
    @clause:TWAPDETAILS-FIELD-STARTEDATMS @clause:TWAPDETAILS-FIELD-TOTALDURATIONMS @clause:TWAP-RECORD-FILLEDQUANTITY
    @clause:TWAP-RECORD-TYPE
    Scenario: getOpenOrders shows the chunk that a TWAP sent at placement
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And these figures:
        | chunk | {1200 / mark, to whole lots} |
      When "trader" sends getOpenOrders
      Then the response is ok with:
        | .                               | <1 item>                                            |
        | [0].orderId                     | {slow}                                              |
        | [0].type                        | TWAP                                                |
        | [0].quantity                    | {12000 / mark, to whole lots}                       |
        | [0].filledQuantity              | {1200 / mark, to whole lots}                        |
        | [0].twapDetails.averagePrice    | {price, price}                                      |
        | [0].twapDetails.intervalMs      | number 60000                                        |
        | [0].twapDetails.totalTrades     | number 10                                           |
        | [0].twapDetails.tradesFilled    | number 1                                            |
        | [0].twapDetails.totalFees       | {price x chunk x taker rate, rounded to 8 decimals} |
        | [0].twapDetails.startedAtMs     | number {now}                                        |
        | [0].twapDetails.totalDurationMs | number 600000                                       |

    @transition:twap/active/cancel
    @clause:STATE-ORDER-CANCEL-TWAP-PARENT @clause:TWAP-DETAILS-ABSENT-HISTORY @clause:TWAP-RECORD-FILLEDQUANTITY
    @clause:TWAP-RECORD-TYPE
    Scenario: getOrderHistory shows a cancelled TWAP with its fills and without progress
      Given "trader" has sent cancelOrders:
        | orderIds | ["{slow}"] |
      When "trader" sends getOrderHistory:
        | type  | TWAP     |
        | limit | number 2 |
      Then the response lists:
        | orderId | type | status     | quantity                      | filledQuantity               | cancelledAt  | twapDetails |
        | {slow}  | TWAP | cancelled  | {12000 / mark, to whole lots} | {1200 / mark, to whole lots} | number {now} | <absent>    |
        | {slow}  | TWAP | cancelling | {12000 / mark, to whole lots} | {1200 / mark, to whole lots} | <absent>     | <absent>    |
      When "trader" sends getOpenOrders
      Then the response lists nothing

    @clause:TWAP-CHUNK-EXECUTION @clause:TRADE-FIELD-ORDERTYPE @assumed @R-118
    Scenario: the trade of the first chunk belongs to an order of its own, and names the TWAP
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | orderId | orderType | side | price          | quantity                     | maker | parentOrder.venueId |
        | <id>    | market    | buy  | {price, price} | {1200 / mark, to whole lots} | false | {slow}              |
      And "trades[0].orderId" of the response is called "chunk"
      When "trader" sends getOrderHistory:
        | type | MARKET |
      Then the response lists:
        | orderId | status | parentOrder.venueId |
        | {chunk} | filled | {slow}              |
        | {chunk} | placed | {slow}              |

  Rule: a cancelled TWAP sends no further chunk

    @transition:twap/active/cancel
    @clause:STATE-ORDER-CANCEL-TWAP-PARENT @clause:STATE-ORDER-CANCEL-TWAP-CHILDREN
    Scenario: a TWAP with intervals of 10 s that is cancelled has one trade 11 s later
      Given "trader" has the TWAP "quick":
        | symbol          | side | quantity                             | durationSeconds | intervalSeconds |
        | {second market} | buy  | {12000 / second mark, to whole lots} | number 300      | number 10       |
      And "trader" has sent cancelOrders:
        | orderIds | ["{slow}", "{quick}"] |
      When 11 s pass
      And "trader" sends getTrades:
        | symbol | {second market} |
      Then "trades" of the response lists:
        | orderType | side |
        | market    | buy  |
      When "trader" sends getOpenOrders
      Then the response lists nothing

    @transition:twap/active/cancel-all
    @clause:CANCELALLORDERS-TYPE-TWAP
    Scenario: cancelAllOrders cancels a TWAP
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response lists:
        | orderId | message | symbol   |
        | {slow}  | <empty> | {market} |
      And these facts changed, and no others:
        | fact       | from                                                                             | to   |
        | order slow | buy {12000 / mark, to whole lots} at market, filled {1200 / mark, to whole lots} | none |

  Rule: a TWAP cannot be changed

    @transition:twap/active/modify
    @clause:STATE-ORDER-MODIFY-REJECTED @negative @assumed
    Scenario: modifyOrder rejects a change of a TWAP
      When "trader" sends modifyOrder:
        | orderId  | {slow} |
        | quantity | 1      |
      Then the response is ok with:
        | status    | rejected                          |
        | error     | order rejected by matching engine |
        | errorCode | ORDER_REJECTED_BY_ENGINE          |
      And nothing changed

  Rule: a TWAP must be worth at least 10,000 USDT at the mark

    @clause:TWAP-NOTIONAL-MIN @assumed @negative
    Scenario: placeOrders refuses a TWAP worth 9,500 USDT
      When "other" places the TWAP:
        | symbol   | side | quantity                     | durationSeconds |
        | {market} | buy  | {9500 / mark, to whole lots} | number 300      |
      Then the response is refused with 400 VALIDATION_ERROR "TWAP notional must be at least 10000"
      And nothing changed
