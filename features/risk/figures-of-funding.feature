@risk @funding @figures @assumed
Feature: funding is rounded alike for those who pay and those who receive
  # 0.33333 x 95,000.01 x 0.0000125 = 0.395829416...: what a long pays is what a short receives, 0.39582942.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "5000" USDT

  Rule: a payment is the size at the index, not at the mark, times the rate

    @clause:GETFUNDINGPAYMENTS @clause:POSITION-FIELD-NETFUNDING @clause:WS-EMISSION @R-11
    Scenario Outline: <action> opens a <side> whose funding of an hour is <payment>
      Given the index of "BTC-USDT" is "95000.01"
      And "other" has placed:
        | symbol   | side    | price | quantity |
        | BTC-USDT | <other> | 95000 | 0.33333  |
      And "account" has sent <action>:
        | . | <params> |
      And "account" follows subAccountUpdates
      When 2 hours pass
      Then the stream of "account" sends at last:
        | eventType    | funding   |
        | positionSize | <size>    |
        | fundingRate  | 0.0000125 |
        | payment      | <payment> |
        | indexPrice   | 95000     |
      When "account" sends getFundingPayments
      Then the response is ok with:
        | summary.totalFundingReceived | <received> |
        | summary.totalFundingPaid     | <paid>     |
        | summary.netFunding           | <net>      |
        | summary.averagePaymentSize   | 0.39582942 |
      And "fundingHistory" of the response lists:
        | positionSize | fundingRate | payment   |
        | <size>       | 0.0000125   | <payment> |
        | <size>       | 0.0000125   | <payment> |
      When "account" sends getPositions
      Then the response lists:
        | side   | netFunding | realizedPnl |
        | <side> | <net>      | 0           |

      Examples:
        | action             | side  | other | size     | payment     | received   | paid       | net         | params                                                                                                                                            |
        | placeOrders        | long  | sell  | 0.33333  | -0.39582942 | 0          | 0.79165884 | -0.79165884 | {"orders":[{"symbol":"BTC-USDT","side":"buy","orderType":"limitIoc","price":"95000","quantity":"0.33333"}],"grouping":"na"}                       |
        | placeIsolatedOrder | long  | sell  | 0.33333  | -0.39582942 | 0          | 0.79165884 | -0.79165884 | {"order":{"symbol":"BTC-USDT","side":"buy","orderType":"limitIoc","price":"95000","quantity":"0.33333"},"leverage":"10","isolatedMargin":"4000"}  |
        | placeOrders        | short | buy   | -0.33333 | 0.39582942  | 0.79165884 | 0          | 0.79165884  | {"orders":[{"symbol":"BTC-USDT","side":"sell","orderType":"limitIoc","price":"95000","quantity":"0.33333"}],"grouping":"na"}                      |
        | placeIsolatedOrder | short | buy   | -0.33333 | 0.39582942  | 0.79165884 | 0          | 0.79165884  | {"order":{"symbol":"BTC-USDT","side":"sell","orderType":"limitIoc","price":"95000","quantity":"0.33333"},"leverage":"10","isolatedMargin":"4000"} |

  Rule: funding belongs to the position that paid it

    # Fee of the open, 0.33333 x 95,000 x 0.0005 = 15.833175; of the close at 95,001 as maker, 6.33333666...; cost and value are exact.
    @clause:POSITION-FIELD-NETFUNDING @clause:POSHIST-FIELD-NETFUNDING @clause:POSHIST-FIELD-REALIZEDPNL
    Scenario Outline: a <side> that is turned after an hour keeps its funding of <funding>, and the position it opens has none
      Given the index of "BTC-USDT" is "95000.01"
      And "account" is <side> "0.33333" BTC-USDT at "95000" against "other"
      And 1 hours pass
      And "account" is <turned> "0.5" BTC-USDT at "<close>" against "other"
      When "account" sends getPositions
      Then the response lists:
        | side     | quantity | netFunding | realizedPnl |
        | <turned> | 0.16667  | 0          | 0           |
      When "account" sends getPositionHistory
      Then "positions" of the response lists:
        | side   | quantity | entryPrice | closePrice | netFunding | realizedPnl |
        | <side> | 0.33333  | 95000.00   | <close>.00 | <funding>  | <pnl>       |

      Examples:
        | side  | turned | close | funding     | pnl     |
        | long  | short  | 95010 | -0.39582942 | 3.3333  |
        | long  | short  | 94990 | -0.39582942 | -3.3333 |
        | short | long   | 94990 | 0.39582942  | 3.3333  |
        | short | long   | 95010 | 0.39582942  | -3.3333 |
