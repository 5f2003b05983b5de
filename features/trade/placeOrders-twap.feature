@trade @placeOrders @twap
Feature: placeOrders accepts a TWAP that trades in chunks over its duration
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And these figures:
      | chunk  | {10000 / mark + size, to whole lots} |
      | slices | {10 x chunk}                         |

  Rule: a TWAP is one waiting order, and its first chunk trades at once

    @transition:twap/none/place
    @clause:PLACEORDERS-TYPE-TWAP @clause:PLACEORDERS-GROUPING-TWAP @clause:TWAP-FIELDS-PLACE
    @clause:TWAP-RECORD-TYPE @assumed
    Scenario: placeOrders returns a TWAP as resting while its first chunk trades
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And the fee rates of "other" are called "their rate" and "their other rate"
      And "other" offers "{chunk}" of "{market}" inside the spread, at "price", as "theirs"
      When "trader" places the TWAP:
        | symbol   | side | quantity | durationSeconds | intervalSeconds |
        | {market} | buy  | {slices} | number 300      | number 30       |
      Then "statuses[0].resting.id" of the response is called "slow"
      And the response is ok with:
        | statuses | [{"resting":{"order":{"venueId":"{slow}","clientId":""},"id":"{slow}"}}] |
      And these facts changed, and no others:
        | fact                     | from                                     | to                                                            |
        | trader {settlement}      | 1000000                                  | {1000000 - price x chunk x taker rate, rounded to 8 decimals} |
        | trader margin            | 0.00                                     | {mark x chunk / default leverage, 2 decimals}                 |
        | trader position {market} | none                                     | long {chunk} at {price, entry price}                          |
        | order slow               | none                                     | buy {slices} at market, filled {chunk}                        |
        | other {settlement}       | 1000000                                  | {1000000 - price x chunk x their rate, rounded to 8 decimals} |
        | other position {market}  | none                                     | short {chunk} at {price, entry price}                         |
        | order theirs             | sell {chunk} at {price, price}, filled 0 | none                                                          |

    @clause:PLACEORDERS-TYPE-TWAP @clause:PLACEORDERS-ITEM-PRICE @assumed
    Scenario: the price of a TWAP is the worst price of a chunk
      Given the fee rates of "trader" are called "maker rate" and "taker rate"
      And the fee rates of "other" are called "their rate" and "their other rate"
      And "other" offers "{size / 5}" of "{market}" inside the spread, at "price", as "near"
      When "trader" places the TWAP:
        | symbol   | side | quantity | price   | durationSeconds | clientOrderId |
        | {market} | buy  | {slices} | {price} | number 300      | sliced        |
      Then "statuses[0].resting.id" of the response is called "slow"
      And the response is ok with:
        | statuses[0].resting.order | {"venueId":"{slow}","clientId":"sliced"} |
      And these facts changed, and no others:
        | fact                     | from                                        | to                                                               |
        | trader {settlement}      | 1000000                                     | {1000000 - price x size / 5 x taker rate, rounded to 8 decimals} |
        | trader margin            | 0.00                                        | {mark x size / 5 / default leverage, 2 decimals}                 |
        | trader position {market} | none                                        | long {size / 5} at {price, entry price}                          |
        | order slow               | none                                        | buy {slices} at {price, price}, filled {size / 5}                |
        | other {settlement}       | 1000000                                     | {1000000 - price x size / 5 x their rate, rounded to 8 decimals} |
        | other position {market}  | none                                        | short {size / 5} at {price, entry price}                         |
        | order near               | sell {size / 5} at {price, price}, filled 0 | none                                                             |

  Rule: duration and interval give the number of chunks

    @clause:TWAP-CHUNKS-COUNT @clause:TWAP-DURATION-MIN @clause:TWAP-DURATION-MAX @clause:TWAP-INTERVAL-VALUES
    @clause:TWAP-INTERVAL-DEFAULT
    Scenario Outline: a TWAP of <duration> s with an interval of <interval> s has <chunks> chunks
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | durationSeconds   | intervalSeconds |
        | {market} | buy  | {slices} | number <duration> | <interval>      |
      When "trader" sends getOpenOrders
      Then the response is ok with:
        | [0].twapDetails.totalTrades     | number <chunks> |
        | [0].twapDetails.intervalMs      | number <ms>     |
        | [0].twapDetails.totalDurationMs | number <total>  |

      Examples: the ends of the duration
        | duration | interval  | chunks | ms    | total    |
        | 300      | number 30 | 10     | 30000 | 300000   |
        | 86400    | number 30 | 2880   | 30000 | 86400000 |

      Examples: every interval
        | duration | interval   | chunks | ms     | total   |
        | 300      | number 10  | 30     | 10000  | 300000  |
        | 1200     | number 60  | 20     | 60000  | 1200000 |
        | 1200     | number 120 | 10     | 120000 | 1200000 |
        | 1200     | number 180 | 6      | 180000 | 1080000 |
        | 1200     | number 300 | 4      | 300000 | 1200000 |
        | 1200     | number 600 | 2      | 600000 | 1200000 |

      Examples: rounded down, and every 30 s by default
        | duration | interval  | chunks | ms    | total  |
        | 329      | number 30 | 10     | 30000 | 300000 |
        | 330      |           | 11     | 30000 | 330000 |
        | 330      | number 0  | 11     | 30000 | 330000 |

  Rule: size and interval may vary

    @clause:TWAP-SIZEVARIANCE-RANGE @clause:TWAP-SIZEVARIANCE-STEP @clause:TWAP-INTERVALVARIANCE-RANGE
    @clause:TWAP-INTERVALVARIANCE-STEP @clause:TWAPDETAILS-FIELD-SIZEVARIANCEBPS
    @clause:TWAPDETAILS-FIELD-INTERVALVARIANCEBPS
    Scenario Outline: a TWAP with size variance "<size>" and interval variance "<interval>" shows <shown size> and <shown interval>
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | durationSeconds | sizeVarianceBps | intervalVarianceBps |
        | {market} | buy  | {slices} | number 300      | <size>          | <interval>          |
      When "trader" sends getOpenOrders
      Then the response is ok with:
        | [0].twapDetails.sizeVarianceBps     | <shown size>     |
        | [0].twapDetails.intervalVarianceBps | <shown interval> |

      Examples:
        | size        | interval    | shown size  | shown interval |
        |             |             | <absent>    | <absent>       |
        | number 0    | number 0    | <absent>    | <absent>       |
        | number 100  | number 2000 | number 100  | number 2000    |
        | number 2000 | number 100  | number 2000 | number 100     |

  Rule: duration and interval of a TWAP are not signed

    @clause:TWAP-UNSIGNED-DURATION @clause:TWAP-UNSIGNED-INTERVAL
    Scenario: placeOrders accepts a TWAP whose duration and interval were changed after signing
      When "trader" sends placeOrders:
        | orders[0].symbol                          | {market}   |
        | orders[0].side                            | buy        |
        | orders[0].orderType                       | twap       |
        | orders[0].quantity                        | {slices}   |
        | orders[0].durationSeconds                 | number 300 |
        | orders[0].intervalSeconds                 | number 30  |
        | grouping                                  | twap       |
        | tampered.params.orders[0].durationSeconds | number 600 |
        | tampered.params.orders[0].intervalSeconds | number 60  |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

  Rule: a TWAP is worth at least 10,000 USDT at the mark

    @clause:TWAP-NOTIONAL-MIN
    Scenario: placeOrders accepts a TWAP worth exactly 10,000 USDT at the mark
      Given the index of "BTC-USDT" is "99000"
      And the index of "BTC-USDT" is "100000"
      When "trader" places the TWAP:
        | symbol   | side | quantity | durationSeconds |
        | BTC-USDT | sell | 0.1      | number 300      |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |
