@trade @updateIsolatedMargin
Feature: updateIsolatedMargin moves margin between an isolated market and the cross balance
  Background:
    Given the world "quiet"
    And "other" offers "{size}" of "{market}" inside the spread, at "price"
    And "trader" has sent placeIsolatedOrder:
      | order          | {"symbol":"{market}","side":"buy","orderType":"limitIoc","price":"{price}","quantity":"{size}"} |
      | leverage       | 5                                                                                               |
      | isolatedMargin | {mark x size / 4, cut to 2 decimals}                                                            |

  Rule: margin moves in both directions

    @transition:position/open/set-margin
    @clause:UPDATEISOLATEDMARGIN @assumed @R-11
    Scenario Outline: updateIsolatedMargin moves a delta of <delta>
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And these figures:
        | held | {mark x size / 4, cut to 2 decimals} |
        | left | {held - price x size x taker rate}   |
      When "trader" sends updateIsolatedMargin:
        | symbol      | {market} |
        | marginDelta | <delta>  |
      Then the response is ok with:
        | . | {"symbol":"{market}","previousIsolatedMargin":"{left, cut to 6 decimals}","newIsolatedMargin":"{left + (<sum>), cut to 6 decimals}"} |
      And these facts changed, and no others:
        | fact                | from             | to                         |
        | trader {settlement} | {1000000 - held} | {1000000 - held - (<sum>)} |

      Examples:
        | delta | sum     |
        | 100   | 100     |
        | .5    | 0.5     |
        | -2.5  | 0 - 2.5 |

    @clause:UPDATEISOLATEDMARGIN @clause:RATE-COST-UPDATEISOLATEDMARGIN @assumed @R-11 @needs:fresh-account
    Scenario: updateIsolatedMargin adds the whole available margin and costs 5 tokens
      Given these figures:
        | held | {mark x size / 4, cut to 2 decimals} |
      When "trader" sends updateIsolatedMargin:
        | symbol      | {market}         |
        | marginDelta | {1000000 - held} |
      Then the response is ok with:
        | newIsolatedMargin | {1000000 - price x size x 0.0005} |
      And the response is 200 with:
        | rateLimit | {"requestsCap":1200,"remainingTokens":1190} |

  Rule: both sides stay covered

    @clause:UPDATEISOLATEDMARGIN @clause:ERR-INSUFFICIENT-MARGIN @assumed @negative
    Scenario Outline: updateIsolatedMargin refuses to move <case>
      When "trader" sends updateIsolatedMargin:
        | symbol      | {market} |
        | marginDelta | <delta>  |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed

      Examples: the position needs a fifth of its value, and a quarter is there
        | case                           | delta                                     |
        | more than the account has      | 900000000000                              |
        | margin that the position needs | {0 - mark x size / 10, cut to 2 decimals} |

      @needs:fresh-account
      Examples: to the unit
        | case                                   | delta         |
        | more than the settlement balance       | 999762.500001 |
        | a millionth of what the position needs | -47.025001    |

    # At 94900 the position needs 189.8 and has lost 1; a quarter of 950 is held, less a fee of 0.475.
    @clause:UPDATEISOLATEDMARGIN @assumed @R-11
    Scenario: updateIsolatedMargin takes out all but the margin of the position and what it has lost
      Given the index of "BTC-USDT" is "94900"
      When "trader" sends updateIsolatedMargin:
        | symbol      | BTC-USDT |
        | marginDelta | -46.225  |
      Then the response is ok with:
        | newIsolatedMargin | 190.8 |
      When "trader" sends updateIsolatedMargin:
        | symbol      | BTC-USDT  |
        | marginDelta | -0.000001 |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed

    @clause:UPDATEISOLATEDMARGIN @clause:ERR-INSUFFICIENT-MARGIN @assumed @negative
    Scenario: updateIsolatedMargin refuses to take out unrealized gains
      Given the index of "BTC-USDT" is "96000"
      When "trader" sends updateIsolatedMargin:
        | symbol      | {market} |
        | marginDelta | -45.03   |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed

  Rule: the request names an isolated market and an amount

    @clause:UPDATEISOLATEDMARGIN @assumed @negative
    Scenario Outline: updateIsolatedMargin with <case> responds <code>
      When "trader" sends updateIsolatedMargin:
        | symbol      | <symbol> |
        | marginDelta | <delta>  |
      Then the response is refused with <http> <code> "<message>"
      And nothing changed

      Examples:
        | case                     | symbol          | delta         | http | code               | message                                                                                                       |
        | no symbol                | <absent>        | 1             | 400  | VALIDATION_ERROR   | symbol is required                                                                                            |
        | an unknown market        | NO-{settlement} | 1             | 400  | INVALID_FORMAT     | market name invalid                                                                                           |
        | a market in cross mode   | {second market} | {second size} | 404  | POSITION_NOT_FOUND | position not found                                                                                            |
        | no delta                 | {market}        | <absent>      | 400  | VALIDATION_ERROR   | marginDelta must be a valid decimal number                                                                    |
        | a delta in words         | {market}        | some          | 400  | VALIDATION_ERROR   | marginDelta must be a valid decimal number                                                                    |
        | a delta with a plus sign | {market}        | +1            | 400  | VALIDATION_ERROR   | marginDelta must be a valid decimal number                                                                    |
        | a delta of zero          | {market}        | 0             | 400  | VALIDATION_ERROR   | marginDelta must not be zero                                                                                  |
        | a number as delta        | {market}        | number 1      | 400  | INVALID_FORMAT     | Invalid request body                                                                                          |
        | a delta off its grid     | {market}        | 0.0000001     | 400  | VALIDATION_ERROR   | margin quantity for {settlement} does not conform to quantity tick size (allowed precision: 6 decimal places) |

  Rule: only an UpdateIsolatedMargin signature is accepted

    @clause:AUTH-TYPE-OTHER-WRITES @assumed @R-11 @negative
    Scenario: updateIsolatedMargin refuses a SubAccountAction signature over its name
      When "trader" sends updateIsolatedMargin:
        | symbol         | {market}             |
        | marginDelta    | 100                  |
        | signing.action | updateIsolatedMargin |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

    @clause:AUTH-TYPE-OTHER-WRITES @assumed @R-11 @negative
    Scenario: updateIsolatedMargin is refused if the delta was changed after signing
      When "trader" sends updateIsolatedMargin:
        | symbol                      | {market} |
        | marginDelta                 | 100      |
        | tampered.params.marginDelta | 101      |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed
