@risk @margin
Feature: the margin of a cross account is measured over all its positions and orders
  # No account quotes, so the mark is the index. The account has 10,000 USDT; a position of one bitcoin at 95,000 costs it 47.50.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "10000" USDT

  Rule: an order is accepted if its worst case is covered

    # 10,000 x 10 / 95,000 = 1.052631...
    @clause:ERR-INSUFFICIENT-MARGIN @negative
    Scenario: a resting order is accepted up to the available margin and rejected one lot above it
      When "account" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 95000 | 1.05264  |
      Then item 0 is refused with INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed
      When "account" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 95000 | 1.05263  |
      Then the response is ok with:
        | statuses[0].errorCode | <absent> |
      When "account" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.availableMargin | 0.02 |

    # A coin takes 9,500 of margin, 100 of loss against the mark, 47.55 of fee: 10,000 / 9,647.55 = 1.036532...
    @clause:ERR-INSUFFICIENT-MARGIN @negative
    Scenario: an order that fills at once must also cover its loss against the mark and its fee
      Given "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | ask  | BTC-USDT | sell | 95100 | 2        |
      When "account" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitIoc  | 95100 | 1.03654  |
      Then item 0 is refused with INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed
      When "account" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitIoc  | 95100 | 1.03653  |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 1.03653 |

    # At 88,000 the account is worth 2,952.50 and its position needs 8,800: nothing is free.
    @clause:ERR-INSUFFICIENT-MARGIN @negative
    Scenario Outline: an account without available margin places orders by their worst case: <case>
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "88000"
      When "account" places:
        | symbol   | side   | price   | quantity |
        | BTC-USDT | <side> | <price> | <size>   |
      Then the response is ok with:
        | statuses[0].errorCode | <code> |

      Examples: what raises the worst case is refused, what leaves or lowers it is not
        | case                          | side | price | size    | code                |
        | buying more is refused        | buy  | 87000 | 0.001   | INSUFFICIENT_MARGIN |
        | closing is taken              | sell | 89000 | 1       | <absent>            |
        | turning around is taken       | sell | 89000 | 2       | <absent>            |
        | turning into more is refused  | sell | 89000 | 2.00001 | INSUFFICIENT_MARGIN |

  Rule: unrealized gains back orders and cannot be withdrawn

    # At 100,000: 9,952.50 + 5,000 less 10,000 of margin is 4,952.50, of which 5,000 are gains.
    @clause:SUBACCT-MARGIN-WITHDRAWABLE @clause:TRANSFERCOLLATERAL-ERR-MARGIN @negative
    Scenario: an unrealized gain backs orders but cannot be transferred
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "100000"
      When "account" sends getSubAccount
      Then the response is ok with:
        | crossMarginSummary.availableMargin | 4952.50 |
        | crossMarginSummary.withdrawable    | 0.00    |
      When "account" sends transferCollateral:
        | destinationSubAccountId | {owner id} |
        | symbol                  | USDT       |
        | amount                  | 0.01       |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed
      When "account" places:
        | symbol   | side | price  | quantity |
        | BTC-USDT | buy  | 100000 | 0.49525  |
      Then the response is ok with:
        | statuses[0].errorCode | <absent> |

    @clause:WITHDRAWCOLLATERAL @clause:SUBACCT-MARGIN-WITHDRAWABLE @negative
    Scenario: an unrealized gain cannot be withdrawn
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "100000"
      When "owner" sends withdrawCollateral for "account":
        | symbol      | USDT            |
        | amount      | 100             |
        | destination | {owner address} |
      Then the response is refused with 400 VALIDATION_ERROR "Insufficient withdrawable balance"
      And nothing changed

  Rule: the margin of all markets is added up

    # Bitcoin: 47,000 of value, -500; ether: a short of 33,500, -500. 9,959.75 less 1,000 is 8,959.75.
    @clause:SUBACCT-MARGIN-INITIALMARGIN @clause:SUBACCT-MARGIN-MAINTENANCEMARGIN @clause:SUBACCT-MARGIN-TOTALUNREALIZEDPNL
    @clause:SUBACCT-MARGIN-ADJUSTEDACCOUNTVALUE @assumed
    Scenario: a losing long and a losing short add up their losses and their margin
      Given "account" is long "0.5" BTC-USDT at "95000" against "other"
      And "account" is short "10" ETH-USDT at "3300" against "other"
      And the index of "BTC-USDT" is "94000"
      And the index of "ETH-USDT" is "3350"
      When "account" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity                 | 9959.75  |
        | crossMarginSummary.totalUnrealizedPnl   | -1000.00 |
        | crossMarginSummary.adjustedAccountValue | 8959.75  |
        | crossMarginSummary.initialMargin        | 8050.00  |
        | crossMarginSummary.maintenanceMargin    | 402.50   |

  Rule: larger positions need a larger share of margin

    # Half a percent; 1 % less 2,500.005; 2 % less 102,500.015. Leverage of 100 is capped at 50 and 25.
    @clause:POSITION-FIELD-USEDMARGIN @clause:POSITION-FIELD-MAINTENANCEMARGIN @assumed
    Scenario Outline: <size> BTC at an index of <index> reserve the margin of their tier
      Given the index of "BTC-USDT" is "<index>"
      And "trader" is long "<size>" BTC-USDT at "<index>" against "other"
      And "trader" has sent updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 100      |
      When "trader" sends getPositions
      Then the response lists:
        | usedMargin | maintenanceMargin |
        | <initial>  | <maintenance>     |

      Examples: the end of a tier belongs to it, and what lies above belongs to the next
        | size     | index  | initial   | maintenance |
        | 5        | 100000 | 5000.00   | 2500.00     |
        | 10.00001 | 50000  | 10000.01  | 2500.00     |
        | 5.00001  | 100000 | 10000.02  | 2500.00     |
        | 6        | 100000 | 12000.00  | 3500.00     |
        | 100      | 100000 | 200000.00 | 97500.00    |
