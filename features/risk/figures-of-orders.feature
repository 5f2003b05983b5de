@risk @figures @assumed
Feature: what has filled of an order is its fills, at the prices of those that it met
  # 12.3 x 2.3001 and 8 x 2.3003 are 46.69363 for 20.3, 2.300178... each; 8 x 2.2999 makes them 46.69043, 2.300021...
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "5000" USDT

  Rule: an order that sweeps two prices shows their average, here and there

    # Then 5.2 as maker at the limit, and 4.6 after a modify: 30.1 in all.
    @clause:PLACEORDERS-STATUS-FILLED @clause:MODIFYORDER-RESP-CUMQTY @clause:MODIFYORDER-RESP-AVGPRICE @clause:ORDER-FIELD-FILLEDPRICE
    @clause:ORDER-FIELD-CUMULATIVE-FILLED-VALUE @clause:ORDER-FIELD-FILLEDQUANTITY @R-11
    Scenario Outline: <action> of 30.7 that takes 20.3 of a <side> says so, and a modify says what filled since
      Given the index of "XRP-USDT" is "2.31"
      And the mark of "XRP-USDT" is "2.305"
      And "other" has placed:
        | symbol   | side    | price  | quantity |
        | XRP-USDT | <other> | 2.3001 | 12.3     |
        | XRP-USDT | <other> | <far>  | 8        |
      When "account" sends <action>:
        | . | <params> |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 20.3   |
        | statuses[0].filled.avgPrice  | <taken> |
      And "statuses[0].filled.id" of the response is called "order"
      Given "other" has placed:
        | symbol   | side    | price     | quantity |
        | XRP-USDT | <other> | <far>     | 5.2      |
        | XRP-USDT | <other> | <farther> | 4.6      |
      When "account" sends modifyOrder:
        | orderId | {order}   |
        | price   | <farther> |
      Then the response is ok with:
        | cumQty   | 30.1      |
        | avgPrice | <average> |
      When "account" sends getOrderHistory:
        | limit | number 1 |
      Then the response lists:
        | filledPrice | filledQuantity | cumulative_filled_quantity | cumulative_filled_value |
        | <average>   | 30.1           | 30.1                       | <value>                 |

      Examples:
        | action             | side  | other | far    | farther | taken    | average  | value    | params                                                                                                                                          |
        | placeOrders        | long  | sell  | 2.3003 | 2.3005  | 2.300179 | 2.300249 | 69.23749 | {"orders":[{"symbol":"XRP-USDT","side":"buy","orderType":"limitGtc","price":"2.3003","quantity":"30.7"}],"grouping":"na"}                       |
        | placeIsolatedOrder | long  | sell  | 2.3003 | 2.3005  | 2.300179 | 2.300249 | 69.23749 | {"order":{"symbol":"XRP-USDT","side":"buy","orderType":"limitGtc","price":"2.3003","quantity":"30.7"},"leverage":"10","isolatedMargin":"1000"}  |
        | placeOrders        | short | buy   | 2.2999 | 2.2997  | 2.300021 | 2.299951 | 69.22853 | {"orders":[{"symbol":"XRP-USDT","side":"sell","orderType":"limitGtc","price":"2.2999","quantity":"30.7"}],"grouping":"na"}                       |
        | placeIsolatedOrder | short | buy   | 2.2999 | 2.2997  | 2.300021 | 2.299951 | 69.22853 | {"order":{"symbol":"XRP-USDT","side":"sell","orderType":"limitGtc","price":"2.2999","quantity":"30.7"},"leverage":"10","isolatedMargin":"1000"} |

    @clause:MODIFYORDER-RESP-CUMQTY @clause:MODIFYORDER-RESP-AVGPRICE
    Scenario Outline: a modify of an order that half filled as <role> shows what has filled, not what is left
      Given the index of "XRP-USDT" is "2.31"
      And the mark of "XRP-USDT" is "2.305"
      And "<first>" has placed:
        | symbol   | side     | price  | quantity    |
        | XRP-USDT | <resting> | 2.3001 | <quantity> |
      And "<second>" has placed:
        | symbol   | side     | price  | quantity |
        | XRP-USDT | <taking> | 2.3001 | <taken>  |
      When "account" sends getOpenOrders
      Then "[0].orderId" of the response is called "order"
      When "account" sends modifyOrder:
        | orderId  | {order} |
        | quantity | 24.6    |
      Then the response is ok with:
        | quantity | 24.6     |
        | cumQty   | 8.3      |
        | avgPrice | 2.300100 |

      Examples:
        | role  | first   | second  | resting | taking | quantity | taken |
        | maker | account | other   | buy     | sell   | 20.6     | 8.3   |
        | taker | other   | account | sell    | buy    | 8.3      | 20.6  |

  Rule: a TWAP shows what its chunks have paid so far

    # Chunks of 0.10001: 9,500.95 and 9,501.25003. Fees of 4.750475 and 4.750625015, of which the ninth decimal rounds to even.
    @clause:TWAPDETAILS-FIELD-AVERAGEPRICE @clause:TWAPDETAILS-FIELD-TOTALFEES @twap
    Scenario Outline: a TWAP that <side>s two chunks has paid the fees of both
      Given "account" receives "100000" USDT
      And the index of "BTC-USDT" is "95400"
      And the mark of "BTC-USDT" is "95200"
      And "other" has placed:
        | symbol   | side    | price   | quantity |
        | BTC-USDT | <other> | <first> | 0.10001  |
        | BTC-USDT | <other> | <next>  | 0.5      |
      And "account" has the TWAP "slow":
        | symbol   | side   | quantity | durationSeconds |
        | BTC-USDT | <side> | 1.0001   | number 300      |
      When "account" sends getOpenOrders
      Then the response is ok with:
        | [0].twapDetails.averagePrice | <first> |
        | [0].twapDetails.totalFees    | <fee>   |
      When 30 s pass
      And "account" sends getOpenOrders
      Then the response is ok with:
        | [0].twapDetails.averagePrice | <average> |
        | [0].twapDetails.totalFees    | <fees>    |

      Examples:
        | side | other | first | next  | average | fee      | fees       |
        | buy  | sell  | 95000 | 95003 | 95002   | 4.750475 | 9.50110002 |
        | sell | buy   | 95003 | 95000 | 95002   | 4.75062502 | 9.50110002 |
