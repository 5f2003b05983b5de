@trade @updateIsolatedMargin
Feature: updateIsolatedMargin moves margin between an isolated market and the cross balance
  Background:
    Given the world "quiet"
    And "trader" has sent placeIsolatedOrder:
      | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitIoc","price":"95010","quantity":"0.1"} |
      | leverage       | 20  |
      | isolatedMargin | 500 |

  Rule: margin moves in both directions

    @transition:position/open/set-margin
    @clause:UPDATEISOLATEDMARGIN @assumed @R-11
    Scenario Outline: updateIsolatedMargin moves a delta of <delta>
      When "trader" sends updateIsolatedMargin:
        | symbol      | BTC-USDT |
        | marginDelta | <delta>  |
      Then the response is ok with:
        | . | {"symbol":"BTC-USDT","previousIsolatedMargin":"495.2495","newIsolatedMargin":"<held>"} |
      And these facts changed, and no others:
        | fact        | from   | to        |
        | trader USDT | 999500 | <balance> |

      Examples:
        | delta     | held     | balance    |
        | 100       | 595.2495 | 999400     |
        | .5        | 495.7495 | 999499.5   |
        | -19       | 476.2495 | 999519     |

    @clause:UPDATEISOLATEDMARGIN @clause:RATE-COST-UPDATEISOLATEDMARGIN @assumed @R-11 @needs:fresh-account
    Scenario: updateIsolatedMargin adds the whole available margin and costs 5 tokens
      When "trader" sends updateIsolatedMargin:
        | symbol      | BTC-USDT |
        | marginDelta | 999500   |
      Then the response is ok with:
        | newIsolatedMargin | 999995.2495 |
      And the response is 200 with:
        | rateLimit | {"requestsCap":1200,"remainingTokens":1190} |

    # 495.2495 and 10, less the taker fee for 219.4731, 0.10973655: 505.13976345, and USDT has six decimals.
    @clause:UPDATEISOLATEDMARGIN @assumed @R-120
    Scenario: updateIsolatedMargin shows margin with the decimals of the settlement asset, rounded down
      Given "trader" has sent placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitIoc","price":"95010","quantity":"0.00231"} |
        | leverage       | 20 |
        | isolatedMargin | 10 |
      When "trader" sends updateIsolatedMargin:
        | symbol      | BTC-USDT |
        | marginDelta | 100      |
      Then the response is ok with:
        | previousIsolatedMargin | 505.139763 |
        | newIsolatedMargin      | 605.139763 |

  Rule: both sides stay covered

    @clause:UPDATEISOLATEDMARGIN @clause:ERR-INSUFFICIENT-MARGIN @assumed @negative
    Scenario Outline: updateIsolatedMargin refuses to move <case>
      When "trader" sends updateIsolatedMargin:
        | symbol      | BTC-USDT |
        | marginDelta | <delta>  |
      Then the response is refused with 400 INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed

      Examples: the position needs 475 at the mark of 95000 and has lost 1 against it
        | case                               | delta        |
        | more than the account has          | 900000000000 |
        | margin that the position needs     | -19.249501   |

      @needs:fresh-account
      Examples: to the unit
        | case                             | delta         |
        | more than the settlement balance | 999500.000001 |

    @clause:UPDATEISOLATEDMARGIN @assumed @R-11
    Scenario: updateIsolatedMargin takes out all but the margin of the position
      When "trader" sends updateIsolatedMargin:
        | symbol      | BTC-USDT |
        | marginDelta | -19.2495 |
      Then the response is ok with:
        | newIsolatedMargin | 476 |

    @clause:UPDATEISOLATEDMARGIN @clause:ERR-INSUFFICIENT-MARGIN @assumed @negative
    Scenario: updateIsolatedMargin refuses to take out unrealized gains
      Given the index of "BTC-USDT" is "96000"
      When "trader" sends updateIsolatedMargin:
        | symbol      | BTC-USDT |
        | marginDelta | -15.25   |
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
        | case                     | symbol   | delta     | http | code               | message                                    |
        | no symbol                | <absent> | 1         | 400  | VALIDATION_ERROR   | symbol is required                         |
        | an unknown market        | NO-USDT  | 1         | 400  | INVALID_FORMAT     | market name invalid                        |
        | a market in cross mode   | ETH-USDT | 1         | 404  | POSITION_NOT_FOUND | position not found                         |
        | no delta                 | BTC-USDT | <absent>  | 400  | VALIDATION_ERROR   | marginDelta must be a valid decimal number |
        | a delta in words         | BTC-USDT | some      | 400  | VALIDATION_ERROR   | marginDelta must be a valid decimal number |
        | a delta with a plus sign | BTC-USDT | +1        | 400  | VALIDATION_ERROR   | marginDelta must be a valid decimal number |
        | a delta of zero          | BTC-USDT | 0         | 400  | VALIDATION_ERROR   | marginDelta must not be zero               |
        | a number as delta        | BTC-USDT | number 1  | 400  | INVALID_FORMAT     | Invalid request body                       |
        | a delta off its grid     | BTC-USDT | 0.0000001 | 400  | VALIDATION_ERROR   | margin quantity for USDT does not conform to quantity tick size (allowed precision: 6 decimal places) |

  Rule: only an UpdateIsolatedMargin signature is accepted

    @clause:AUTH-TYPE-OTHER-WRITES @assumed @R-11 @negative
    Scenario: updateIsolatedMargin refuses a SubAccountAction signature over its name
      When "trader" sends updateIsolatedMargin:
        | symbol         | BTC-USDT             |
        | marginDelta    | 100                  |
        | signing.action | updateIsolatedMargin |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

    @clause:AUTH-TYPE-OTHER-WRITES @assumed @R-11 @negative
    Scenario: updateIsolatedMargin is refused if the delta was changed after signing
      When "trader" sends updateIsolatedMargin:
        | symbol                      | BTC-USDT |
        | marginDelta                 | 100      |
        | tampered.params.marginDelta | 101      |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed
