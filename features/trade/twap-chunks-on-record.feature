@trade @twap
Feature: the orders and trades of a TWAP are found by the TWAP and name it
  Background:
    Given the world "quiet"
    And "maker" offers "{1200 / mark, to whole lots}" of "{market}" inside the spread, at "price"
    And "trader" has the TWAP "slow":
      | symbol   | side | quantity                      | durationSeconds | intervalSeconds | clientOrderId |
      | {market} | buy  | {12000 / mark, to whole lots} | number 300      | number 30       | sliced        |

  Rule: trades of a TWAP are the trades of its chunks

    @clause:GETTRADES-PARAM-ORDERID @assumed @R-118
    Scenario: getTrades with the id of a TWAP lists the trades of its chunks, newest first
      When 60 s pass
      And "trader" sends getTrades:
        | orderId | {slow} |
      Then "trades" of the response lists:
        | parentOrder                              | quantity                     | direction | order.clientId |
        | {"venueId":"{slow}","clientId":"sliced"} | {1200 / mark, to whole lots} | open long | <empty>        |
        | {"venueId":"{slow}","clientId":"sliced"} | {1200 / mark, to whole lots} | open long | <empty>        |
        | {"venueId":"{slow}","clientId":"sliced"} | {1200 / mark, to whole lots} | open long | <empty>        |
      And the response is ok with:
        | total   | number 3 |
        | hasMore | false    |

    @clause:GETTRADES-PARAM-ORDERID @assumed @R-118
    Scenario: getTrades pages through the trades of a TWAP
      When 60 s pass
      And "trader" sends getTrades:
        | orderId | {slow}   |
        | limit   | number 2 |
        | offset  | number 2 |
      Then "trades" of the response lists:
        | quantity                     |
        | {1200 / mark, to whole lots} |
      And the response is ok with:
        | total   | number 3 |
        | hasMore | false    |

    @clause:GETTRADES-PARAM-ORDERID @assumed @R-118
    Scenario: getTrades with the id of a chunk lists the trades of that chunk alone
      Given "trader" sends getTrades
      And "trades[0].orderId" of the response is called "chunk"
      When 30 s pass
      And "trader" sends getTrades:
        | orderId | {chunk} |
      Then "trades" of the response lists:
        | orderId | quantity                     |
        | {chunk} | {1200 / mark, to whole lots} |

    @clause:GETTRADES-PARAM-ORDERID @assumed @R-118
    Scenario: trades of other orders stay out of the list of a TWAP and name no parent
      Given "trader" buys "{size}" of "{market}" from "maker"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | quantity                     | parentOrder                              |
        | {size}                       | <absent>                                 |
        | {1200 / mark, to whole lots} | {"venueId":"{slow}","clientId":"sliced"} |
      When "trader" sends getTrades:
        | orderId | {slow} |
      Then "trades" of the response lists:
        | quantity                     |
        | {1200 / mark, to whole lots} |

  Rule: a chunk names its TWAP in the history of orders

    @clause:GETORDERHISTORY-ROWS-PER-ORDER @assumed @R-118
    Scenario: getOrderHistory shows the parent of a chunk and none of the TWAP itself
      When "trader" sends getOrderHistory
      Then the response lists:
        | type   | status           | parentOrder                              |
        | TWAP   | partially filled | <absent>                                 |
        | MARKET | filled           | {"venueId":"{slow}","clientId":"sliced"} |
        | MARKET | placed           | {"venueId":"{slow}","clientId":"sliced"} |
        | TWAP   | placed           | <absent>                                 |
