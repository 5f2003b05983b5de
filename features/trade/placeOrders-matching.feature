@trade @placeOrders
Feature: placeOrders matches by price, then by time, and never within one subaccount
  Background:
    Given the world "quiet"
    And "maker" is a trader
    And "later" is a trader

  Rule: the older order is filled first

    @clause:PLACEORDERS-TYPE-LIMITGTC @assumed
    Scenario: placeOrders fills the older of two orders at one price
      Given the price midway in the spread of "{market}" is called "price"
      And "maker" has the open orders:
        | name  | symbol   | side | price   | quantity |
        | first | {market} | sell | {price} | {2 size} |
      And "later" has the open orders:
        | name   | symbol   | side | price   | quantity |
        | second | {market} | sell | {price} | {2 size} |
      When "taker" places:
        | symbol   | side | orderType | price   | quantity |
        | {market} | buy  | limitIoc  | {price} | {size}   |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size} |
      And order "first" has filled "{size}"
      And order "second" has filled "0"

    @clause:PLACEORDERS-PARAM-ORDERS @assumed
    Scenario: the orders of one request enter the book in request order
      Given the price midway in the spread of "{market}" is called "price"
      When "maker" places:
        | symbol   | side | price   | quantity |
        | {market} | sell | {price} | {2 size} |
        | {market} | sell | {price} | {3 size} |
      Then "statuses[0].resting.id" of the response is called "first"
      And "statuses[1].resting.id" of the response is called "second"
      Given "taker" has placed:
        | symbol   | side | orderType | price   | quantity |
        | {market} | buy  | limitIoc  | {price} | {size}   |
      Then order "first" has filled "{size}"
      And order "second" has filled "0"

    @clause:MODIFYORDER-ATOMIC @clause:STATE-ORDER-MODIFY-REJECTED @assumed
    Scenario Outline: an order whose change of <field> to <value> is rejected keeps its place
      Given the price midway in the spread of "{market}" is called "price"
      And "maker" has the open orders:
        | name  | symbol   | side | price   | quantity |
        | first | {market} | sell | {price} | {2 size} |
      And "later" has the open orders:
        | name   | symbol   | side | price   | quantity |
        | second | {market} | sell | {price} | {2 size} |
      When "maker" sends modifyOrder:
        | orderId | {first} |
        | <field> | <value> |
      Then the response is ok with:
        | status    | rejected |
        | errorCode | <code>   |
      Given "taker" has placed:
        | symbol   | side | orderType | price   | quantity |
        | {market} | buy  | limitIoc  | {price} | {size}   |
      Then order "first" has filled "{size}"
      And order "second" has filled "0"

      Examples:
        | field    | value                                | code                |
        | price    | {band bottom x 0.98, to whole ticks} | PRICE_OUT_OF_BOUNDS |
        | quantity | {largest size + lot}                 | INVALID_VALUE       |

  Rule: an order that fills several levels has one trade per level, in the order of the book

    @clause:TRADE-FIELD-PRICE @clause:GETTRADES-ORDERING @clause:GETLASTTRADES-ORDERING @clause:PUBTRADE-FIELD-TRADEID
    @clause:GETORDERHISTORY-ROWS-PER-ORDER @assumed @R-25
    Scenario: an order that fills eleven levels has eleven trades, eleven public trades and eleven history rows
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
      When "taker" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 95020 | 0.7      |
      # Sum of n times (95000 + n) hundredths: 62,700 + 5.06, over 0.66.
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.66     |
        | statuses[0].filled.avgPrice  | 95007.67 |
      When "taker" sends getTrades
      Then "trades" of the response lists:
        | price | quantity | maker |
        | 95011 | 0.11     | false |
        | 95010 | 0.1      | false |
        | 95009 | 0.09     | false |
        | 95008 | 0.08     | false |
        | 95007 | 0.07     | false |
        | 95006 | 0.06     | false |
        | 95005 | 0.05     | false |
        | 95004 | 0.04     | false |
        | 95003 | 0.03     | false |
        | 95002 | 0.02     | false |
        | 95001 | 0.01     | false |
      When anyone asks getLastTrades:
        | symbol | BTC-USDT |
      Then "trades" of the response lists:
        | price | quantity | side |
        | 95011 | 0.11     | buy  |
        | 95010 | 0.1      | buy  |
        | 95009 | 0.09     | buy  |
        | 95008 | 0.08     | buy  |
        | 95007 | 0.07     | buy  |
        | 95006 | 0.06     | buy  |
        | 95005 | 0.05     | buy  |
        | 95004 | 0.04     | buy  |
        | 95003 | 0.03     | buy  |
        | 95002 | 0.02     | buy  |
        | 95001 | 0.01     | buy  |
      When "taker" sends getOrderHistory
      Then the response lists:
        | status           | filledQuantity |
        | partially filled | 0.66           |
        | partially filled | 0.55           |
        | partially filled | 0.45           |
        | partially filled | 0.36           |
        | partially filled | 0.28           |
        | partially filled | 0.21           |
        | partially filled | 0.15           |
        | partially filled | 0.1            |
        | partially filled | 0.06           |
        | partially filled | 0.03           |
        | partially filled | 0.01           |
        | placed           | 0              |

  Rule: an order that would meet an order of its own subaccount is rejected

    @clause:PLACEORDERS-ITEM-OTHER @assumed @R-62 @negative
    Scenario: placeOrders rejects an order that would meet its own order behind another and fills nothing
      Given the price low in the spread of "{market}" is called "price"
      And "maker" has the open orders:
        | name  | symbol   | side | price   | quantity |
        | front | {market} | sell | {price} | {size}   |
      And "taker" has the open orders:
        | name | symbol   | side | price          | quantity |
        | own  | {market} | sell | {price + tick} | {size}   |
      When "taker" places:
        | symbol   | side | price          | quantity |
        | {market} | buy  | {price + tick} | {2 size} |
      Then item 0 is refused with SELF_TRADE_PREVENTED "self trade prevented"
      And nothing changed

    @clause:PLACEORDERS-ITEM-OTHER @assumed @R-62
    Scenario: placeOrders fills an order that is complete before it reaches its own order
      Given the price low in the spread of "{market}" is called "price"
      And "maker" has the open orders:
        | name  | symbol   | side | price   | quantity |
        | front | {market} | sell | {price} | {size}   |
      And "taker" has the open orders:
        | name | symbol   | side | price          | quantity |
        | own  | {market} | sell | {price + tick} | {size}   |
      When "taker" places:
        | symbol   | side | price          | quantity |
        | {market} | buy  | {price + tick} | {size}   |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size} |
      And order "own" has filled "0"

    @clause:MODIFYORDER-ERR-PARAMETERS @clause:MODIFYORDER-ATOMIC @assumed @R-62 @negative
    Scenario: modifyOrder rejects a change that would meet an order of the same subaccount
      Given the price low in the spread of "{market}" is called "price"
      And "taker" has the open orders:
        | name | symbol   | side | price          | quantity |
        | own  | {market} | sell | {price + tick} | {size}   |
        | bid  | {market} | buy  | {far bid}      | {size}   |
      When "taker" sends modifyOrder:
        | orderId | {bid}          |
        | price   | {price + tick} |
      Then the response is ok with:
        | status    | rejected             |
        | errorCode | SELF_TRADE_PREVENTED |
      And nothing changed
