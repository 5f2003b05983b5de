@channels @subAccountUpdates
Feature: subAccountUpdates sends each event of the orders of a subaccount
  Background:
    Given the world "quiet"
    And "trader" follows subAccountUpdates

  Rule: a resting order sends orderPlaced, and marginUpdate follows

    @clause:WS-SUB-SUBACCOUNTUPDATES @clause:WS-EVENT-ORDER @clause:WS-EVENT-ORDERID
    Scenario: orderPlaced carries the order id and the client order id
      When "trader" places:
        | symbol   | side | price     | quantity | clientOrderId |
        | {market} | buy  | {far bid} | {size}   | mine          |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |
      And "statuses[0].resting.id" of the response is called "bid"
      And the stream of "trader" sends:
        | frame.method      | subAccountEvent  |
        | frame.channel     | subAccountUpdate |
        | frame.timestamp   | number {now}     |
        | frame.requestId   | <absent>         |
        | eventType         | orderPlaced      |
        | order.venueId     | {bid}            |
        | order.clientId    | mine             |
        | orderId           | {bid}            |
        | subAccountId      | {trader id}      |
        | quantity          | {size}           |
        | remainingQuantity | {size}           |
        | status            | open             |
      And the stream of "trader" sends in order:
        | eventType    | crossMarginSummary.initialMargin             |
        | marginUpdate | {mark x size / default leverage, 2 decimals} |
      And nothing else arrived

    @clause:WS-EMISSION @assumed
    Scenario: one request sends its orders in request order and one marginUpdate
      When "trader" places:
        | symbol   | side | price                 | quantity |
        | {market} | buy  | {far bid}             | {size}   |
        | {market} | buy  | {band top + 10 ticks} | {size}   |
        | {market} | buy  | {far bid - 20 ticks}  | {size}   |
      Then item 1 is refused with PRICE_OUT_OF_BOUNDS "price out of bounds"
      And the stream of "trader" sends in order:
        | eventType     | price                        | status   | errorCode           | error               | orderId  | crossMarginSummary.initialMargin               |
        | orderPlaced   | {far bid, price}             | open     |                     |                     | <id>     |                                                |
        | orderRejected | {band top + 10 ticks, price} | rejected | PRICE_OUT_OF_BOUNDS | price out of bounds | <empty>  |                                                |
        | orderPlaced   | {far bid - 20 ticks, price}  | open     |                     |                     | <id>     |                                                |
        | marginUpdate  |                              |          |                     |                     | <absent> | {2 mark x size / default leverage, 2 decimals} |
      And nothing else arrived

  Rule: trades come before the resulting state of the order

    @clause:WS-EVENT-ORDER @clause:WS-EVENT-ORDERID @assumed
    Scenario: an incoming order sends its trades and then one orderPartiallyFilled
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And "maker" offers "{2 size}" of "{market}" inside the spread, high, at "dear"
      And "maker" offers "{size}" of "{market}" inside the spread, low, at "cheap"
      When "trader" places:
        | symbol   | side | price  | quantity |
        | {market} | buy  | {dear} | {5 size} |
      Then "statuses[0].filled.id" of the response is called "bid"
      And the stream of "trader" sends in order:
        | eventType            | orderId  | order.venueId | price          | quantity | filledQuantity | direction | fee                                                 |
        | orderPlaced          | {bid}    | {bid}         | {dear, price}  | {5 size} | 0              |           |                                                     |
        | trade                | {bid}    | {bid}         | {cheap, price} | {size}   |                | open long | {cheap x size x taker rate, rounded to 8 decimals}  |
        | trade                | {bid}    | {bid}         | {dear, price}  | {2 size} |                | open long | {dear x 2 size x taker rate, rounded to 8 decimals} |
        | orderPartiallyFilled | {bid}    | {bid}         | {dear, price}  | {5 size} | {3 size}       |           |                                                     |
        | marginUpdate         | <absent> | <absent>      |                |          |                |           |                                                     |
      And nothing else arrived

    @clause:WS-EMISSION
    Scenario: a resting order sends trade and order state for each fill
      Given "trader" offers "{3 size}" of "{market}" inside the spread, at "ask"
      When "taker" places:
        | symbol   | side | price | quantity |
        | {market} | buy  | {ask} | {size}   |
        | {market} | buy  | {ask} | {2 size} |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType            | maker | position.quantity | filledQuantity |
        | orderPlaced          |       |                   | 0              |
        | marginUpdate         |       |                   |                |
        | trade                | true  | {size}            |                |
        | orderPartiallyFilled |       |                   | {size}         |
        | trade                | true  | {3 size}          |                |
        | orderFilled          |       |                   | {3 size}       |
        | marginUpdate         |       |                   |                |
      And nothing else arrived

    @clause:WS-EMISSION @assumed
    Scenario: a trade that closes the position carries position null
      Given "trader" is long "{size}" of "{market}" against "other", low in the spread, at "entry"
      And "other" bids for "{size}" of "{market}" inside the spread, high, at "exit"
      When "trader" places:
        | symbol   | side | orderType | price  | quantity | reduceOnly |
        | {market} | sell | limitIoc  | {exit} | {size}   | true       |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType    | direction  | realizedPnl             | position | reduceOnly |
        | orderPlaced  |            |                         |          |            |
        | trade        | open long  | 0                       |          | false      |
        | orderFilled  |            |                         |          |            |
        | marginUpdate |            |                         |          |            |
        | orderPlaced  |            |                         |          | true       |
        | trade        | close long | {(exit - entry) x size} | null     | true       |
        | orderFilled  |            |                         |          | true       |
        | marginUpdate |            |                         |          |            |
      And nothing else arrived

  Rule: events of the engine may carry its sequence and time

    @clause:WS-PROVENANCE-MESEQ @clause:WS-PROVENANCE-MET
    Scenario: an engine event carries a rising meseq and a met of text, or neither, and marginUpdate neither
      Given "trader" has placed:
        | symbol   | side | price     | quantity |
        | {market} | sell | {far ask} | {size}   |
      When "trader" sends cancelAllOrders:
        | symbols | ["{market}"] |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType      | frame.meseq         | frame.met                            | frame.provenanceMissing | cancelReason |
        | orderPlaced    | <integer> or absent | text {now in microseconds} or absent | <absent>                |              |
        | marginUpdate   | <absent>            | <absent>                             | <absent>                |              |
        | orderCancelled | <more> or absent    | text {now in microseconds} or absent | <absent>                | <absent>     |
        | marginUpdate   | <absent>            | <absent>                             | <absent>                |              |

    @clause:WS-PROVENANCE-MISSING
    Scenario: orderRejected carries no engine sequence, and at most the mark provenanceMissing
      When "trader" places:
        | symbol   | side | price                 | quantity |
        | {market} | buy  | {band top + 10 ticks} | {size}   |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType     | frame.meseq | frame.met | frame.provenanceMissing |
        | orderRejected | <absent>    | <absent>  | true or absent          |
      And nothing else arrived

    @assumed @R-114
    Scenario: every order event carries createdAt beside created_at, equal to it
      When "trader" places:
        | symbol   | side | price     | quantity |
        | {market} | sell | {far ask} | {size}   |
      Then the response is ok
      And the stream of "trader" sends:
        | eventType  | orderPlaced  |
        | created_at | number {now} |
        | createdAt  | number {now} |
      When "trader" places:
        | symbol   | side | price                 | quantity |
        | {market} | buy  | {band top + 10 ticks} | {size}   |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType     | created_at   | createdAt    |
        | marginUpdate  | <absent>     | <absent>     |
        | orderRejected | number {now} | number {now} |
