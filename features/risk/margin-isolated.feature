@risk @margin @assumed
Feature: an isolated market uses only the margin set apart for it
  # Fifty SOL at 190 with twenty times leverage and 500 USDT, of which the fee took 4.75.
  Background:
    Given the world "bare"
    And "other" has placed:
      | symbol   | side | price | quantity |
      | SOL-USDT | sell | 190   | 50       |
    And "trader" has sent placeIsolatedOrder:
      | order          | {"symbol":"SOL-USDT","side":"buy","orderType":"limitIoc","price":"190","quantity":"50"} |
      | leverage       | 20  |
      | isolatedMargin | 500 |

  Rule: an isolated market is no part of the cross account

    # 999,500 USDT, 66,000 of ether, 95,000 of bitcoin; the isolated market is down 250.
    @clause:SUBACCT-FIELD-CROSSMARGINSUMMARY @R-11
    Scenario: the loss of an isolated market leaves the cross summary unchanged
      Given the index of "SOL-USDT" is "185"
      When "trader" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.accountValue       | 1160500.00 |
        | crossMarginSummary.totalUnrealizedPnl | 0.00       |
        | crossMarginSummary.initialMargin      | 0.00       |
        | crossMarginSummary.maintenanceMargin  | 0.00       |
      When "trader" sends getPositions
      Then the response lists:
        | symbol   | usedMargin | unrealizedPnl | maintenanceMargin |
        | SOL-USDT | 495.25     | -250          | 46.25             |

    @clause:SUBACCT-FIELD-CROSSMARGINSUMMARY @R-11
    Scenario: the margin of a cross position excludes the isolated market
      Given "trader" is long "1" BTC-USDT at "95000" against "other"
      When "trader" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.initialMargin     | 9500.00 |
        | crossMarginSummary.maintenanceMargin | 475.00  |
      When "trader" sends getPositions
      Then the response lists:
        | symbol   | usedMargin | maintenanceMargin |
        | BTC-USDT | 9500.00    | 475.00            |
        | SOL-USDT | 495.25     | 47.50             |

  Rule: an isolated market has its own margin

    # Another fifty would need 950 in all; there are 495.25, and a million beside them.
    @clause:ERR-INSUFFICIENT-MARGIN @R-11 @negative
    Scenario: an order in an isolated market is covered only by the margin of that market
      When "trader" places:
        | symbol   | side | price | quantity |
        | SOL-USDT | buy  | 190   | 50       |
      Then item 0 is refused with INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed

    # Twenty sold at 198: 160 of profit less 1.98 of fee.
    @clause:POSITION-FIELD-USEDMARGIN @R-11
    Scenario: profit and fee of a partial close change the isolated margin
      Given the index of "SOL-USDT" is "198"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | SOL-USDT | buy  | 198   | 20       |
      And "trader" sells "20" SOL-USDT at "198"
      When "trader" sends getPositions
      Then the response lists:
        | quantity | usedMargin | realizedPnl |
        | 30       | 653.27     | 160         |

    # 50 x 190 x 0.0000125 = 0.11875
    @clause:POSITION-FIELD-USEDMARGIN @clause:GETFUNDINGPAYMENTS @R-11
    Scenario: funding is paid from the isolated margin
      When 1 hours pass
      And "trader" sends getPositions
      Then the response lists:
        | usedMargin | netFunding |
        | 495.13     | -0.11875   |
      When "trader" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity | 999500 |

  Rule: more isolated margin moves the liquidation price away

    # (9,500 - margin) / (50 x 0.995)
    @clause:POSITION-FIELD-LIQUIDATIONPRICE @R-11
    Scenario Outline: updateIsolatedMargin by <delta> moves the liquidation price to <price>
      Given "trader" has sent updateIsolatedMargin:
        | symbol      | SOL-USDT |
        | marginDelta | <delta>  |
      When "trader" sends getPositions
      Then the response lists:
        | usedMargin | liquidationPrice |
        | <margin>   | <price>          |

      Examples:
        | delta | margin  | price  |
        | 0.01  | 495.26  | 181.00 |
        | 100   | 595.25  | 178.99 |
        | 4000  | 4495.25 | 100.60 |
        | 9004  | 9499.25 | 0.02   |
        | 9005  | 9500.25 | 0      |

  Rule: leverage of an isolated market is covered by its own margin

    @clause:UPDATELEVERAGE @R-11
    Scenario: updateLeverage refuses a leverage that the isolated margin does not cover
      When "trader" sends updateLeverage:
        | symbol   | SOL-USDT |
        | leverage | 19       |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed
