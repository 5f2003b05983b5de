@trade @tolerances
Feature: integers may be sent as numbers or as text
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity |
      | bid  | {market} | buy  | {far bid} | {2 size} |

  @clause:UPDATELEVERAGE @assumed
  Scenario Outline: updateLeverage accepts the leverage <leverage>
    When "trader" sends updateLeverage:
      | symbol   | {market}   |
      | leverage | <leverage> |
    Then the response is ok with:
      | previousLeverage | {default leverage} |
      | newLeverage      | 2                  |

    Examples:
      | leverage |
      | 2        |
      | number 2 |

  @clause:CANCELORDERS @assumed
  Scenario Outline: cancelOrders accepts the order ids <ids> and reports an unknown order as not found
    When "trader" sends cancelOrders:
      | orderIds | <ids> |
    Then item 0 is refused with ORDER_NOT_FOUND "order not found"
    And nothing changed

    Examples:
      | ids      |
      | ["4711"] |
      | [4711]   |

  @clause:REQ-NONCE @assumed
  Scenario Outline: a write with the nonce <nonce> is accepted
    When "trader" sends cancelOrders:
      | orderIds  | ["{bid}"] |
      | top.nonce | <nonce>   |
    Then the response is ok with:
      | statuses[0].canceled.order.venueId | {bid} |

    Examples:
      | nonce                |
      | number {now + 1 h}   |
      | {now + 1 h}          |
      | 18446744073709551615 |
