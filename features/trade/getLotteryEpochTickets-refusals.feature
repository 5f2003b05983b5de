@trade @getLotteryEpochTickets @negative
Feature: getLotteryEpochTickets refuses a range of epochs that is none
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: at most thirteen epochs are asked for, the first of them by its number

    @clause:GETLOTTERYEPOCHTICKETS-EPOCHS-13 @clause:GETLOTTERYEPOCHTICKETS-PARAM-STARTEPOCHID @assumed @R-29
    Scenario Outline: getLotteryEpochTickets from epoch <start> to <end> is refused
      When "trader" sends getLotteryEpochTickets:
        | startEpochId | <start> |
        | endEpochId   | <end>   |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | start    | end      | message                                    |
        | 2923     | 2936     | epoch range cannot exceed 13 epochs        |
        | 2923     | 2922     | endEpochId must not be before startEpochId |
        | <absent> | 2923     | startEpochId is required                   |
        | <empty>  | <absent> | startEpochId is required                   |
        | first    | <absent> | startEpochId must be a valid numeric value |
        | 2923     | last     | endEpochId must be a valid numeric value   |
        | 2923     | text -1  | endEpochId must be a valid numeric value   |
