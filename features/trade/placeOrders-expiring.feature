@trade @placeOrders
Feature: the status of an order with an expiry shows the expiry
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: each status carries expiresAt

    @clause:PLACEORDERS-RESP-STATUSES @clause:ORDER-FIELD-EXPIRESAT @assumed
    Scenario: placeOrders shows expiresAt of an order that fills at once
      When "trader" places:
        | symbol   | side | orderType | price | quantity | expiresAt                     |
        | BTC-USDT | buy  | limitGtd  | 95010 | 0.1      | number {now + 1 h in seconds} |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.1                  |
        | statuses[0].filled.avgPrice  | 95010.00             |
        | statuses[0].filled.expiresAt | number {now + 1 h}   |

    @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario Outline: placeIsolatedOrder shows expiresAt of an order that is <word>
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtd","price":"<price>","quantity":"0.1","expiresAt":{now + 1 h in seconds}} |
        | leverage       | 20  |
        | isolatedMargin | 600 |
      Then the response is ok with:
        | statuses[0].<word>.expiresAt | number {now + 1 h} |

      Examples:
        | word    | price |
        | resting | 94000 |
        | filled  | 95010 |

    @clause:PLACEISOLATEDORDER @clause:ERRRULE-REJECTION-200 @assumed @R-11 @negative
    Scenario: placeIsolatedOrder names a rejected order by its client order id
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000.5","quantity":"0.1","clientOrderId":"mine"} |
        | leverage       | 20  |
        | isolatedMargin | 600 |
      Then item 0 is refused with INVALID_VALUE "invalid price"
      And the response is ok with:
        | statuses[0].order | {"venueId":null,"clientId":"mine"} |
      And nothing changed
