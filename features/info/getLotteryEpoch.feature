@info @getLotteryEpoch
Feature: getLotteryEpoch shows one week of the lottery
  Background:
    Given the world "quiet"

  Rule: an epoch is a week from Monday in UTC and is drawn at its end

    @clause:GETLOTTERYEPOCH @assumed @R-66
    Scenario: the present epoch is open and has no hashes
      Given 5 hours pass
      When anyone asks getLotteryEpoch
      Then the response is ok with:
        | epochId    | 2923                 |
        | startTime  | number {now - 5 h}   |
        | endTime    | number {now + 163 h} |
        | status     | open                 |
        | drawnBalls | []                   |
      And the response has exactly the keys "epochId, startTime, endTime, status, drawnBalls"

    @clause:GETLOTTERYEPOCH @clause:GETLOTTERYEPOCH-VRFDRAWTXHASH @clause:GETLOTTERYEPOCH-VRFSEEDTXHASH @assumed @R-66
    Scenario: a drawn epoch has five balls, a bonus ball and the digests of seed and draw
      Given 7 days pass
      When anyone asks getLotteryEpoch:
        | epochId | 2923 |
      Then the response is ok with:
        | epochId       | 2923      |
        | status        | drawn     |
        | drawnBalls    | <6 items> |
        | drawnBalls[0] | <integer> |
        | drawnBalls[5] | <integer> |
      And the response has exactly the keys "epochId, startTime, endTime, status, drawnBalls, vrfSeedTxHash, vrfDrawTxHash"
      And "vrfSeedTxHash" of the response is called "seed hash"
      And "vrfDrawTxHash" of the response is called "draw hash"
      When anyone asks getLotteryEpoch
      Then the response is ok with:
        | epochId | 2924 |
        | status  | open |

    @clause:GETLOTTERYEPOCH @assumed @R-66
    Scenario Outline: <ms> ms before the next Monday the epoch is <epoch> and the one before is <status>
      Given 167 hours pass
      And <passed> ms pass
      When anyone asks getLotteryEpoch
      Then the response is ok with:
        | epochId | <epoch> |
        | status  | open    |
      When anyone asks getLotteryEpoch:
        | epochId | 2923 |
      Then the response is ok with:
        | status | <status> |

      Examples:
        | ms | passed  | epoch | status |
        | 1  | 3599999 | 2923  | open   |
        | 0  | 3600000 | 2924  | drawn  |
        | -1 | 3600001 | 2924  | drawn  |

    @clause:GETLOTTERYEPOCH @assumed @R-66
    Scenario: the draw follows from the seed of the exchange
      Given 7 days pass
      And anyone asks getLotteryEpoch:
        | epochId | 2923 |
      And the response is kept as "seed 7"
      Given the world "quiet" with seed "7"
      And 7 days pass
      When anyone asks getLotteryEpoch:
        | epochId | 2923 |
      Then the response equals "seed 7"
      Given the world "quiet" with seed "8"
      And 7 days pass
      When anyone asks getLotteryEpoch:
        | epochId | 2923 |
      Then the response differs from "seed 7"

  Rule: an epoch that does not exist is refused

    @clause:GETLOTTERYEPOCH @assumed @negative
    Scenario Outline: getLotteryEpoch with epochId <epoch> is refused
      When anyone asks getLotteryEpoch:
        | epochId | <epoch> |
      Then the response is refused with <http> <code> "<message>"

      @needs:worlds
      Examples: those before the first and after the present one
        | epoch | http | code      | message         |
        | 2922  | 404  | NOT_FOUND | Epoch not found |
        | 2924  | 404  | NOT_FOUND | Epoch not found |

      Examples: none at any time
        | epoch | http | code             | message                               |
        | 99999 | 404  | NOT_FOUND        | Epoch not found                       |
        | text 0 | 404 | NOT_FOUND        | Epoch not found                       |
        | first | 400  | VALIDATION_ERROR | epochId must be a valid numeric value |
        | true  | 400  | INVALID_FORMAT   | Invalid request body                  |
