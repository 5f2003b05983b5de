@trade @getOpenOrders @twap
Feature: getOpenOrders shows the average price of a TWAP
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the average is rounded half to even at the decimals of the price

    @clause:TWAPDETAILS-FIELD-AVERAGEPRICE @assumed
    Scenario Outline: a TWAP filled half at <first> and half at <second> shows the average <average>
      Given "other" has the open orders:
        | name | symbol   | side | price    | quantity |
        | one  | BTC-USDT | sell | <first>  | 0.05     |
        | two  | BTC-USDT | sell | <second> | 0.05     |
      And "trader" has the TWAP "slow":
        | symbol   | side | quantity | durationSeconds |
        | BTC-USDT | buy  | 1        | number 300      |
      When "trader" sends getOpenOrders
      Then the response is ok with:
        | [0].twapDetails.averagePrice | <average> |

      Examples:
        | first | second | average |
        | 95000 | 95001  | 95000   |
        | 95001 | 95002  | 95002   |

  Rule: a TWAP whose chunks find no counterparty has no average

    @clause:TWAP-CHUNK-EXECUTION @assumed
    Scenario: a TWAP without fills ends with its last chunk
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | price | durationSeconds | intervalSeconds |
        | BTC-USDT | buy  | 1        | 94000 | number 1200     | number 600      |
      When 600000 ms pass
      Then these facts changed, and no others:
        | fact       | from                        | to   |
        | order slow | buy 1 at 94000, filled 0    | none |

    @clause:TWAPDETAILS-FIELD-AVERAGEPRICE @clause:TWAPDETAILS-FIELD-TRADESFILLED @clause:TWAPDETAILS-FIELD-TOTALFEES @assumed
    Scenario: a TWAP whose chunks found no counterparty shows no filled chunk
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | price | durationSeconds |
        | BTC-USDT | buy  | 1        | 94000 | number 300      |
      When 60 s pass
      And "trader" sends getOpenOrders
      Then the response is ok with:
        | [0].price                    | 94000    |
        | [0].timeInForce              | GTC      |
        | [0].filledQuantity           | 0        |
        | [0].twapDetails.averagePrice | 0        |
        | [0].twapDetails.tradesFilled | number 0 |
        | [0].twapDetails.totalFees    | 0        |

    @clause:TWAPDETAILS-FIELD-TRADESFILLED @assumed
    Scenario: a TWAP counts a chunk that filled in part
      Given "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | near | BTC-USDT | sell | 95000 | 0.02     |
      And "trader" has the TWAP "slow":
        | symbol   | side | quantity | price | durationSeconds |
        | BTC-USDT | buy  | 1        | 95000 | number 300      |
      When "trader" sends getOpenOrders
      Then the response is ok with:
        | [0].filledQuantity           | 0.02     |
        | [0].twapDetails.tradesFilled | number 1 |
        | [0].twapDetails.totalFees    | 0.95     |
