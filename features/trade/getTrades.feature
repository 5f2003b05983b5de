@trade @getTrades
Feature: getTrades shows the fills of a subaccount
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: each side of a trade has its own record

    @clause:GETTRADES @clause:GETTRADES-RESP-TRADES @clause:AUTH-NONONCE-GETTRADES @clause:TRADE-FIELD-ORDER @clause:TRADE-FIELD-ORDERID
    @clause:TRADE-FIELD-TRADEID @clause:TRADE-FIELD-ORDERTYPE @clause:TRADE-FIELD-SYMBOL @clause:TRADE-FIELD-SIDE @clause:TRADE-FIELD-DIRECTION
    @clause:TRADE-FIELD-PRICE @clause:TRADE-FIELD-QUANTITY @clause:TRADE-FIELD-REALIZEDPNL @clause:TRADE-FIELD-FEE @clause:TRADE-FIELD-FEERATE
    @clause:TRADE-FIELD-MARKPRICE @clause:TRADE-FIELD-ENTRYPRICE @clause:TRADE-FIELD-TIMESTAMP @clause:TRADE-FIELD-MAKER
    @clause:TRADE-FIELD-REDUCEONLY @clause:TRADE-FIELD-POSTONLY @clause:TRADE-FIELD-TRIGGEREDBYLIQUIDATION @clause:TRADE-NO-CLIENTORDERID
    @clause:CONV-TIMESTAMP-MS @assumed
    Scenario: getTrades shows the taker of a limit order with every field
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And "maker" offers "{size}" of "{market}" inside the spread, at "price"
      When "trader" sends placeOrders:
        | orders | [{"symbol":"{market}","side":"buy","orderType":"limitIoc","price":"{price}","quantity":"{size}","clientOrderId":"mine"}] |
      Then "statuses[0].filled.order.venueId" of the response is called "order"
      Given 4 s pass
      When "trader" sends getTrades
      Then the response is ok with:
        | trades                           | <1 item>                                           |
        | trades[0].tradeId                | <id>                                               |
        | trades[0].order.venueId          | {order}                                            |
        | trades[0].order.clientId         | mine                                               |
        | trades[0].orderId                | {order}                                            |
        | trades[0].clientOrderId          | <absent>                                           |
        | trades[0].orderType              | limit                                              |
        | trades[0].symbol                 | {market}                                           |
        | trades[0].side                   | buy                                                |
        | trades[0].direction              | open long                                          |
        | trades[0].price                  | {price, price}                                     |
        | trades[0].quantity               | {size}                                             |
        | trades[0].realizedPnl            | 0                                                  |
        | trades[0].fee                    | {price x size x taker rate, rounded to 8 decimals} |
        | trades[0].feeRate                | {taker rate}                                       |
        | trades[0].markPrice              | {mark, price}                                      |
        | trades[0].entryPrice             | {price, entry price}                               |
        | trades[0].timestamp              | number {now - 4 s}                                 |
        | trades[0].maker                  | false                                              |
        | trades[0].reduceOnly             | false                                              |
        | trades[0].postOnly               | false                                              |
        | trades[0].triggeredByLiquidation | false                                              |

    @clause:TRADE-FIELD-MAKER @clause:TRADE-FIELD-POSTONLY @clause:TRADE-FIELD-FEE @clause:TRADE-FIELD-FEERATE @clause:TRADE-FIELD-DIRECTION
    Scenario: getTrades shows the maker with its lower rate and the other direction
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And "trader" offers "{size}" of "{market}" inside the spread, post-only, at "price", as "ask"
      And "taker" fills "{size}" of the order "ask" of "trader"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | orderId | side | direction  | price          | quantity | maker | postOnly | feeRate      | fee                                                |
        | {ask}   | sell | open short | {price, price} | {size}   | true  | true     | {maker rate} | {price x size x maker rate, rounded to 8 decimals} |

    @clause:TRADE-FIELD-ORDERTYPE @clause:TRADE-FIELD-TRADEID
    Scenario: a market order that meets two levels has two trades
      Given the price low in the spread of "{market}" is called "near"
      And "maker" has the open orders:
        | name | symbol   | side | price           | quantity |
        | one  | {market} | sell | {near}          | {2 size} |
        | two  | {market} | sell | {near + 1 tick} | {size}   |
      And "trader" sends placeOrders:
        | orders | [{"symbol":"{market}","side":"buy","orderType":"market","quantity":"{3 size}"}] |
      And the response is ok
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | orderType | price                  | quantity | entryPrice                           |
        | market    | {near + 1 tick, price} | {size}   | {(3 near + 1 tick) / 3, entry price} |
        | market    | {near, price}          | {2 size} | {near, entry price}                  |

    @clause:TRADE-FIELD-DIRECTION @clause:TRADE-FIELD-REALIZEDPNL @clause:TRADE-FIELD-SIDE @clause:TRADE-FIELD-ENTRYPRICE
    Scenario: getTrades shows the direction of opening and closing, long and short
      Given "trader" buys "{2 size}" of "{market}" from "maker", high in the spread, at "entry"
      And "trader" sells "{2 size}" of "{market}" to "maker", low in the spread, at "exit"
      And "trader" sells "{size}" of "{market}" to "maker", low in the spread, at "short entry"
      And "trader" buys "{size}" of "{market}" from "maker", high in the spread, at "short exit"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | side | direction   | realizedPnl                         | entryPrice                 |
        | buy  | close short | {(short entry - short exit) x size} | {short entry, entry price} |
        | sell | open short  | 0                                   | {short entry, entry price} |
        | sell | close long  | {(exit - entry) x 2 size}           | {entry, entry price}       |
        | buy  | open long   | 0                                   | {entry, entry price}       |

    @clause:TRADE-FIELD-REDUCEONLY
    Scenario: getTrades marks a reduce-only fill
      Given "trader" buys "{2 size}" of "{market}" from "maker"
      And "maker" bids for "{size}" of "{market}" inside the spread, at "exit"
      And "trader" sends placeOrders:
        | orders | [{"symbol":"{market}","side":"sell","orderType":"limitIoc","price":"{exit}","quantity":"{size}","reduceOnly":true}] |
      And the response is ok
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | direction  | reduceOnly |
        | close long | true       |
        | open long  | false      |

    # The mark is the index plus the 30-second average of mid minus index: 96000 - 1000 x (1 - (29/31)^60).
    @clause:TRADE-FIELD-MARKPRICE @assumed
    Scenario: the mark price of a trade is the mark at that time
      Given the index of "BTC-USDT" is "96000"
      And 1 minutes pass
      And "trader" buys "0.5" BTC-USDT at "95010"
      And the index of "BTC-USDT" is "95000"
      And 1 minutes pass
      When "trader" sends getTrades
      Then the response is ok with:
        | trades[0].markPrice | 95018 |

  Rule: a subaccount without trades has an empty list

    @clause:GETTRADES-RESP-TRADES @clause:GETTRADES-RESP-HASMORE @clause:GETTRADES-RESP-TOTAL
    Scenario: getTrades lists nothing for a subaccount without trades
      When "trader" sends getTrades
      Then the response is ok with:
        | trades  | []       |
        | hasMore | false    |
        | total   | number 0 |
