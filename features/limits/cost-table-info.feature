@limits @info @needs:limits
Feature: each public action has a cost for the address
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the cost is taken from the bucket of the address

    Scenario Outline: <action> costs <cost> tokens of the address
      Given other requests take 8900 tokens of the address
      When anyone asks <action> with <params>
      Then the response is 200 with:
        | status    | ok       |
        | rateLimit | <absent> |
      And the address has <left> tokens left

      @clause:RATE-COST-GETEXCHANGESTATUS
      Examples:
        | action | params | cost | left |
        | getExchangeStatus | - | 1 | 1099 |

      @clause:RATE-COST-GETCOLLATERALS
      Examples:
        | action | params | cost | left |
        | getCollaterals | - | 50 | 1050 |

      @clause:RATE-COST-GETMARKETS
      Examples:
        | action | params | cost | left |
        | getMarkets | - | 50 | 1050 |

      @clause:RATE-COST-GETMIDS
      Examples:
        | action | params | cost | left |
        | getMids | - | 50 | 1050 |

      @clause:RATE-COST-GETOPENINTEREST
      Examples:
        | action | params | cost | left |
        | getOpenInterest | {"symbol":"BTC-USDT"} | 50 | 1050 |

      @clause:RATE-COST-GETCANDLES
      Examples:
        | action | params | cost | left |
        | getCandles | {"symbol":"BTC-USDT","interval":"1m"} | 200 | 900 |

      @clause:RATE-COST-GETLASTTRADES
      Examples:
        | action | params | cost | left |
        | getLastTrades | {"symbol":"BTC-USDT"} | 200 | 900 |

      @clause:RATE-COST-GETMARKETPRICES
      Examples:
        | action | params | cost | left |
        | getMarketPrices | - | 200 | 900 |

      @clause:RATE-COST-GETORDERBOOK
      Examples:
        | action | params | cost | left |
        | getOrderbook | {"symbol":"BTC-USDT"} | 200 | 900 |

      @clause:RATE-COST-GETFUNDINGRATE
      Examples:
        | action | params | cost | left |
        | getFundingRate | {"symbol":"BTC-USDT"} | 250 | 850 |

      @clause:RATE-COST-GETISWHITELISTED
      Examples:
        | action | params | cost | left |
        | getIsWhitelisted | {"walletAddress":"{trader address}"} | 250 | 850 |

      @clause:RATE-COST-GETSUBACCOUNTIDS
      Examples:
        | action | params | cost | left |
        | getSubAccountIds | {"walletAddress":"{trader address}"} | 250 | 850 |

      @clause:RATE-COST-GETFUNDINGRATEHISTORY
      Examples:
        | action | params | cost | left |
        | getFundingRateHistory | {"symbol":"BTC-USDT","startTime":{now - 1 h},"endTime":{now}} | 1000 | 100 |

      @clause:RATE-COST-GETTIERS @assumed @R-41
      Examples:
        | action | params | cost | left |
        | getTiers | - | 50 | 1050 |

      @clause:RATE-COST-GETASSETS @assumed @R-41
      Examples:
        | action | params | cost | left |
        | getAssets | - | 50 | 1050 |

      @clause:RATE-COST-GETLOTTERYEPOCH @assumed @R-41
      Examples:
        | action | params | cost | left |
        | getLotteryEpoch | - | 50 | 1050 |

    @clause:RATE-COST-INFO-IP-ONLY @assumed @R-40 @negative
    Scenario Outline: <action> with refused params costs the same as a successful one
      Given other requests take 8900 tokens of the address
      When anyone asks <action>
      Then the response is 400 with:
        | status | error |
      And the address has <left> tokens left

      Examples:
        | action           | left |
        | getOrderbook     | 900  |
        | getIsWhitelisted | 850  |
