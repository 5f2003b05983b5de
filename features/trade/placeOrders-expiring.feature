@trade @placeOrders
Feature: the status of an order with an expiry shows the expiry
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: each status carries expiresAt

    @clause:PLACEORDERS-RESP-STATUSES @clause:ORDER-FIELD-EXPIRESAT @assumed
    Scenario: placeOrders shows expiresAt of an order that fills at once
      Given "other" offers "{size}" of "{market}" inside the spread, at "price"
      When "trader" places:
        | symbol   | side | orderType | price   | quantity | expiresAt                     |
        | {market} | buy  | limitGtd  | {price} | {size}   | number {now + 1 h in seconds} |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size}               |
        | statuses[0].filled.avgPrice  | {price, entry price} |
        | statuses[0].filled.expiresAt | number {now + 1 h}   |

    @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario Outline: placeIsolatedOrder shows expiresAt of an order that is <word>
      Given "other" offers "{size}" of "{market}" inside the spread, at "price"
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitGtd","price":"<price>","quantity":"{size}","expiresAt":{now + 1 h in seconds}} |
        | leverage       | 5                                                                                                                                  |
        | isolatedMargin | {mark x size / 4, cut to 2 decimals}                                                                                               |
      Then the response is ok with:
        | statuses[0].<word>.expiresAt | number {now + 1 h} |

      Examples:
        | word    | price     |
        | resting | {far bid} |
        | filled  | {price}   |

    @clause:PLACEISOLATEDORDER @clause:ERRRULE-REJECTION-200 @assumed @R-11 @negative
    Scenario: placeIsolatedOrder names a rejected order by its client order id
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid + tick / 2}","quantity":"{size}","clientOrderId":"mine"} |
        | leverage       | 5                                                                                                                                   |
        | isolatedMargin | {mark x size / 4, cut to 2 decimals}                                                                                                |
      Then item 0 is refused with INVALID_VALUE "invalid price"
      And the response is ok with:
        | statuses[0].order | {"venueId":null,"clientId":"mine"} |
      And nothing changed
