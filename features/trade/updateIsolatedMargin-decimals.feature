@trade @updateIsolatedMargin
Feature: updateIsolatedMargin shows margin with the decimals of the settlement asset
  Background:
    Given the world "quiet"
    And the fee rates of "trader" are called "maker rate" and "taker rate"
    # A quarter of what the position costs at a price that the market does not reach, so that nothing here follows the mark.
    And these figures:
      | held | {far ask x size / 4, cut to 2 decimals} |

  Rule: what a fee leaves beyond those decimals is rounded down

    # USDT has six decimals, and the fee has eight. At 94991 the taker fee for 0.00231 is 0.10971460.
    @clause:UPDATEISOLATEDMARGIN @assumed @R-120
    Scenario: updateIsolatedMargin shows margin with the decimals of the settlement asset, rounded down
      Given "other" offers "{size}" of "{market}" inside the spread, at "price"
      And "trader" has sent placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitIoc","price":"{price}","quantity":"{size}"} |
        | leverage       | 5                                                                                               |
        | isolatedMargin | {held}                                                                                          |
      And "other" offers "{size / 5 + 31 lots}" of "{market}" inside the spread, low, at "next"
      And these figures:
        | left | {held - price x size x taker rate}                                |
        | fee  | {next x (size / 5 + 31 lots) x taker rate, rounded to 8 decimals} |
      And "trader" has sent placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitIoc","price":"{next}","quantity":"{size / 5 + 31 lots}"} |
        | leverage       | 5                                                                                                            |
        | isolatedMargin | {held}                                                                                                       |
      When "trader" sends updateIsolatedMargin:
        | symbol      | {market} |
        | marginDelta | 100      |
      Then the response is ok with:
        | previousIsolatedMargin | {left + held - fee, cut to 6 decimals}       |
        | newIsolatedMargin      | {left + held - fee + 100, cut to 6 decimals} |
