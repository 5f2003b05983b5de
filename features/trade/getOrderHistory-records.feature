@trade @getOrderHistory @assumed @R-24 @R-25
Feature: getOrderHistory shows order types and cancel reasons
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a row shows the type and the time in force of the order

    @clause:ORDER-FIELD-TYPE @clause:ORDER-PRICE-EMPTY-MARKET @clause:ORDER-FIELD-FILLEDPRICE @clause:ORDER-FIELD-CUMULATIVE-FILLED-VALUE
    @clause:ORDER-FIELD-TIMEINFORCE @needs:worlds
    Scenario: a market order has no price and an average fill price
      Given "trader" sends placeOrders:
        | orders | [{"symbol":"BTC-USDT","side":"buy","orderType":"market","quantity":"1.5"}] |
      And the response is ok
      When "trader" sends getOrderHistory
      Then the response lists:
        | type   | status           | price   | timeInForce | filledQuantity | filledPrice | cumulative_filled_value |
        | MARKET | filled           | <empty> | IOC         | 1.5            | 95013.33    | 142520                  |
        | MARKET | partially filled | <empty> | IOC         | 1              | 95010.00    | 95010                   |
        | MARKET | placed           | <empty> | IOC         | 0              | <empty>     | 0                       |

    @clause:ORDER-FIELD-TYPE @clause:ORDER-PRICE-EMPTY-MARKET @clause:ORDER-FIELD-FILLEDPRICE @clause:ORDER-FIELD-CUMULATIVE-FILLED-VALUE
    @clause:ORDER-FIELD-TIMEINFORCE
    Scenario: a market order that fills at one level has no price in any row
      Given "other" offers "{size}" of "{market}" inside the spread, at "price"
      And "trader" sends placeOrders:
        | orders | [{"symbol":"{market}","side":"buy","orderType":"market","quantity":"{size}"}] |
      And the response is ok
      When "trader" sends getOrderHistory
      Then the response lists:
        | type   | status | price   | timeInForce | filledQuantity | filledPrice          | cumulative_filled_value |
        | MARKET | filled | <empty> | IOC         | {size}         | {price, entry price} | {price x size}          |
        | MARKET | placed | <empty> | IOC         | 0              | <empty>              | 0                       |

    @clause:ORDER-FIELD-TIMEINFORCE @clause:ORDER-FIELD-CANCELREASON @clause:ORDER-FIELD-CANCELLEDAT @clause:ORDER-FILLEDPRICE-EMPTY
    Scenario: an immediate-or-cancel order without a counterparty is cancelled with a reason
      Given "trader" sends placeOrders:
        | orders | [{"symbol":"{market}","side":"buy","orderType":"limitIoc","price":"{far bid}","quantity":"{size}"}] |
      And the response is ok
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | status    | timeInForce | filledQuantity | filledPrice | cancelledAt  | cancelReason |
        | cancelled | IOC         | 0              | <empty>     | number {now} | <text>       |

    @clause:ORDER-FIELD-EXPIRESAT @clause:ORDER-FIELD-CANCELREASON @clause:ORDER-FIELD-CANCELLEDAT @clause:STATE-ORDER-OTHER-MOVES
    Scenario: an order with an expiry is cancelled at that moment
      Given "trader" sends placeOrders:
        | orders[0].symbol    | {market}                       |
        | orders[0].side      | buy                            |
        | orders[0].orderType | limitGtd                       |
        | orders[0].price     | {far bid}                      |
        | orders[0].quantity  | {size}                         |
        | orders[0].expiresAt | number {now + 20 s in seconds} |
      And the response is ok
      When 25 s pass
      And "trader" sends getOrderHistory:
        | status | ["placed", "cancelled"] |
      Then the response lists:
        | status    | expiresAt          | cancelledAt        | cancelReason |
        | cancelled | number {now - 5 s} | number {now - 5 s} | EXPIRED      |
        | placed    | number {now - 5 s} | <absent>           | <absent>     |

    @clause:ORDER-FIELD-REDUCEONLY @clause:ORDER-FIELD-SIDE
    Scenario: a reduce-only order is marked as reduceOnly
      Given "trader" is long "{size}" of "{market}" against "other"
      And "trader" has the open orders:
        | name | symbol   | side | price     | quantity | reduceOnly |
        | exit | {market} | sell | {far ask} | {size}   | true       |
      When "trader" sends getOrderHistory:
        | side | sell |
      Then the response lists:
        | orderId | side | reduceOnly | postOnly |
        | {exit}  | sell | true       | false    |

  Rule: a fill names its position, and a flip names two

    @clause:ORDER-FIELD-POSITION-ID @clause:ORDER-LEGS-NULL
    Scenario: an order that opens a position names it
      Given "trader" is long "{size}" of "{market}" against "other"
      And "trader" sends getPositions
      And "[0].positionId" of the response is called "position"
      When "trader" sends getOrderHistory
      Then the response lists:
        | status | position_id | legs |
        | filled | {position}  | null |
        | placed | null        | null |

    @clause:ORDER-FIELD-LEGS @clause:LEG-FIELD-ID @clause:LEG-FIELD-POSITION-ID @clause:LEG-FIELD-LEG-TYPE @clause:LEG-FIELD-DIRECTION
    @clause:LEG-FIELD-QUANTITY @clause:LEG-FIELD-FEE @clause:LEG-FIELD-CLOSED-PNL @clause:LEG-FIELD-ENTRY-PRICE
    # The fees of both legs are that of the fill, to the last digit.
    Scenario: a fill through zero has a closing leg and an opening leg
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And "trader" is long "{size}" of "{market}" against "other", high in the spread, at "entry"
      And "trader" sends getPositions
      And "[0].positionId" of the response is called "old"
      And "trader" sells "{3 size / 2}" of "{market}" to "other", low in the spread, at "exit"
      And "trader" sends getPositions
      And "[0].positionId" of the response is called "new"
      And these figures:
        | fee     | {exit x 3 size / 2 x taker rate, rounded to 8 decimals} |
        | closing | {exit x size x taker rate, rounded to 8 decimals}       |
      When "trader" sends getOrderHistory:
        | side   | sell       |
        | status | ["filled"] |
      Then "[0].legs" of the response lists:
        | id   | position_id | leg_type | direction  | quantity   | fee             | closed_pnl              | entry_price          |
        | <id> | {old}       | close    | close long | {size}     | {closing}       | {(exit - entry) x size} | {entry, entry price} |
        | <id> | {new}       | open     | open short | {size / 2} | {fee - closing} | <absent>                | {exit, entry price}  |

  Rule: a rejected order leaves no row

    @clause:GETORDERHISTORY @assumed
    Scenario: getOrderHistory leaves out a rejected item
      Given "trader" sends placeOrders:
        | orders | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid + tick / 2}","quantity":"{size}"}] |
      And item 0 is refused with INVALID_VALUE "invalid price"
      When "trader" sends getOrderHistory
      Then the response lists nothing
