@trade @modifyOrder
Feature: modifyOrder changes the named fields of an open order
  Background:
    Given the world "quiet"
    And these figures:
      | margin | {mark x size / default leverage} |
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity | clientOrderId |
      | bid  | {market} | buy  | {far bid} | {5 size} | mine          |

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
        | price   | <shown>  |
      And these facts changed, and no others:
        | fact      | from                                       | to      |
        | order bid | buy {5 size} at {far bid, price}, filled 0 | <order> |

      @clause:MODIFYORDER-PARAM-PRICE @clause:MODIFYORDER-PARAM-ORDERID
      Examples: price
        | sent           | field | new                  | shown                       | order                                                 |
        | a lower price  | price | {far bid - 10 ticks} | {far bid - 10 ticks, price} | buy {5 size} at {far bid - 10 ticks, price}, filled 0 |
        | a better price | price | {far bid + 10 ticks} | {far bid + 10 ticks, price} | buy {5 size} at {far bid + 10 ticks, price}, filled 0 |

    @clause:MODIFYORDER-PARAM-QUANTITY @clause:STATE-ORDER-MODIFY-REPLACES @clause:MODIFYORDER-KEEP-OMITTED
    Scenario Outline: modifyOrder to quantity <new> sets the total, and the margin follows
      When "trader" sends modifyOrder:
        | orderId  | {bid} |
        | quantity | <new> |
      Then the response is ok with:
        | status   | modified |
        | quantity | <new>    |
      And these facts changed, and no others:
        | fact          | from                                       | to                                      |
        | order bid     | buy {5 size} at {far bid, price}, filled 0 | buy <new> at {far bid, price}, filled 0 |
        | trader margin | {5 margin, 2 decimals}                     | <margin>                                |

      Examples:
        | new      | margin                 |
        | {2 size} | {2 margin, 2 decimals} |
        | {7 size} | {7 margin, 2 decimals} |

    @clause:MODIFYORDER @clause:STATE-ORDER-MODIFY-REPLACES @assumed
    Scenario: modifyOrder by client order id changes price and quantity at once
      When "trader" sends modifyOrder:
        | clientOrderId | mine                 |
        | price         | {far bid + 10 ticks} |
        | quantity      | {4 size}             |
      Then the response is ok with:
        | order.venueId  | {bid}    |
        | order.clientId | mine     |
        | status         | modified |
      And these facts changed, and no others:
        | fact          | from                                       | to                                                    |
        | order bid     | buy {5 size} at {far bid, price}, filled 0 | buy {4 size} at {far bid + 10 ticks, price}, filled 0 |
        | trader margin | {5 margin, 2 decimals}                     | {4 margin, 2 decimals}                                |

    @clause:MODIFYORDER-RESP-CUMQTY @clause:MODIFYORDER-RESP-AVGPRICE @assumed
    Scenario: modifyOrder to a price that crosses the book trades at once
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And the fee rates of "other" are called "their rate" and "their other rate"
      And "other" offers "{5 size}" of "{market}" inside the spread, at "price", as "theirs"
      When "trader" sends modifyOrder:
        | orderId | {bid}   |
        | price   | {price} |
      Then the response is ok with:
        | status   | modified             |
        | price    | {price, price}       |
        | cumQty   | {5 size}             |
        | avgPrice | {price, entry price} |
      And these facts changed, and no others:
        | fact                     | from                                       | to                                                             |
        | order bid                | buy {5 size} at {far bid, price}, filled 0 | none                                                           |
        | trader {settlement}      | 1000000                                    | {1000000 - price x 5 size x taker rate, rounded to 8 decimals} |
        | trader position {market} | none                                       | long {5 size} at {price, entry price}                          |
        | order theirs             | sell {5 size} at {price, price}, filled 0  | none                                                           |
        | other {settlement}       | 1000000                                    | {1000000 - price x 5 size x their rate, rounded to 8 decimals} |
        | other position {market}  | none                                       | short {5 size} at {price, entry price}                         |

  Rule: a modified order keeps its place only if just its quantity falls

    @clause:STATE-ORDER-MODIFY-QUEUE @assumed @R-63
    Scenario Outline: after a change to <change> the first order <place>
      Given "trader" bids for "{3 size}" of "{market}" inside the spread, at "price", as "front"
      And "rival" has the open orders:
        | name | symbol   | side | price   | quantity |
        | next | {market} | buy  | {price} | {3 size} |
      And "trader" has sent modifyOrder:
        | orderId | {front} |
        | <field> | <value> |
      When "other" places:
        | symbol   | side | orderType | price   | quantity |
        | {market} | sell | limitIoc  | {price} | {size}   |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size} |
      And order "front" has filled "<front>"
      And order "next" has filled "<next>"

      Examples:
        | change         | field    | value    | place            | front  | next   |
        | a smaller size | quantity | {2 size} | keeps its place  | {size} | 0      |
        | the same size  | quantity | {3 size} | keeps its place  | {size} | 0      |
        | a larger size  | quantity | {4 size} | goes to the back | 0      | {size} |

  Rule: the new total includes what has filled

    @clause:MODIFYORDER-RESP-CUMQTY @clause:MODIFYORDER-RESP-AVGPRICE @clause:STATE-ORDER-MODIFY-REPLACES
    Scenario: modifyOrder of a partially filled order includes its fills in the new total
      Given "trader" bids for "{3 size}" of "{market}" inside the spread, at "price", as "best"
      And "other" has placed:
        | symbol   | side | orderType | price   | quantity |
        | {market} | sell | limitIoc  | {price} | {size}   |
      When "trader" sends modifyOrder:
        | orderId  | {best}   |
        | quantity | {2 size} |
      Then the response is ok with:
        | quantity | {2 size}             |
        | cumQty   | {size}               |
        | avgPrice | {price, entry price} |
      And these facts changed, and no others:
        | fact          | from                                          | to                                            |
        | order best    | buy {3 size} at {price, price}, filled {size} | buy {2 size} at {price, price}, filled {size} |
        | trader margin | {8 margin, 2 decimals}                        | {7 margin, 2 decimals}                        |
