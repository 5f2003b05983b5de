@risk @figures @assumed
Feature: a closed position sums up all that it paid and earned
  # 10.3 XRP: 23.69103 in, and 12.3 and 8.3 of what is doubled go out at two prices.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "5000" USDT

  Rule: fees of every fill are accumulated, and the close price is their average

    # Opened by 10.3 as taker and 10.3 as maker; closed by 12.3 as maker and 8.3 as taker.
    @clause:POSHIST-FIELD-ACCUMULATEDFEES @clause:POSHIST-FIELD-CLOSEPRICE @clause:POSHIST-FIELD-REALIZEDPNL @clause:POSHIST-FIELD-ENTRYPRICE @clause:POSHIST-FIELD-QUANTITY
    Scenario Outline: a <mode> <side> opened at 2.3001 and 2.3002 and closed at <first> and <last> has earned <pnl>
      Given the index of "XRP-USDT" is "2.31"
      And the mark of "XRP-USDT" is "2.305"
      And "other" has placed:
        | symbol   | side    | price  | quantity |
        | XRP-USDT | <other> | 2.3001 | 10.3     |
      And "account" has sent <action>:
        | . | <params> |
      And "other" is <turned> "10.3" XRP-USDT at "2.3002" against "account"
      And "other" is <side> "12.3" XRP-USDT at "<first>" against "account"
      And "account" is <turned> "8.3" XRP-USDT at "<last>" against "other"
      When "account" sends getPositionHistory
      Then "positions" of the response lists:
        | side   | quantity | entryPrice | closePrice | realizedPnl | accumulatedFees | netFunding |
        | <side> | 20.6     | 2.300150   | <average>  | <pnl>       | <fees>          | 0          |
      When "account" sends getPositions:
        | status | close |
      Then the response lists:
        | side   | entryPrice | realizedPnl | unrealizedPnl |
        | <side> | 2.300150   | <pnl>       | 0             |

      Examples:
        | mode     | side  | turned | other | first  | last   | average  | pnl      | fees       | action             | params                                                                                                                                          |
        | cross    | long  | short  | sell  | 2.3101 | 2.3099 | 2.310019 | 0.20331  | 0.03185286 | placeOrders        | {"orders":[{"symbol":"XRP-USDT","side":"buy","orderType":"limitIoc","price":"2.3001","quantity":"10.3"}],"grouping":"na"}                       |
        | isolated | long  | short  | sell  | 2.3101 | 2.3099 | 2.310019 | 0.20331  | 0.03185286 | placeIsolatedOrder | {"order":{"symbol":"XRP-USDT","side":"buy","orderType":"limitIoc","price":"2.3001","quantity":"10.3"},"leverage":"10","isolatedMargin":"1000"}  |
        | cross    | long  | short  | sell  | 2.2901 | 2.2899 | 2.290019 | -0.20869 | 0.03172066 | placeOrders        | {"orders":[{"symbol":"XRP-USDT","side":"buy","orderType":"limitIoc","price":"2.3001","quantity":"10.3"}],"grouping":"na"}                       |
        | isolated | long  | short  | sell  | 2.2901 | 2.2899 | 2.290019 | -0.20869 | 0.03172066 | placeIsolatedOrder | {"order":{"symbol":"XRP-USDT","side":"buy","orderType":"limitIoc","price":"2.3001","quantity":"10.3"},"leverage":"10","isolatedMargin":"1000"}  |
        | cross    | short | long   | buy   | 2.3101 | 2.3099 | 2.310019 | -0.20331 | 0.03185286 | placeOrders        | {"orders":[{"symbol":"XRP-USDT","side":"sell","orderType":"limitIoc","price":"2.3001","quantity":"10.3"}],"grouping":"na"}                      |
        | isolated | short | long   | buy   | 2.3101 | 2.3099 | 2.310019 | -0.20331 | 0.03185286 | placeIsolatedOrder | {"order":{"symbol":"XRP-USDT","side":"sell","orderType":"limitIoc","price":"2.3001","quantity":"10.3"},"leverage":"10","isolatedMargin":"1000"} |
        | cross    | short | long   | buy   | 2.2901 | 2.2899 | 2.290019 | 0.20869  | 0.03172066 | placeOrders        | {"orders":[{"symbol":"XRP-USDT","side":"sell","orderType":"limitIoc","price":"2.3001","quantity":"10.3"}],"grouping":"na"}                      |
        | isolated | short | long   | buy   | 2.2901 | 2.2899 | 2.290019 | 0.20869  | 0.03172066 | placeIsolatedOrder | {"order":{"symbol":"XRP-USDT","side":"sell","orderType":"limitIoc","price":"2.3001","quantity":"10.3"},"leverage":"10","isolatedMargin":"1000"} |
