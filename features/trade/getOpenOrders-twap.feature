@trade @getOpenOrders @twap
Feature: getOpenOrders shows the average price of a TWAP
  Background:
    Given the world "quiet"
    And these figures:
      | half  | {1000 / mark, to whole lots} |
      | chunk | {2 half}                     |

  Rule: the average is rounded half to even at the decimals of the price

    @clause:TWAPDETAILS-FIELD-AVERAGEPRICE @assumed
    Scenario Outline: a TWAP filled half at <first> and half at <second> shows the average of these prices
      Given the price low in the spread of "{market}" is called "least"
      And "other" has the open orders:
        | name | symbol   | side | price    | quantity |
        | one  | {market} | sell | <first>  | {half}   |
        | two  | {market} | sell | <second> | {half}   |
      And "trader" has the TWAP "slow":
        | symbol   | side | quantity   | durationSeconds |
        | {market} | buy  | {10 chunk} | number 300      |
      When "trader" sends getOpenOrders
      Then the response is ok with:
        | [0].filledQuantity           | {chunk}   |
        | [0].twapDetails.averagePrice | <average> |

      Examples:
        | first            | second            | average                                         |
        | {least}          | {least + 1 tick}  | {(least + least + 1 tick) / 2, price}           |
        | {least + 1 tick} | {least + 2 ticks} | {(least + 1 tick + least + 2 ticks) / 2, price} |

  Rule: a TWAP whose chunks find no counterparty has no average

    @clause:TWAP-CHUNK-EXECUTION @assumed
    Scenario: a TWAP without fills ends with its last chunk
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity      | price     | durationSeconds | intervalSeconds |
        | {market} | buy  | {2 x 20 half} | {far bid} | number 1200     | number 600      |
      When 600000 ms pass
      Then these facts changed, and no others:
        | fact       | from                                            | to   |
        | order slow | buy {2 x 20 half} at {far bid, price}, filled 0 | none |

    @clause:TWAPDETAILS-FIELD-AVERAGEPRICE @clause:TWAPDETAILS-FIELD-TRADESFILLED @clause:TWAPDETAILS-FIELD-TOTALFEES @assumed
    Scenario: a TWAP whose chunks found no counterparty shows no filled chunk
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity   | price     | durationSeconds |
        | {market} | buy  | {10 chunk} | {far bid} | number 300      |
      When 60 s pass
      And "trader" sends getOpenOrders
      Then the response is ok with:
        | [0].price                    | {far bid, price} |
        | [0].timeInForce              | GTC              |
        | [0].filledQuantity           | 0                |
        | [0].twapDetails.averagePrice | 0                |
        | [0].twapDetails.tradesFilled | number 0         |
        | [0].twapDetails.totalFees    | 0                |

    @clause:TWAPDETAILS-FIELD-TRADESFILLED @assumed
    Scenario: a TWAP counts a chunk that filled in part
      Given "other" offers "{half}" of "{market}" inside the spread, at "price"
      And the fee rates of "trader" are called "maker rate" and "taker rate"
      And "trader" has the TWAP "slow":
        | symbol   | side | quantity   | price   | durationSeconds |
        | {market} | buy  | {10 chunk} | {price} | number 300      |
      When "trader" sends getOpenOrders
      Then the response is ok with:
        | [0].filledQuantity           | {half}                                             |
        | [0].twapDetails.tradesFilled | number 1                                           |
        | [0].twapDetails.totalFees    | {price x half x taker rate, rounded to 8 decimals} |
