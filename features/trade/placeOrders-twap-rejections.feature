@trade @placeOrders @twap @negative
Feature: placeOrders rejects a TWAP that the market or the account does not accept
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And these figures:
      | slices | {20000 / mark + 10 size, to whole lots} |

  Rule: a TWAP passes the checks of an order at placement

    @clause:PLACEORDERS-STATUS-OTHER @assumed
    Scenario Outline: placeOrders rejects a TWAP with <code>
      Given the available margin of "trader" is called "free"
      And "trader" has sent updateLeverage:
        | symbol   | {second market} |
        | leverage | 1               |
      When "trader" places the TWAP:
        | symbol   | side | quantity   | price   | durationSeconds | intervalSeconds | reduceOnly |
        | <symbol> | buy  | <quantity> | <price> | number 300      | number 10       | <reduce>   |
      Then item 0 is refused with <code> "<message>"
      And nothing changed

      Examples:
        | code                    | symbol          | quantity                                | price                | reduce | message                                                |
        | MARKET_NOT_FOUND        | NO-{settlement} | {slices}                                |                      | false  | market not found                                       |
        | INVALID_VALUE           | {market}        | {slices}                                | {far ask + tick / 2} | false  | invalid price                                          |
        | INVALID_VALUE           | {market}        | {slices + lot / 10}                     |                      | false  | invalid quantity                                       |
        | REDUCE_ONLY_NO_POSITION | {market}        | {slices}                                |                      | true   | no open position found, cannot place reduce-only order |
        | INSUFFICIENT_MARGIN     | {second market} | {2 x free / second mark, to whole lots} |                      | false  | insufficient margin                                    |

    @clause:PLACEORDERS-STATUS-OTHER @assumed
    Scenario: placeOrders rejects a TWAP in a closed market
      Given market "{market}" is closed
      When "trader" places the TWAP:
        | symbol   | side | quantity | durationSeconds |
        | {market} | buy  | {slices} | number 300      |
      Then item 0 is refused with MARKET_CLOSED "market is closed"
      And nothing changed

    @clause:PLACEORDERS-STATUS-OTHER @assumed
    Scenario: placeOrders rejects an opening TWAP in a close-only market
      Given market "{market}" is close-only
      When "trader" places the TWAP:
        | symbol   | side | quantity | durationSeconds |
        | {market} | buy  | {slices} | number 300      |
      Then item 0 is refused with MARKET_CLOSED "market is close only"
      And nothing changed

    @transition:twap/active/place
    @clause:PLACEORDERS-ITEM-CLIENTID @assumed
    Scenario: placeOrders rejects a TWAP with the client order id of a live TWAP
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | durationSeconds | clientOrderId |
        | {market} | buy  | {slices} | number 300      | sliced        |
      When "trader" places the TWAP:
        | symbol          | side | quantity                                              | durationSeconds | clientOrderId |
        | {second market} | buy  | {20000 / second mark + 10 second size, to whole lots} | number 300      | sliced        |
      Then item 0 is refused with IDEMPOTENCY_CONFLICT "duplicate clientOrderId"
      And nothing changed

    @clause:LIMIT-ACCOUNT-MAXORDERSPERMARKET @assumed
    @needs:usual-schedule
    Scenario: a TWAP counts as an open order of its market
      Given "trader" has the open orders:
        | times | symbol   | side | price     | quantity    |
        | 14    | {market} | buy  | {far bid} | {size / 10} |
      And "trader" has the TWAP "slow":
        | symbol   | side | quantity | durationSeconds |
        | {market} | buy  | {slices} | number 300      |
      When "trader" places the TWAP:
        | symbol   | side | quantity | durationSeconds |
        | {market} | buy  | {slices} | number 300      |
      Then item 0 is refused with MAX_ORDERS_PER_MARKET "max open orders per market exceeded"
      And nothing changed
