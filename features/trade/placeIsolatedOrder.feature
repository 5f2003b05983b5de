@trade @placeIsolatedOrder
Feature: placeIsolatedOrder sets margin apart for one market
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the margin leaves the cross balance with the order

    @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario: a resting isolated order takes its margin out of the cross balance
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"} |
        | leverage       | 20  |
        | isolatedMargin | 600 |
      Then "statuses[0].resting.id" of the response is called "bid"
      And the response is ok with:
        | statuses | [{"resting":{"order":{"venueId":"{bid}","clientId":""},"id":"{bid}"}}] |
      And these facts changed, and no others:
        | fact        | from    | to                         |
        | trader USDT | 1000000 | 999400                     |
        | order bid   | none    | buy 0.1 at 94000, filled 0 |

    @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario: a filled isolated order pays its fee from the isolated margin
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitIoc","price":"95010","quantity":"0.1"} |
        | leverage       | number 20 |
        | isolatedMargin | 500       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.1      |
        | statuses[0].filled.avgPrice  | 95010.00 |
      And these facts changed, and no others:
        | fact                     | from    | to                   |
        | trader USDT              | 1000000 | 999500               |
        | trader position BTC-USDT | none    | long 0.1 at 95010.00 |
      When "trader" sends getPositions
      Then the response is ok with:
        | [0].usedMargin | 495.25 |

    @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario: the isolated margin returns when the position closes
      Given "trader" has sent placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitIoc","price":"95010","quantity":"0.1"} |
        | leverage       | 20  |
        | isolatedMargin | 500 |
      When "trader" places:
        | symbol   | side | orderType | price | quantity | reduceOnly |
        | BTC-USDT | sell | limitIoc  | 94990 | 0.1      | true       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.1 |
      And these facts changed, and no others:
        | fact                     | from                 | to       |
        | trader USDT              | 999500               | 999988.5 |
        | trader position BTC-USDT | long 0.1 at 95010.00 | none     |

    @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario: an isolated order without a counterparty leaves no margin set apart
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitIoc","price":"94000","quantity":"0.1"} |
        | leverage       | 20  |
        | isolatedMargin | 600 |
      Then the response is ok with:
        | statuses[0].canceled.id | <id> |
      And nothing changed

    @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario: a second isolated order adds to the margin of the market
      Given "trader" has sent placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitIoc","price":"95010","quantity":"0.1"} |
        | leverage       | 20  |
        | isolatedMargin | 500 |
      And "trader" has sent placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"} |
        | leverage       | 20  |
        | isolatedMargin | 600 |
      When "trader" sends getPositions
      Then the response is ok with:
        | [0].usedMargin | 1095.25 |

  Rule: only a PlaceIsolatedOrder signature is accepted

    @clause:AUTH-TYPE-OTHER-WRITES @assumed @R-11 @negative
    Scenario: placeIsolatedOrder refuses a SubAccountAction signature over its name
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"} |
        | leverage       | 20                 |
        | isolatedMargin | 600                |
        | signing.action | placeIsolatedOrder |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

    @clause:RATE-COST-PLACEISOLATEDORDER @assumed @R-11 @needs:limits
    Scenario: placeIsolatedOrder costs 5 tokens
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"} |
        | leverage       | 20                 |
        | isolatedMargin | 600                |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |
      And the response is 200 with:
        | rateLimit | {"requestsCap":1200,"remainingTokens":1195} |

    @clause:AUTH-TYPE-OTHER-WRITES @assumed @R-11 @negative
    Scenario Outline: placeIsolatedOrder is refused if <field> was changed after signing
      When "trader" sends placeIsolatedOrder:
        | order                     | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"} |
        | leverage                  | 20      |
        | isolatedMargin            | 600     |
        | tampered.params.<field>   | <value> |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

      Examples:
        | field          | value |
        | leverage       | 21    |
        | isolatedMargin | 601   |
        | order.price    | 94001 |
