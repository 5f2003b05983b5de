@trade @modifyOrder
Feature: modifyOrder changes the named fields of an open order
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity | clientOrderId |
      | bid  | BTC-USDT | buy  | 94000 | 0.5      | mine          |

  Rule: the sent values replace the old ones

    @clause:MODIFYORDER @clause:STATE-ORDER-OPEN-MODIFIED @clause:STATE-ORDER-MODIFY-REPLACES
    @clause:MODIFYORDER-KEEP-OMITTED
    Scenario Outline: modifyOrder to <sent> leaves the other fields unchanged
      When "trader" sends modifyOrder:
        | orderId | {bid} |
        | <field> | <new> |
      Then the response is ok with:
        | orderId | {bid}    |
        | status  | modified |
        | <field> | <new>    |
      And these facts changed, and no others:
        | fact      | from                       | to      |
        | order bid | buy 0.5 at 94000, filled 0 | <order> |

      @clause:MODIFYORDER-PARAM-PRICE @clause:MODIFYORDER-PARAM-ORDERID
      Examples: price
        | sent           | field | new   | order                      |
        | a lower price  | price | 93000 | buy 0.5 at 93000, filled 0 |
        | a better price | price | 95009 | buy 0.5 at 95009, filled 0 |

    @clause:MODIFYORDER-PARAM-QUANTITY @clause:STATE-ORDER-MODIFY-REPLACES @clause:MODIFYORDER-KEEP-OMITTED
    Scenario Outline: modifyOrder to quantity <new> sets the total, and the margin follows
      When "trader" sends modifyOrder:
        | orderId  | {bid} |
        | quantity | <new> |
      Then the response is ok with:
        | status   | modified |
        | quantity | <new>    |
      And these facts changed, and no others:
        | fact          | from                       | to                           |
        | order bid     | buy 0.5 at 94000, filled 0 | buy <new> at 94000, filled 0 |
        | trader margin | 4750.00                    | <margin>                     |

      Examples:
        | new | margin  |
        | 0.2 | 1900.00 |
        | 0.7 | 6650.00 |

    @clause:MODIFYORDER @clause:STATE-ORDER-MODIFY-REPLACES @assumed
    Scenario: modifyOrder by client order id changes price and quantity at once
      When "trader" sends modifyOrder:
        | clientOrderId | mine  |
        | price         | 94500 |
        | quantity      | 0.4   |
      Then the response is ok with:
        | order.venueId  | {bid}    |
        | order.clientId | mine     |
        | status         | modified |
      And these facts changed, and no others:
        | fact          | from                       | to                         |
        | order bid     | buy 0.5 at 94000, filled 0 | buy 0.4 at 94500, filled 0 |
        | trader margin | 4750.00                    | 3800.00                    |

    @clause:MODIFYORDER-RESP-CUMQTY @clause:MODIFYORDER-RESP-AVGPRICE @assumed
    Scenario: modifyOrder to a price that crosses the book trades at once
      When "trader" sends modifyOrder:
        | orderId | {bid} |
        | price   | 95010 |
      Then the response is ok with:
        | status  | modified |
        | price   | 95010    |
        | cumQty  | 0.5      |
        | avgPrice | 95010.00 |
      And these facts changed, and no others:
        | fact                     | from                       | to                   |
        | order bid                | buy 0.5 at 94000, filled 0 | none                 |
        | trader USDT              | 1000000                    | 999976.2475          |
        | trader position BTC-USDT | none                       | long 0.5 at 95010.00 |

  Rule: a modified order keeps its place only if just its quantity falls

    @clause:STATE-ORDER-MODIFY-QUEUE @assumed @R-63
    Scenario Outline: after a change to <change> the first order <place>
      Given "trader" has the open orders:
        | name  | symbol   | side | price | quantity |
        | front | BTC-USDT | buy  | 95000 | 0.3      |
      And "rival" has the open orders:
        | name | symbol   | side | price | quantity |
        | next | BTC-USDT | buy  | 95000 | 0.3      |
      And "trader" has sent modifyOrder:
        | orderId | {front} |
        | <field> | <value> |
      When "other" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | sell | limitIoc  | 95000 | 0.1      |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.1 |
      And order "front" has filled "<front>"
      And order "next" has filled "<next>"

      Examples:
        | change            | field    | value | place            | front | next |
        | a smaller size    | quantity | 0.2   | keeps its place  | 0.1   | 0    |
        | the same size     | quantity | 0.3   | keeps its place  | 0.1   | 0    |
        | a larger size     | quantity | 0.4   | goes to the back | 0     | 0.1  |

  Rule: the new total includes what has filled

    @clause:MODIFYORDER-RESP-CUMQTY @clause:MODIFYORDER-RESP-AVGPRICE @clause:STATE-ORDER-MODIFY-REPLACES
    Scenario: modifyOrder of a partially filled order includes its fills in the new total
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | best | BTC-USDT | buy  | 95000 | 0.3      |
      And "other" has placed:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | sell | limitIoc  | 95000 | 0.1      |
      When "trader" sends modifyOrder:
        | orderId  | {best} |
        | quantity | 0.2    |
      Then the response is ok with:
        | quantity | 0.2      |
        | cumQty   | 0.1      |
        | avgPrice | 95000.00 |
      And these facts changed, and no others:
        | fact          | from                         | to                           |
        | order best    | buy 0.3 at 95000, filled 0.1 | buy 0.2 at 95000, filled 0.1 |
        | trader margin | 7600.00                      | 6650.00                      |
