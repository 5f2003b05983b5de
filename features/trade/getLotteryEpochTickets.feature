@trade @getLotteryEpochTickets
Feature: getLotteryEpochTickets lists the lottery tickets of a subaccount
  Background:
    Given the world "quiet"
    And "trader" is long "0.1" BTC-USDT at "95000" against "maker"

  Rule: a ticket is earned for each 1,000 USDT of volume with fees in the week

    @clause:GETLOTTERYEPOCHTICKETS @clause:AUTH-NONONCE-GETLOTTERYEPOCHTICKETS @clause:GETLOTTERYEPOCHTICKETS-PARAM-STARTEPOCHID @assumed @R-66
    @needs:fresh-account
    Scenario: getLotteryEpochTickets lists nine tickets for 9,500 USDT, for the maker too
      When "trader" sends getLotteryEpochTickets:
        | startEpochId | 2923 |
      Then the response is ok with:
        | tickets                 | <9 items> |
        | tickets[0].ticketSerial | 1         |
        | tickets[8].ticketSerial | 9         |
      And every item of "tickets" of the response is:
        | epochId      | 2923      |
        | ticketSerial | <id>      |
        | ball1        | <integer> |
        | ball5        | <integer> |
        | bonusBall    | <integer> |
      And "tickets[0]" of the response has exactly the keys "epochId, ticketSerial, ball1, ball2, ball3, ball4, ball5, bonusBall"
      When "maker" sends getLotteryEpochTickets:
        | startEpochId | 2923 |
      Then the response is ok with:
        | tickets | <9 items> |

    @clause:GETLOTTERYEPOCHTICKETS @assumed @R-66 @needs:fresh-account
    Scenario: getLotteryEpochTickets adds the tenth ticket at 10,000 USDT and keeps the others
      Given "trader" sends getLotteryEpochTickets:
        | startEpochId | 2923 |
      And "tickets[8].ticketSerial" of the response is called "ninth"
      And the response is kept as "nine"
      When "trader" is long "0.00526" BTC-USDT at "95000" against "maker"
      And "trader" sends getLotteryEpochTickets:
        | startEpochId | 2923 |
      Then the response equals "nine"
      When "trader" is long "0.001" BTC-USDT at "95000" against "maker"
      And "trader" sends getLotteryEpochTickets:
        | startEpochId | 2923 |
      Then the response is ok with:
        | tickets                 | <10 items> |
        | tickets[8].ticketSerial | {ninth}    |
        | tickets[9].ticketSerial | 10         |

    @clause:GETLOTTERYEPOCHTICKETS @assumed @R-66
    Scenario: getLotteryEpochTickets lists no ticket for a fill without a fee
      Given "free" is in tier "market_maker"
      And "other" is long "0.1" BTC-USDT at "95000" against "free"
      When "free" sends getLotteryEpochTickets:
        | startEpochId | 2923 |
      Then the response is ok with:
        | tickets | [] |
      When "other" sends getLotteryEpochTickets:
        | startEpochId | 2923 |
      Then the response is ok with:
        | tickets | <9 items> |

  Rule: epochs are weeks from Monday in UTC, at most thirteen in one request

    @clause:GETLOTTERYEPOCHTICKETS-PARAM-ENDEPOCHID @clause:GETLOTTERYEPOCHTICKETS-PARAM-STARTEPOCHID @assumed @R-66
    Scenario Outline: getLotteryEpochTickets from epoch <start> to <end> lists the tickets of these weeks
      Given 7 days pass
      And "trader" is long "0.02" BTC-USDT at "95000" against "maker"
      When "trader" sends getLotteryEpochTickets:
        | startEpochId | <start> |
        | endEpochId   | <end>   |
      Then the response is ok with:
        | tickets            | <items> |
        | tickets[0].epochId | <first> |
        | tickets[9].epochId | <tenth> |

      Examples:
        | start       | end      | items      | first    | tenth    |
        | 2923        | <absent> | <9 items>  | 2923     | <absent> |
        | 2924        | <absent> | <1 item>   | 2924     | <absent> |
        | 2923        | 2924     | <10 items> | 2923     | 2924     |
        | 2912        | 2924     | <10 items> | 2923     | 2924     |
        | 2923        | 2935     | <10 items> | 2923     | 2924     |
        | 2922        | <absent> | []         | <absent> | <absent> |
        | number 2923 | <empty>  | <9 items>  | 2923     | <absent> |

    @clause:GETLOTTERYEPOCHTICKETS-TICKETS-5000 @assumed @needs:fresh-account
    Scenario Outline: getLotteryEpochTickets lists <listed> of <count> tickets
      Given "whale" is long "<quantity>" BTC-USDT at "95000" against "maker"
      When "whale" sends getLotteryEpochTickets:
        | startEpochId | 2923 |
      Then the response is ok with:
        | tickets                          | <<listed> items> |
        | tickets[<last>].ticketSerial     | <listed>         |

      Examples:
        | quantity | count | listed | last |
        | 52.63157 | 4999  | 4999   | 4998 |
        | 52.64    | 5000  | 5000   | 4999 |
        | 52.65    | 5001  | 5000   | 4999 |

  Rule: only signers with a right to read get a response

    @clause:ROLE-SESSION-GETLOTTERYEPOCHTICKETS @needs:fresh-account
    Scenario: getLotteryEpochTickets responds to a session delegate
      Given "bob" is a session delegate of "trader"
      When "bob" sends getLotteryEpochTickets for "trader":
        | startEpochId | 2923 |
      Then the response is ok with:
        | tickets | <9 items> |
