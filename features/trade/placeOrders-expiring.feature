@trade @placeOrders
Feature: an order that ends by itself says when, whatever became of it at once
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the end goes with the status

    @clause:PLACEORDERS-RESP-STATUSES @clause:ORDER-FIELD-EXPIRESAT @assumed
    Scenario: one that fills on entry
      When "trader" places:
        | symbol   | side | orderType | price | quantity | expiresAt                     |
        | BTC-USDT | buy  | limitGtd  | 95010 | 0.1      | number {now + 1 h in seconds} |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.1                  |
        | statuses[0].filled.avgPrice  | 95010.00             |
        | statuses[0].filled.expiresAt | number {now + 1 h}   |

    @clause:PLACEISOLATEDORDER @assumed @R-11
    Scenario Outline: one with margin of its own that is <word>
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
    Scenario: one that is refused is named by its client id
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000.5","quantity":"0.1","clientOrderId":"mine"} |
        | leverage       | 20  |
        | isolatedMargin | 600 |
      Then item 0 is refused with INVALID_VALUE "invalid price"
      And the response is ok with:
        | statuses[0].order | {"venueId":null,"clientId":"mine"} |
      And nothing changed
