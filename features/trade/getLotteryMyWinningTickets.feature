@trade @getLotteryMyWinningTickets
Feature: getLotteryMyWinningTickets lists the winning tickets of a subaccount
  Background:
    Given the world "quiet"
    And "trader" is long "50" BTC-USDT at "95000" against "maker"

  Rule: a ticket wins after the draw of its week, by the balls it matches

    @clause:GETLOTTERYMYWINNINGTICKETS @clause:AUTH-NONONCE-GETLOTTERYMYWINNINGTICKETS @assumed @R-66
    Scenario: getLotteryMyWinningTickets lists nothing before the draw and the winners after it
      Given 167 hours pass
      And 3599999 ms pass
      When "trader" sends getLotteryMyWinningTickets
      Then the response is ok with:
        | tickets | [] |
      When 1 ms pass
      And "trader" sends getLotteryMyWinningTickets
      Then every item of "tickets" of the response is:
        | epochId      | 2923      |
        | ticketSerial | <id>      |
        | ball1        | <integer> |
        | ball5        | <integer> |
        | bonusBall    | <integer> |
        | prize        | <decimal> |
      And "tickets[0]" of the response has exactly the keys "epochId, ticketSerial, ball1, ball2, ball3, ball4, ball5, bonusBall, prize"

    @clause:GETLOTTERYMYWINNINGTICKETS @assumed @R-66
    Scenario: getLotteryMyWinningTickets lists one epoch or all of them
      Given 7 days pass
      And "trader" sends getLotteryMyWinningTickets
      And the response is kept as "all"
      When "trader" sends getLotteryMyWinningTickets:
        | epochId | 2923 |
      Then the response equals "all"
      When "trader" sends getLotteryMyWinningTickets:
        | epochId | 2924 |
      Then the response is ok with:
        | tickets | [] |

    @clause:GETLOTTERYMYWINNINGTICKETS @assumed @R-66 @R-123
    Scenario: getLotteryMyWinningTickets without an epoch lists the winners of the latest five draws
      Given 7 days pass
      And "trader" sends getLotteryMyWinningTickets
      And the response is kept as "first draw"
      When 28 days pass
      And "trader" sends getLotteryMyWinningTickets
      Then the response equals "first draw"
      When 7 days pass
      And "trader" sends getLotteryMyWinningTickets
      Then the response is ok with:
        | tickets | [] |
      When "trader" sends getLotteryMyWinningTickets:
        | epochId | 2923 |
      Then the response equals "first draw"

    @clause:GETLOTTERYMYWINNINGTICKETS @assumed @R-66
    Scenario: getLotteryMyWinningTickets lists nothing for a subaccount without tickets
      Given 7 days pass
      When "other" sends getLotteryMyWinningTickets
      Then the response is ok with:
        | tickets | [] |

    @clause:ROLE-SESSION-GETLOTTERYMYWINNINGTICKETS
    Scenario: getLotteryMyWinningTickets responds to a session delegate
      Given "bob" is a session delegate of "trader"
      And 7 days pass
      And "trader" sends getLotteryMyWinningTickets
      And the response is kept as "owner's"
      When "bob" sends getLotteryMyWinningTickets for "trader"
      Then the response equals "owner's"
