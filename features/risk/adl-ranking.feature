@risk @liquidation @assumed
Feature: the deleveraging queue ranks positions by profit ratio times leverage
  # A ratio is the gain over what was paid at entry. A full minute passes, so that all are ranked; the book is empty and the mark
  # is the index.
  Background:
    Given the world "bare"

  Rule: the queue is divided into fifths, each side for itself

    # Entered at 95,000 to 95,400 a short is the better off at 95,000 the later it came.
    @clause:POSITION-FIELD-ADLBUCKET @R-61
    Scenario Outline: the short <who> of five stands in adlBucket <bucket>
      Given "all" is long "0.1" BTC-USDT at "95000" against "a"
      And "all" is long "0.1" BTC-USDT at "95100" against "b"
      And "all" is long "0.1" BTC-USDT at "95200" against "c"
      And "all" is long "0.1" BTC-USDT at "95300" against "d"
      And "all" is long "0.1" BTC-USDT at "95400" against "e"
      And 60 s pass
      When "<who>" sends getPositions
      Then the response is ok with:
        | [0].adlBucket | number <bucket> |

      Examples:
        | who | bucket |
        | e   | 5      |
        | d   | 4      |
        | c   | 3      |
        | b   | 2      |
        | a   | 1      |
        | all | 5      |

  Rule: leverage multiplies gains and losses alike

    # At 94,000: 1,000 / 95,000 x 50 against 1,400 / 95,400 x 10. At 96,000: -1,000 / 95,000 x 50 against -600 / 95,400 x 10.
    @clause:POSITION-FIELD-ADLBUCKET @R-61
    Scenario Outline: at a mark of <mark> the short <who> stands in adlBucket <bucket>
      Given "much" has sent updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 50       |
      And "all" is long "0.1" BTC-USDT at "95000" against "much"
      And "all" is long "0.1" BTC-USDT at "95400" against "little"
      And the index of "BTC-USDT" is "<mark>"
      And 60 s pass
      When "<who>" sends getPositions
      Then the response is ok with:
        | [0].adlBucket | number <bucket> |

      Examples:
        | mark  | who    | bucket |
        | 94000 | much   | 5      |
        | 94000 | little | 3      |
        | 96000 | much   | 3      |
        | 96000 | little | 5      |

    # 1,000 / 95,000 x 11 is more than 1,045 / 95,045 x 10.
    @clause:POSITION-FIELD-ADLBUCKET @R-61
    Scenario Outline: the queue uses the present leverage, so <who> stands in adlBucket <bucket>
      Given "all" is long "0.1" BTC-USDT at "95000" against "lower"
      And "all" is long "0.1" BTC-USDT at "95045" against "higher"
      And the index of "BTC-USDT" is "94000"
      And 60 s pass
      And "lower" has sent updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 11       |
      When "<who>" sends getPositions
      Then the response is ok with:
        | [0].adlBucket | number <bucket> |

      Examples:
        | who    | bucket |
        | lower  | 5      |
        | higher | 3      |

  Rule: of equal positions the older one ranks first

    @clause:POSITION-FIELD-ADLBUCKET @R-61
    Scenario Outline: the <who> of two equal shorts stands in adlBucket <bucket>
      Given "all" is long "0.2" BTC-USDT at "95000" against "first"
      And "all" is long "0.1" BTC-USDT at "95000" against "second"
      And 60 s pass
      When "<who>" sends getPositions
      Then the response is ok with:
        | [0].adlBucket | number <bucket> |

      Examples:
        | who    | bucket |
        | first  | 5      |
        | second | 3      |

    # At the price of their entry both have gained nothing, which any leverage leaves equal.
    @clause:POSITION-FIELD-ADLBUCKET @R-61
    Scenario Outline: the <who> of two shorts without a gain stands in adlBucket <bucket>, whatever their leverage
      Given "second" has sent updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 50       |
      And "all" is long "0.1" BTC-USDT at "95000" against "first"
      And "all" is long "0.1" BTC-USDT at "95000" against "second"
      And 60 s pass
      When "<who>" sends getPositions
      Then the response is ok with:
        | [0].adlBucket | number <bucket> |

      Examples:
        | who    | bucket |
        | first  | 5      |
        | second | 3      |

    # What is added later keeps the place in the queue; what was closed and opened again does not.
    @clause:POSITION-FIELD-ADLBUCKET @R-61
    Scenario: a position that is closed and opened again ranks behind its equals
      Given "all" is long "0.1" BTC-USDT at "95000" against "first"
      And "all" is long "0.1" BTC-USDT at "95000" against "second"
      And "all" is short "0.1" BTC-USDT at "95000" against "first"
      And "all" is long "0.1" BTC-USDT at "95000" against "first"
      And 60 s pass
      When "first" sends getPositions
      Then the response is ok with:
        | [0].adlBucket | number 3 |

    # At 94,000: 0.1 x 1,400 = 140 over 9,540 against 1 x 1,000 = 1,000 over 95,000.
    @clause:POSITION-FIELD-ADLBUCKET @R-61
    Scenario Outline: the ratio decides and not the gain, so the <who> short stands in adlBucket <bucket>
      Given "all" is long "1" BTC-USDT at "95000" against "large"
      And "all" is long "0.1" BTC-USDT at "95400" against "small"
      And the index of "BTC-USDT" is "94000"
      And 60 s pass
      When "<who>" sends getPositions
      Then the response is ok with:
        | [0].adlBucket | number <bucket> |

      Examples:
        | who   | bucket |
        | small | 5      |
        | large | 3      |

    # At 94,000 the ratios are equal: 10 times that of 1,000 in gain against 11 times that of 100.
    @clause:POSITION-FIELD-ADLBUCKET @R-61
    Scenario Outline: the ratio decides at another leverage too, so the <who> short stands in adlBucket <bucket>
      Given "small" has sent updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 11       |
      And "all" is long "1" BTC-USDT at "95000" against "large"
      And "all" is long "0.1" BTC-USDT at "95000" against "small"
      And the index of "BTC-USDT" is "94000"
      And 60 s pass
      When "<who>" sends getPositions
      Then the response is ok with:
        | [0].adlBucket | number <bucket> |

      Examples:
        | who   | bucket |
        | small | 5      |
        | large | 3      |
