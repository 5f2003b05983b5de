@tolerances
Feature: responses may gain fields
  Background:
    Given the world "quiet" with:
      | addedField | addedLater |
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity |
      | bid  | {market} | buy  | {far bid} | {2 size} |

  @clause:VERSION-TOLERATE-ADDITIVE
  Scenario: a list of records is compared in the named fields only
    When "trader" sends getOpenOrders
    Then the response lists:
      | orderId | price            | addedLater |
      | {bid}   | {far bid, price} | 1          |

  @clause:VERSION-TOLERATE-ADDITIVE
  Scenario: a success and its changes are compared in the named fields only
    When "trader" sends cancelOrders:
      | orderIds | ["{bid}"] |
    Then the response is ok with:
      | statuses[0].canceled.order.venueId | {bid} |
      | addedLater                         | 1     |
    And these facts changed, and no others:
      | fact          | from                                           | to   |
      | order bid     | buy {2 size} at {far bid, price}, filled 0     | none |
      | trader margin | {mark x 2 size / default leverage, 2 decimals} | 0.00 |

  @clause:VERSION-TOLERATE-ADDITIVE @negative
  Scenario: a refusal is compared by status, code and text only
    When "trader" sends cancelAllOrders:
      | symbols | [] |
    Then the response is refused with 400 VALIDATION_ERROR "symbols must be nonempty"
    And nothing changed

  @clause:VERSION-TOLERATE-ADDITIVE @rest-only
  Scenario: a plain route is compared in the named fields only
    When anyone gets "/info/orderbook?ticker_id={market}&depth=5"
    Then the response is 200 with:
      | ticker_id  | {market} |
      | bids[0]    | <any>    |
      | addedLater | 1        |

  @clause:VERSION-TOLERATE-ADDITIVE
  Scenario: a public response is compared in the named fields only
    When anyone asks getMids
    Then the response is ok with:
      | {market}   | {(best bid + best ask) / 2} |
      | addedLater | 1                           |
