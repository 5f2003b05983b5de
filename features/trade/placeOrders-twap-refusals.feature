@trade @placeOrders @twap @negative
Feature: placeOrders refuses a TWAP with invalid terms
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And these figures:
      | slices | {20000 / mark + 10 size, to whole lots} |

  Rule: a TWAP is alone in its request with the grouping twap

    @clause:TWAP-SINGLE-ORDER @assumed
    Scenario: placeOrders refuses two TWAPs in one request
      When "trader" places the TWAP:
        | symbol   | side | quantity | durationSeconds |
        | {market} | buy  | {slices} | number 300      |
        | {market} | sell | {slices} | number 300      |
      Then the response is refused with 400 VALIDATION_ERROR "TWAP request must contain exactly one order"
      And nothing changed

    @clause:TWAP-SINGLE-ORDER @clause:TWAP-GROUPING-REQUIRED @assumed @R-87
    Scenario: placeOrders refuses a TWAP among independent orders
      When "trader" places:
        | symbol   | side | orderType | quantity | price     | durationSeconds |
        | {market} | buy  | limitGtc  | {slices} | {far bid} |                 |
        | {market} | buy  | twap      | {slices} |           | number 300      |
      Then the response is refused with 400 VALIDATION_ERROR "TWAP request must contain exactly one order"
      And nothing changed

    @clause:TWAP-GROUPING-REQUIRED @assumed
    Scenario Outline: placeOrders refuses a TWAP under the grouping <grouping>
      When "trader" places with grouping "<grouping>":
        | symbol   | side | orderType | quantity | durationSeconds |
        | {market} | buy  | twap      | {slices} | number 300      |
      Then the response is refused with 400 VALIDATION_ERROR "invalid grouping"
      And nothing changed

      Examples:
        | grouping     |
        | normalTpsl   |
        | positionTpsl |

    @clause:TWAP-SINGLE-ORDER @assumed @R-87
    Scenario: placeOrders refuses two TWAPs without a grouping
      When "trader" places:
        | symbol   | side | orderType | quantity | durationSeconds |
        | {market} | buy  | twap      | {slices} | number 300      |
        | {market} | sell | twap      | {slices} | number 300      |
      Then the response is refused with 400 VALIDATION_ERROR "TWAP request must contain exactly one order"
      And nothing changed

    @clause:TWAP-TYPE-REQUIRED @assumed
    Scenario Outline: placeOrders refuses the grouping twap with a <type> order
      When "trader" places the TWAP:
        | symbol   | side | orderType | quantity | price   |
        | {market} | buy  | <type>    | {slices} | <price> |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: invalid orderType '<type>'"
      And nothing changed

      Examples:
        | type     | price     |
        | market   |           |
        | limitGtc | {far bid} |

  Rule: every term has bounds

    @clause:TWAP-DURATION-REQUIRED @clause:TWAP-DURATION-MIN @clause:TWAP-DURATION-MAX @clause:TWAP-INTERVAL-VALUES
    @clause:TWAP-CHUNKS-MIN @assumed
    Scenario Outline: placeOrders refuses a TWAP with <case>
      When "trader" places the TWAP:
        | symbol   | side | quantity | durationSeconds | intervalSeconds |
        | {market} | buy  | {slices} | <duration>      | <interval>      |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | case                        | duration     | interval   | message                                                       |
        | no duration                 |              | number 30  | order 0: durationSeconds must be positive for twap orders     |
        | a duration below 300        | number 299   | number 30  | durationSeconds must be between 300 and 86400                 |
        | a duration above 86400      | number 86401 | number 30  | durationSeconds must be between 300 and 86400                 |
        | an interval below every one | number 300   | number 9   | intervalSeconds must be one of 10, 30, 60, 120, 180, 300, 600 |
        | an interval between two     | number 300   | number 31  | intervalSeconds must be one of 10, 30, 60, 120, 180, 300, 600 |
        | an interval above every one | number 86400 | number 601 | intervalSeconds must be one of 10, 30, 60, 120, 180, 300, 600 |
        | an interval below zero      | number 300   | number -10 | order 0: intervalSeconds must not be negative for twap orders |
        | one chunk of 300 s          | number 300   | number 300 | TWAP must have at least 2 chunks                              |
        | one chunk and a bit         | number 1199  | number 600 | TWAP must have at least 2 chunks                              |
        | no chunk at all             | number 300   | number 600 | TWAP must have at least 2 chunks                              |

    @clause:TWAP-SIZEVARIANCE-RANGE @clause:TWAP-SIZEVARIANCE-STEP @clause:TWAP-INTERVALVARIANCE-RANGE
    @clause:TWAP-INTERVALVARIANCE-STEP @assumed
    Scenario Outline: placeOrders refuses a TWAP with <field> <value>
      When "trader" places the TWAP:
        | symbol   | side | quantity | durationSeconds | <field>        |
        | {market} | buy  | {slices} | number 300      | number <value> |
      Then the response is refused with 400 VALIDATION_ERROR "<field> must be a multiple of 100 between 0 and 2000"
      And nothing changed

      Examples:
        | field               | value |
        | sizeVarianceBps     | -100  |
        | sizeVarianceBps     | 99    |
        | sizeVarianceBps     | 150   |
        | sizeVarianceBps     | 2100  |
        | intervalVarianceBps | -100  |
        | intervalVarianceBps | 1     |
        | intervalVarianceBps | 1999  |
        | intervalVarianceBps | 2001  |

    @clause:TWAP-NO-TRIGGERPRICE @clause:TWAP-NO-EXPIRESAT @assumed
    Scenario Outline: placeOrders refuses a TWAP with <field>
      When "trader" places the TWAP:
        | symbol   | side | quantity | durationSeconds | <field> |
        | {market} | buy  | {slices} | number 300      | <value> |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: <message>"
      And nothing changed

      Examples:
        | field        | value                          | message                                     |
        | triggerPrice | {far bid}                      | triggerPrice must be empty for twap orders  |
        | expiresAt    | number {now + 60 s in seconds} | expiresAt is only valid for limitGtd orders |

    @transition:twap/none/place-invalid
    @clause:TWAP-NOTIONAL-MIN @assumed
    Scenario Outline: placeOrders refuses a TWAP of <quantity> BTC at a mark of <mark> as too small
      Given the index of "BTC-USDT" is "<mark>"
      When "trader" places the TWAP:
        | symbol   | side | quantity   | durationSeconds |
        | BTC-USDT | buy  | <quantity> | number 300      |
      Then the response is refused with 400 VALIDATION_ERROR "TWAP notional must be at least 10000"
      And nothing changed

      Examples:
        | mark   | quantity |
        | 95000  | 0.10526  |
        | 100000 | 0.09999  |
