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
      Given "trader" sends placeOrders:
        | orders | [{"symbol":"BTC-USDT","side":"buy","orderType":"limitIoc","price":"95010","quantity":"0.5","clientOrderId":"mine"}] |
      And "statuses[0].filled.order.venueId" of the response is called "order"
      And 4 s pass
      When "trader" sends getTrades
      Then the response is ok with:
        | trades                           | <1 item>           |
        | trades[0].tradeId                | <id>               |
        | trades[0].order.venueId          | {order}            |
        | trades[0].order.clientId         | mine               |
        | trades[0].orderId                | {order}            |
        | trades[0].clientOrderId          | <absent>           |
        | trades[0].orderType              | limit              |
        | trades[0].symbol                 | BTC-USDT           |
        | trades[0].side                   | buy                |
        | trades[0].direction              | open long          |
        | trades[0].price                  | 95010              |
        | trades[0].quantity               | 0.5                |
        | trades[0].realizedPnl            | 0                  |
        | trades[0].fee                    | 23.7525            |
        | trades[0].feeRate                | 0.0005             |
        | trades[0].markPrice              | 95000              |
        | trades[0].entryPrice             | 95010.00           |
        | trades[0].timestamp              | number {now - 4 s} |
        | trades[0].maker                  | false              |
        | trades[0].reduceOnly             | false              |
        | trades[0].postOnly               | false              |
        | trades[0].triggeredByLiquidation | false              |

    @clause:TRADE-FIELD-MAKER @clause:TRADE-FIELD-POSTONLY @clause:TRADE-FIELD-FEE @clause:TRADE-FIELD-FEERATE @clause:TRADE-FIELD-DIRECTION
    Scenario: getTrades shows the maker with its lower rate and the other direction
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity | postOnly |
        | ask  | BTC-USDT | sell | 95005 | 0.2      | true     |
      And "taker" buys "0.2" BTC-USDT at "95005"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | orderId | side | direction  | price | quantity | maker | postOnly | feeRate | fee    |
        | {ask}   | sell | open short | 95005 | 0.2      | true  | true     | 0.0002  | 3.8002 |

    @clause:TRADE-FIELD-ORDERTYPE @clause:TRADE-FIELD-TRADEID
    Scenario: a market order that meets two levels has two trades
      Given "trader" sends placeOrders:
        | orders | [{"symbol":"BTC-USDT","side":"buy","orderType":"market","quantity":"1.5"}] |
      And the response is ok
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | orderType | price | quantity | entryPrice |
        | market    | 95020 | 0.5      | 95013.33   |
        | market    | 95010 | 1        | 95010.00   |

    @clause:TRADE-FIELD-DIRECTION @clause:TRADE-FIELD-REALIZEDPNL @clause:TRADE-FIELD-SIDE @clause:TRADE-FIELD-ENTRYPRICE
    Scenario: getTrades shows the direction of opening and closing, long and short
      Given "trader" buys "0.5" BTC-USDT at "95010"
      And "trader" sells "0.5" BTC-USDT at "94990"
      And "trader" sells "0.1" BTC-USDT at "94990"
      And "trader" buys "0.1" BTC-USDT at "95010"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | side | direction   | realizedPnl | entryPrice |
        | buy  | close short | -2          | 94990.00   |
        | sell | open short  | 0           | 94990.00   |
        | sell | close long  | -10         | 95010.00   |
        | buy  | open long   | 0           | 95010.00   |

    @clause:TRADE-FIELD-REDUCEONLY
    Scenario: getTrades marks a reduce-only fill
      Given "trader" buys "0.5" BTC-USDT at "95010"
      And "trader" sends placeOrders:
        | orders | [{"symbol":"BTC-USDT","side":"sell","orderType":"limitIoc","price":"94990","quantity":"0.2","reduceOnly":true}] |
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
