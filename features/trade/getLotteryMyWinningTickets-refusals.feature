@trade @getLotteryMyWinningTickets @negative
Feature: getLotteryMyWinningTickets refuses an epoch that is no number
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: an epoch is named by its number

    @clause:GETLOTTERYMYWINNINGTICKETS @assumed
    Scenario Outline: getLotteryMyWinningTickets with epochId <epoch> is refused
      When "trader" sends getLotteryMyWinningTickets:
        | epochId | <epoch> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | epoch   | code             | message                               |
        | first   | VALIDATION_ERROR | epochId must be a valid numeric value |
        | text -1 | VALIDATION_ERROR | epochId must be a valid numeric value |
        | true    | INVALID_FORMAT   | Invalid request body                  |
