@trade @getOrderHistory
Feature: getOrderHistory has a window of at most seven days
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity |
      | bid  | {market} | buy  | {far bid} | {size}   |

  Rule: both ends of the window are included

    @clause:GETORDERHISTORY-PARAM-STARTTIME @clause:GETORDERHISTORY-PARAM-ENDTIME @assumed
    Scenario: a window holds the rows of its own time, whenever their orders were placed
      Given "trader" sends getOrderHistory
      And "[0].updatedTime" of the response is called "placed"
      And 5 s pass
      And "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" sends getOrderHistory:
        | startTime | number {now - 1 s} |
      Then the response lists:
        | orderId | status     |
        | {bid}   | cancelled  |
        | {bid}   | cancelling |
      When "trader" sends getOrderHistory:
        | startTime | number {placed}    |
        | endTime   | number {now - 1 s} |
      Then the response lists:
        | orderId | status |
        | {bid}   | placed |

    Scenario Outline: getOrderHistory with <param> <shift> the update lists <count>
      Given 5 ms pass
      And "trader" sends getOrderHistory
      And "[0].updatedTime" of the response is called "update"
      When "trader" sends getOrderHistory:
        | <param> | number {update <shift>} |
        | <other> | number {update - 1 ms}  |
      Then the response is ok with:
        | . | <count> |

      @clause:GETORDERHISTORY-PARAM-STARTTIME
      Examples: from a time on
        | param     | shift  | other  | count     |
        | startTime | - 1 ms | unused | <1 item>  |
        | startTime | + 0 ms | unused | <1 item>  |
        | startTime | + 1 ms | unused | <0 items> |

      @clause:GETORDERHISTORY-PARAM-ENDTIME
      Examples: up to a time
        | param   | shift  | other     | count     |
        | endTime | - 1 ms | startTime | <0 items> |
        | endTime | + 0 ms | startTime | <1 item>  |
        | endTime | + 1 ms | startTime | <1 item>  |

      @clause:GETORDERHISTORY-PARAM-FROMTIME
      Examples: the old name of the start
        | param    | shift  | other  | count     |
        | fromTime | + 0 ms | unused | <1 item>  |
        | fromTime | + 1 ms | unused | <0 items> |

      @clause:GETORDERHISTORY-PARAM-TOTIME
      Examples: the old name of the end
        | param  | shift  | other    | count     |
        | toTime | - 1 ms | fromTime | <0 items> |
        | toTime | + 0 ms | fromTime | <1 item>  |

    @clause:GETORDERHISTORY-RANGE-EQUAL
    Scenario: getOrderHistory accepts a window of one instant
      Given 5 ms pass
      And "trader" sends getOrderHistory
      And "[0].updatedTime" of the response is called "update"
      When "trader" sends getOrderHistory:
        | startTime | number {update} |
        | endTime   | number {update} |
      Then the response lists:
        | orderId |
        | {bid}   |

  Rule: a missing bound lies seven days from the other

    @clause:GETORDERHISTORY-DEFAULT-BOTH @any-market
    Scenario: getOrderHistory without bounds begins like a window of almost seven days
      Given "trader" is a wallet with an order cancelled days ago
      When "trader" sends getOrderHistory:
        | startTime | number {now - 604740 s} |
      Then the response is kept as "week"
      When "trader" sends getOrderHistory:
        | startTime | <absent> |
        | endTime   | <absent> |
      Then the response begins with "week"

    @clause:GETORDERHISTORY-DEFAULT-BOTH
    Scenario: getOrderHistory without bounds lists a row for exactly seven days
      Given 7 days pass
      When "trader" sends getOrderHistory
      Then the response is ok with:
        | . | <1 item> |
      When 1 ms pass
      And "trader" sends getOrderHistory
      Then the response lists nothing

    @clause:GETORDERHISTORY-DEFAULT-START
    Scenario: getOrderHistory with an end alone lists the seven days before it
      Given 7 days pass
      And 2 ms pass
      When "trader" sends getOrderHistory:
        | endTime | number {now - 2 ms} |
      Then the response is ok with:
        | . | <1 item> |
      When "trader" sends getOrderHistory:
        | endTime | number {now - 1 ms} |
      Then the response lists nothing

    @clause:GETORDERHISTORY-DEFAULT-END
    Scenario: getOrderHistory with a start alone lists the seven days after it
      Given 7 days pass
      And "trader" has the open orders:
        | name | symbol   | side | price     | quantity |
        | edge | {market} | buy  | {far bid} | {size}   |
      And 1 ms pass
      And "trader" has the open orders:
        | name | symbol   | side | price     | quantity |
        | late | {market} | buy  | {far bid} | {size}   |
      When "trader" sends getOrderHistory:
        | startTime | number {now - 604800001 ms} |
      Then the response lists:
        | orderId |
        | {edge}  |
        | {bid}   |

  Rule: the window is limited

    @clause:GETORDERHISTORY-RANGE-7D
    Scenario: getOrderHistory accepts exactly seven days
      Given 5 ms pass
      And "trader" sends getOrderHistory
      And "[0].updatedTime" of the response is called "update"
      When "trader" sends getOrderHistory:
        | startTime | number {update - 7 d} |
        | endTime   | number {update}       |
        | limit     | number 1              |
      Then the response lists:
        | orderId |
        | {bid}   |

    Scenario Outline: getOrderHistory refuses a window with <what>
      When "trader" sends getOrderHistory:
        | startTime | <start> |
        | endTime   | <end>   |
        | fromTime  | <from>  |
        | toTime    | <to>    |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      @clause:GETORDERHISTORY-RANGE-OVER-7D @assumed @R-29
      Examples:
        | what                   | start                       | end          | from                        | to           | message                         |
        | seven days and 1 ms    | number {now - 604800001 ms} | number {now} | <absent>                    | <absent>     | time range cannot exceed 7 days |
        | 7 days 1 ms, old names | <absent>                    | <absent>     | number {now - 604800001 ms} | number {now} | time range cannot exceed 7 days |

      @clause:GETORDERHISTORY-RANGE-INVERTED @assumed @R-29
      Examples:
        | what                    | start        | end                 | from     | to       | message                          |
        | an end before its start | number {now} | number {now - 1 ms} | <absent> | <absent> | startTime must be before endTime |

      @assumed @R-29
      Examples: a bound under two names
        | what                 | start              | end                | from         | to           | message                                                          |
        | two different starts | number {now - 1 s} | <absent>           | number {now} | <absent>     | cannot specify both startTime and fromTime with different values |
        | two different ends   | <absent>           | number {now - 1 s} | <absent>     | number {now} | cannot specify both endTime and toTime with different values     |

    @clause:GETORDERHISTORY-PARAM-FROMTIME @clause:GETORDERHISTORY-PARAM-TOTIME @assumed
    Scenario: getOrderHistory accepts both names of a bound with the same value
      Given "trader" sends getOrderHistory
      And "[0].updatedTime" of the response is called "update"
      When "trader" sends getOrderHistory:
        | startTime | number {update} |
        | fromTime  | number {update} |
        | endTime   | number {update} |
        | toTime    | number {update} |
      Then the response is ok with:
        | . | <1 item> |
