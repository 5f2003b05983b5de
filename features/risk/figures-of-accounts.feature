@risk @figures @assumed
Feature: what an account is worth is the same wherever it is read
  # The account of figures-of-positions.feature: 28,500.1 bought or sold by the taker, two thirds of it closed by the maker.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "5000" USDT

  Rule: delegates, portfolio and withdrawable amounts agree with the account

    @clause:DELACCOUNT-FIELD-ACCOUNTVALUE @clause:DELACCOUNT-FIELD-ADJUSTEDACCOUNTVALUE @clause:GETPORTFOLIO @clause:GETWITHDRAWABLEAMOUNTS
    @clause:GETWITHDRAWABLEAMOUNTS-RESP-TOTAL
    Scenario Outline: an account with a cross <side> closed in part at <close> is worth <value> to its delegate at the mark <mark>
      Given the index of "BTC-USDT" is "<index>"
      And "account" is <side> "0.2" BTC-USDT at "95000" against "other"
      And "account" is <side> "0.1" BTC-USDT at "95001" against "other"
      And "other" is <side> "0.2" BTC-USDT at "<close>" against "account"
      And the mark of "BTC-USDT" is "<mark>"
      And "bob" is a session delegate of "account"
      When "bob" sends getDelegationsForDelegate for "account"
      Then "delegatedAccounts" of the response lists:
        | accountValue | adjustedAccountValue |
        | <value>      | <value>              |
      When "account" sends getPortfolio
      Then "[0].assets" of the response lists:
        | asset | free  | locked   | total  | unrealizedPnL | markPrice | value   |
        | USDT  | <out> | <locked> | <cash> | <unrealized>  | 1         | <worth> |
      When "account" sends getWithdrawableAmounts:
        | symbols | ["USDT"] |
      Then the response is ok with:
        | items[0].withdrawableAmount | <out>  |
        | items[0].quantity           | <cash> |
        | items[0].pendingWithdraw    | 0      |
        | totalWithdrawableUsdt       | <free> |

      Examples:
        | side  | close | index | mark  | value   | unrealized   | out         | locked     | cash        | worth   | free    |
        | long  | 95050 | 95400 | 95200 | 5011.85 | 19.96666667  | 4039.881283 | 952        | 4991.881283 | 4991.88 | 4039.88 |
        | long  | 94950 | 94600 | 94800 | 4951.85 | -20.03333333 | 4003.85195  | 968.033333 | 4971.885283 | 4971.89 | 4003.85 |
        | short | 95050 | 95400 | 95200 | 4952.05 | -19.96666667 | 4000.04795  | 971.966666 | 4972.014616 | 4972.01 | 4000.04 |
        | short | 94950 | 94600 | 94800 | 5012.05 | 20.03333333  | 4044.018616 | 948        | 4992.018616 | 4992.02 | 4044.01 |

    @clause:DELACCOUNT-FIELD-ACCOUNTVALUE @clause:DELACCOUNT-FIELD-ADJUSTEDACCOUNTVALUE @clause:GETPORTFOLIO @clause:GETWITHDRAWABLEAMOUNTS
    @clause:GETWITHDRAWABLEAMOUNTS-RESP-TOTAL @R-11
    Scenario Outline: an account shows its delegate nothing of an isolated <side>
      Given the index of "BTC-USDT" is "95400"
      And "other" has placed:
        | symbol   | side    | price | quantity |
        | BTC-USDT | <other> | 95000 | 0.2      |
      And "account" has sent placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"<own>","orderType":"limitIoc","price":"95000","quantity":"0.2"} |
        | leverage       | 10                                                                                           |
        | isolatedMargin | 2999.55                                                                                      |
      And the mark of "BTC-USDT" is "95200"
      And "bob" is a session delegate of "account"
      When "bob" sends getDelegationsForDelegate for "account"
      Then "delegatedAccounts" of the response lists:
        | accountValue | adjustedAccountValue |
        | 2000.45      | 2000.45              |
      When "account" sends getPortfolio
      Then "[0].assets" of the response lists:
        | asset | free    | locked | total   | unrealizedPnL | markPrice | value   |
        | USDT  | 2000.45 | 0      | 2000.45 | 0             | 1         | 2000.45 |
      When "account" sends getWithdrawableAmounts:
        | symbols | ["USDT"] |
      Then "items" of the response lists:
        | symbol | withdrawableAmount | quantity | pendingWithdraw |
        | USDT   | 2000.45            | 2000.45  | 0               |
      And the response is ok with:
        | totalWithdrawableUsdt | 2000.45 |

      Examples:
        | side  | own  | other |
        | long  | buy  | sell  |
        | short | sell | buy   |

    # 5,000 less 4.75 of fee and 950 in use, and an ether that counts 3,135.
    @clause:GETWITHDRAWABLEAMOUNTS-RESP-TOTAL
    Scenario: the total counts every asset that the account holds, whichever the request names
      Given "account" receives "1" WETH
      And "account" is long "0.1" BTC-USDT at "95000" against "other"
      When "account" sends getWithdrawableAmounts:
        | symbols | ["USDT"] |
      Then the response is ok with:
        | totalWithdrawableUsdt | 7180.25 |
      When "account" sends getWithdrawableAmounts:
        | symbols | ["WETH","DOGE"] |
      Then the response is ok with:
        | totalWithdrawableUsdt | 7180.25 |

  Rule: margin is rounded to the cent, and what is free to less than that

    # 10.3 x 2.3057 = 23.74871: a tenth is 2.374871, half a percent 0.11874355. The fee was 0.011845515.
    @clause:SUBACCT-MARGIN-MAINTENANCEMARGIN @clause:SUBACCT-MARGIN-INITIALMARGIN @clause:SUBACCT-MARGIN-WITHDRAWABLE
    @clause:SUBACCT-COLLATERAL-WITHDRAWABLE @clause:POSITION-FIELD-MAINTENANCEMARGIN @clause:POSITION-FIELD-USEDMARGIN @clause:WS-EMISSION
    Scenario Outline: a <side> of 10.3 XRP at the mark 2.3057 reserves 2.37 and needs 0.12
      Given the index of "XRP-USDT" is "2.31"
      And "account" is <side> "10.3" XRP-USDT at "2.3001" against "other"
      And "account" follows subAccountUpdates
      When the mark of "XRP-USDT" moves to "2.3057"
      Then the stream of "account" sends at last:
        | eventType                            | marginUpdate |
        | crossMarginSummary.maintenanceMargin | 0.12         |
        | crossMarginSummary.initialMargin     | 2.37         |
        | crossMarginSummary.withdrawable      | <free>       |
        | positions[0].usedMargin              | 2.37         |
        | positions[0].maintenanceMargin       | 0.12         |
      When "account" sends getPositions
      Then the response lists:
        | side   | unrealizedPnl | usedMargin | maintenanceMargin |
        | <side> | <pnl>         | 2.37       | 0.12              |
      When "account" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.maintenanceMargin | 0.12   |
        | crossMarginSummary.initialMargin     | 2.37   |
        | crossMarginSummary.availableMargin   | <left> |
        | crossMarginSummary.withdrawable      | <free> |
        | positions[0].usedMargin              | 2.37   |
        | positions[0].maintenanceMargin       | 0.12   |

      Examples:
        | side  | pnl      | left    | free    |
        | long  | 0.05768  | 4997.67 | 4997.61 |
        | short | -0.05768 | 4997.56 | 4997.55 |

    # 47,500 less 23.75 of fee: 4,976.25 and a loss of 1,500 against a tenth of 46,000.
    @clause:SUBACCT-MARGIN-AVAILABLEMARGIN @clause:SUBACCT-MARGIN-WITHDRAWABLE @clause:WS-EMISSION
    Scenario Outline: an account between its two margins has <left> left, and nothing to withdraw
      Given "account" is <side> "0.5" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "<index>"
      And "account" follows subAccountUpdates
      When the mark of "BTC-USDT" moves to "<mark>"
      Then the stream of "account" sends at last:
        | eventType                          | marginUpdate |
        | crossMarginSummary.availableMargin | <left>       |
        | crossMarginSummary.withdrawable    | 0.00         |
      When "account" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.accountValue         | 3476.25 |
        | crossMarginSummary.adjustedAccountValue | 3476.25 |
        | crossMarginSummary.availableMargin      | <left>  |
        | crossMarginSummary.withdrawable         | 0.00    |

      Examples:
        | side  | index | mark  | left     |
        | long  | 91600 | 92000 | -1123.75 |
        | short | 98400 | 98000 | -1423.75 |

  Rule: the history of an account follows the mark, and no deposit

    # At the full hour the mark has taken one step of its average, from 200 to 187 below the index: 95,213. Of 3,600 samples of the
    # premium one is not 0, so that funding is 0.0000125 of 9,540, which is 0.11925. The fee was 4.75.
    @clause:GETPERFORMANCEHISTORY
    Scenario Outline: an hour ends with a <mode> <side> and the PnL <pnl>
      Given "other" has placed:
        | symbol   | side    | price | quantity |
        | BTC-USDT | <other> | 95000 | 0.1      |
      And "account" has sent <action>:
        | . | <params> |
      And 59 minutes pass
      And 59999 ms pass
      And "account" receives "33.33" USDT
      And the index of "BTC-USDT" is "95400"
      And the mark of "BTC-USDT" is "95200"
      And 1 ms pass
      When "account" sends getPerformanceHistory
      Then "performanceHistory.history" of the response lists:
        | accountValue | pnl   |
        | <value>      | <pnl> |
      And the response is ok with:
        | performanceHistory.volume | 9500 |

      Examples:
        | mode     | side  | other | value   | pnl       | action             | params |
        | cross    | long  | sell  | 5049.76 | 16.43075  | placeOrders        | {"orders":[{"symbol":"BTC-USDT","side":"buy","orderType":"limitIoc","price":"95000","quantity":"0.1"}],"grouping":"na"} |
        | isolated | long  | sell  | 5049.76 | 16.43075  | placeIsolatedOrder | {"order":{"symbol":"BTC-USDT","side":"buy","orderType":"limitIoc","price":"95000","quantity":"0.1"},"leverage":"10","isolatedMargin":"1000"} |
        | cross    | short | buy   | 5007.40 | -25.93075 | placeOrders        | {"orders":[{"symbol":"BTC-USDT","side":"sell","orderType":"limitIoc","price":"95000","quantity":"0.1"}],"grouping":"na"} |
        | isolated | short | buy   | 5007.40 | -25.93075 | placeIsolatedOrder | {"order":{"symbol":"BTC-USDT","side":"sell","orderType":"limitIoc","price":"95000","quantity":"0.1"},"leverage":"10","isolatedMargin":"1000"} |
