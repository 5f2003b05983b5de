@risk @assumed @getPositions
Feature: adlBucket shows how close a position is to the front of the deleveraging queue
  # Positions of one side of a market by profit ratio times leverage, in fifths: the first of two stands in the fifth 5, the
  # second in 3. Profit is 100 on 9500 for both longs, leverage 20 and 10.
  Background:
    Given the world "bare"
    And "bold" has sent updateLeverage:
      | symbol   | BTC-USDT |
      | leverage | 20       |

  Rule: a position is ranked from the first full minute after it was opened

    @clause:POSITION-FIELD-ADLBUCKET @clause:POSITION-ADLBUCKET-UNRANKED
    Scenario Outline: getPositions shows <who> in adlBucket <bucket> <ms> ms after two longs were opened
      Given "calm" is long "0.1" BTC-USDT at "95000" against "other"
      And "bold" is long "0.1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "96000"
      When <ms> ms pass
      And "<who>" sends getPositions
      Then the response lists:
        | symbol   | adlBucket       |
        | BTC-USDT | number <bucket> |

      Examples:
        | ms    | who   | bucket |
        | 59999 | bold  | 1      |
        | 59999 | other | 1      |
        | 60000 | bold  | 5      |
        | 60000 | calm  | 3      |
        | 60000 | other | 5      |

    @clause:POSITION-FIELD-ADLBUCKET
    Scenario: a position that is not ranked yet leaves the buckets of the others unchanged
      Given "calm" is long "0.1" BTC-USDT at "95000" against "other"
      And 60 s pass
      And "bold" is long "0.1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "96000"
      When "calm" sends getPositions
      Then the response lists:
        | adlBucket |
        | number 5  |
      When "bold" sends getPositions
      Then the response lists:
        | adlBucket |
        | number 1  |

    @clause:POSITION-FIELD-ADLBUCKET
    Scenario: a closed position has adlBucket 1
      Given "calm" is long "0.1" BTC-USDT at "95000" against "other"
      And 60 s pass
      And "other" is long "0.1" BTC-USDT at "95000" against "calm"
      When "calm" sends getPositions:
        | status | close |
      Then the response lists:
        | status | adlBucket |
        | close  | number 1  |
