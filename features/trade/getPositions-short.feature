@trade @getPositions
Feature: getPositions shows the figures of a short position by the mark of the moment
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: value and PnL follow the mark

    @clause:POSITION-FIELD-UNREALIZEDPNL @clause:POSITION-FIELD-USEDMARGIN @clause:POSITION-FIELD-MAINTENANCEMARGIN @assumed
    Scenario: PnL and margins of a short position rest on the mark, not on the index or the entry
      Given "trader" is short "{40 size}" of "{market}" against "other", at "entry"
      And 3 s pass
      When "trader" sends getPositions while the prices of "{market}" stand still
      Then the response lists:
        | side  | quantity | unrealizedPnl                                          | usedMargin                                           | maintenanceMargin                                    |
        | short | {40 size} | {(entry - still mark) x 40 size, rounded to 8 decimals} | {still mark x 40 size / default leverage, 2 decimals} | {still mark x 40 size x maintenance rate, 2 decimals} |

  Rule: an isolated short is liquidated where its margin meets what it must keep

    # Its equity at a mark is its margin and (entry - mark) x size, so that mark does not depend on the mark of now.
    @clause:POSITION-FIELD-LIQUIDATIONPRICE @assumed
    Scenario: the liquidation price of an isolated short leaves its maintenance margin
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And these figures:
        | margin | {far ask x size / 2, rounded to 6 decimals} |
      And "trader" is short "{size}" of "{market}" with an isolated margin of "{margin}", against "other", at "sold"
      And these figures:
        | left     | {margin - sold x size x taker rate}                                              |
        | estimate | {(sold x size + left) / (size x (1 + maintenance rate)), rounded to whole ticks} |
      When "trader" sends getPositions
      Then the response lists:
        | side  | entryPrice          | liquidationPrice  |
        | short | {sold, entry price} | {estimate, price} |
