@trade @placeIsolatedOrder
Feature: placeIsolatedOrder sets margin apart for one market
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And these figures:
      | held | {mark x size / 4, cut to 2 decimals} |

  Rule: the margin leaves the cross balance with the order

    @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario: a resting isolated order takes its margin out of the cross balance
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"} |
        | leverage       | 5                                                                                                 |
        | isolatedMargin | {held}                                                                                            |
      Then "statuses[0].resting.id" of the response is called "bid"
      And the response is ok with:
        | statuses | [{"resting":{"order":{"venueId":"{bid}","clientId":""},"id":"{bid}"}}] |
      And these facts changed, and no others:
        | fact                | from    | to                                       |
        | trader {settlement} | 1000000 | {1000000 - held}                         |
        | order bid           | none    | buy {size} at {far bid, price}, filled 0 |

    @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario: a filled isolated order pays its fee from the isolated margin
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And the fee rates of "other" are called "their rate" and "their other rate"
      And "other" offers "{size}" of "{market}" inside the spread, at "price", as "theirs"
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitIoc","price":"{price}","quantity":"{size}"} |
        | leverage       | number 5                                                                                        |
        | isolatedMargin | {held}                                                                                          |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size}               |
        | statuses[0].filled.avgPrice  | {price, entry price} |
      And these facts changed, and no others:
        | fact                     | from                                    | to                                                           |
        | trader {settlement}      | 1000000                                 | {1000000 - held}                                             |
        | trader position {market} | none                                    | long {size} at {price, entry price}                          |
        | other {settlement}       | 1000000                                 | {1000000 - price x size x their rate, rounded to 8 decimals} |
        | other position {market}  | none                                    | short {size} at {price, entry price}                         |
        | order theirs             | sell {size} at {price, price}, filled 0 | none                                                         |
      When "trader" sends getPositions
      Then the response is ok with:
        | [0].usedMargin | {held - price x size x taker rate, 2 decimals} |

    @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario: the isolated margin returns when the position closes
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And the fee rates of "other" are called "their rate" and "their other rate"
      And "other" offers "{size}" of "{market}" inside the spread, at "price"
      And "trader" has sent placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitIoc","price":"{price}","quantity":"{size}"} |
        | leverage       | 5                                                                                               |
        | isolatedMargin | {held}                                                                                          |
      And "rival" bids for "{2 size}" of "{market}" inside the spread, at "exit", as "theirs"
      And the fee rates of "rival" are called "rival rate" and "rival other rate"
      When "trader" places:
        | symbol   | side | orderType | price  | quantity | reduceOnly |
        | {market} | sell | limitIoc  | {exit} | {size}   | true       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size} |
      And these facts changed, and no others:
        | fact                     | from                                    | to                                                                                            |
        | trader {settlement}      | {1000000 - held}                        | {1000000 + (exit - price) x size - (price + exit) x size x taker rate, rounded to 8 decimals} |
        | trader position {market} | long {size} at {price, entry price}     | none                                                                                          |
        | rival {settlement}       | 1000000                                 | {1000000 - exit x size x rival rate, rounded to 8 decimals}                                   |
        | rival position {market}  | none                                    | long {size} at {exit, entry price}                                                            |
        | order theirs             | buy {2 size} at {exit, price}, filled 0 | buy {2 size} at {exit, price}, filled {size}                                                  |

    @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario: an isolated order without a counterparty leaves no margin set apart
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitIoc","price":"{far bid}","quantity":"{size}"} |
        | leverage       | 5                                                                                                 |
        | isolatedMargin | {held}                                                                                            |
      Then the response is ok with:
        | statuses[0].canceled.id | <id> |
      And nothing changed

    @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario: a second isolated order adds to the margin of the market
      Given "other" offers "{size}" of "{market}" inside the spread, at "price"
      And the fee rates of "trader" are called "maker rate" and "taker rate"
      And "trader" has sent placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitIoc","price":"{price}","quantity":"{size}"} |
        | leverage       | 5                                                                                               |
        | isolatedMargin | {held}                                                                                          |
      And "trader" has sent placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"} |
        | leverage       | 5                                                                                                 |
        | isolatedMargin | {held}                                                                                            |
      When "trader" sends getPositions
      Then the response is ok with:
        | [0].usedMargin | {2 held - price x size x taker rate, 2 decimals} |

  Rule: only a PlaceIsolatedOrder signature is accepted

    @clause:AUTH-TYPE-OTHER-WRITES @assumed @R-11 @negative
    Scenario: placeIsolatedOrder refuses a SubAccountAction signature over its name
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"} |
        | leverage       | 5                                                                                                 |
        | isolatedMargin | {held}                                                                                            |
        | signing.action | placeIsolatedOrder                                                                                |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

    @clause:RATE-COST-PLACEISOLATEDORDER @assumed @R-11 @needs:limits
    Scenario: placeIsolatedOrder costs 5 tokens
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"} |
        | leverage       | 5                                                                                                 |
        | isolatedMargin | {held}                                                                                            |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |
      And the response is 200 with:
        | rateLimit | {"requestsCap":1200,"remainingTokens":1195} |

    @clause:AUTH-TYPE-OTHER-WRITES @assumed @R-11 @negative
    Scenario Outline: placeIsolatedOrder is refused if <field> was changed after signing
      When "trader" sends placeIsolatedOrder:
        | order                   | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"} |
        | leverage                | 5                                                                                                 |
        | isolatedMargin          | {held}                                                                                            |
        | tampered.params.<field> | <value>                                                                                           |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

      Examples:
        | field          | value            |
        | leverage       | 6                |
        | isolatedMargin | {held + 1}       |
        | order.price    | {far bid + tick} |
