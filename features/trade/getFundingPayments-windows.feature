@trade @getFundingPayments @assumed
Feature: getFundingPayments has a window of the last thirty days
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: both ends of the window are included

    @clause:GETFUNDINGPAYMENTS
    Scenario Outline: getFundingPayments with <param> <shift> the middle of three payments lists <count>
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      And 3 hours pass
      When "trader" sends getFundingPayments:
        | <param> | number {now - <ago> ms} |
      Then the response is ok with:
        | fundingHistory        | <count> |
        | summary.totalPayments | <total> |

      Examples: from a time on
        | param     | shift       | ago     | count     | total |
        | startTime | 1 ms before | 3600001 | <2 items> | 2     |
        | startTime | at          | 3600000 | <2 items> | 2     |
        | startTime | 1 ms after  | 3599999 | <1 item>  | 1     |

      Examples: up to a time
        | param   | shift       | ago     | count     | total |
        | endTime | 1 ms before | 3600001 | <1 item>  | 1     |
        | endTime | at          | 3600000 | <2 items> | 2     |
        | endTime | 1 ms after  | 3599999 | <2 items> | 2     |

    @clause:VERSION-CAP30D-GETFUNDINGPAYMENTS
    Scenario: getFundingPayments without bounds lists thirty days to the millisecond
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      And 30 days pass
      And 1 hours pass
      When "trader" sends getFundingPayments:
        | limit | number 1000 |
      Then the response is ok with:
        | fundingHistory[720].timestamp | number {now - 30 d} |
        | summary.totalPayments         | 721                 |
      Given 1 ms pass
      When "trader" sends getFundingPayments
      Then the response is ok with:
        | summary.totalPayments | 720 |

    @clause:VERSION-CAP30D-GETFUNDINGPAYMENTS @R-29
    Scenario Outline: getFundingPayments accepts <param> of almost thirty days ago
      When "trader" sends getFundingPayments:
        | <param> | number {now - 2591940 s} |
      Then the response is ok

      Examples:
        | param     |
        | startTime |
        | endTime   |

    @clause:VERSION-CAP30D-GETFUNDINGPAYMENTS @R-29 @needs:clock
    Scenario Outline: getFundingPayments accepts <param> of exactly thirty days ago
      When "trader" sends getFundingPayments:
        | <param> | number {now - 30 d} |
      Then the response is ok with:
        | fundingHistory | [] |

      Examples:
        | param     |
        | startTime |
        | endTime   |

  Rule: a page has a hundred payments by default and a thousand at most

    @clause:GETFUNDINGPAYMENTS @clause:LIMIT-PAGE-OTHER-LISTS
    Scenario Outline: getFundingPayments with limit <limit> lists <count> of 1,010 payments and sums up all
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      And "trader" is short "1" ETH-USDT at "3300" against "other"
      And 505 hours pass
      When "trader" sends getFundingPayments:
        | limit | <limit> |
      Then the response is ok with:
        | fundingHistory              | <count>      |
        | fundingHistory[0].timestamp | number {now} |
        | summary.totalPayments       | 1010         |
        | summary.netFunding          | -39.1375     |
        | summary.averagePaymentSize  | 0.08         |

      Examples:
        | limit       | count        |
        | number 1    | <1 item>     |
        | number 99   | <99 items>   |
        | number 101  | <101 items>  |
        | number 999  | <999 items>  |
        | number 1000 | <1000 items> |
        | null        | <100 items>  |

  Rule: a malformed window or limit is refused

    @negative
    Scenario Outline: getFundingPayments with <case> is refused
      When "trader" sends getFundingPayments:
        | startTime | <start> |
        | endTime   | <end>   |
        | limit     | <limit> |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      @clause:GETFUNDINGPAYMENTS
      Examples: bounds
        | case                    | start        | end                | limit    | message                             |
        | an end before its start | number {now} | number {now - 1 s} | <absent> | startTime must be less than endTime |
        | an end at its start     | number {now} | number {now}       | <absent> | startTime must be less than endTime |
        | a start below zero      | number -1    | <absent>           | <absent> | startTime must be a valid timestamp |
        | a start as text         | {now}        | <absent>           | <absent> | startTime must be a valid timestamp |
        | an end below zero       | <absent>     | number -1          | <absent> | endTime must be a valid timestamp   |
        | half a millisecond      | <absent>     | number 0.5         | <absent> | endTime must be a valid timestamp   |

      @clause:VERSION-CAP30D-GETFUNDINGPAYMENTS @R-29
      Examples: too old
        | case                     | start                        | end                          | limit    | message                                              |
        | a start 30 days 1 ms ago | number {now - 2592000001 ms} | <absent>                     | <absent> | startTime cannot be more than 30 days in the past    |
        | an end 30 days 1 ms ago  | <absent>                     | number {now - 2592000001 ms} | <absent> | endTime is older than the 30-day historical data cap |

      @clause:GETFUNDINGPAYMENTS @clause:LIMIT-PAGE-OTHER-LISTS
      Examples: limits
        | case                     | start    | end      | limit       | message                          |
        | no payment               | <absent> | <absent> | number 0    | limit must be a positive integer |
        | less than none           | <absent> | <absent> | number -1   | limit must be a positive integer |
        | half a payment           | <absent> | <absent> | number 1.5  | limit must be a positive integer |
        | a limit as text          | <absent> | <absent> | ten         | limit must be a positive integer |
        | a limit above a thousand | <absent> | <absent> | number 1001 | limit must not exceed 1000       |

    @clause:CONV-SYMBOL-EMPTY @clause:CONV-SYMBOL-UNKNOWN @clause:CONV-SYMBOL-MALFORMED @negative
    Scenario Outline: getFundingPayments with <case> as symbol is refused
      When "trader" sends getFundingPayments:
        | symbol | <symbol> |
      Then the response is refused with 400 INVALID_FORMAT "<message>"
      And nothing changed

      Examples:
        | case              | symbol   | message             |
        | an empty text     | <empty>  | market name empty   |
        | an unknown market | DOT-USDT | market name invalid |
        | no hyphen         | BTCUSDT  | market name invalid |
