@limits @trade @needs:limits
Feature: what each signed read, and each action about accounts, costs
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the cost is taken from the subaccount and from the address, once

    Scenario Outline: <action> costs <cost>
      Given other requests take 9000 tokens of the address
      When "trader" sends <action> with <params>
      Then the answer is <http> with:
        | rateLimit.requestsCap     | number 1200   |
        | rateLimit.remainingTokens | number <left> |
      When "trader" sends getRateLimits
      Then the answer is 200 with:
        | response.requestsUsed | number <used> |
        | response.requestsCap  | number 1200   |
      And the address has <of the address> tokens left

      @clause:RATE-COST-GETFEERATE
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getFeeRate | - | 200 | 10 | 1190 | 30 | 970 |

      @clause:RATE-COST-GETOPENORDERS
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getOpenOrders | - | 200 | 10 | 1190 | 30 | 970 |

      @clause:RATE-COST-GETPORTFOLIO
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getPortfolio | - | 200 | 10 | 1190 | 30 | 970 |

      @clause:RATE-COST-GETPOSITIONS
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getPositions | - | 200 | 10 | 1190 | 30 | 970 |

      @clause:RATE-COST-GETTRANSFERS
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getTransfers | - | 200 | 10 | 1190 | 30 | 970 |

      @clause:RATE-COST-GETDELEGATEDSIGNERS
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getDelegatedSigners | - | 200 | 20 | 1180 | 40 | 960 |

      @clause:RATE-COST-GETDELEGATIONSFORDELEGATE
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getDelegationsForDelegate | - | 200 | 20 | 1180 | 40 | 960 |

      @clause:RATE-COST-GETRATELIMITS
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getRateLimits | - | 200 | 20 | 1180 | 40 | 960 |

      @clause:RATE-COST-GETREFERRAL
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getReferral | - | 200 | 20 | 1180 | 40 | 960 |

      @clause:RATE-COST-GETSUBACCOUNT
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getSubAccount | - | 200 | 20 | 1180 | 40 | 960 |

      @clause:RATE-COST-GETSUBACCOUNTS
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getSubAccounts | - | 200 | 20 | 1180 | 40 | 960 |

      @clause:RATE-COST-GETTRADES
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getTrades | - | 200 | 20 | 1180 | 40 | 960 |

      @clause:RATE-COST-GETORDERHISTORY
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getOrderHistory | - | 200 | 50 | 1150 | 70 | 930 |

      @clause:RATE-COST-GETBALANCEUPDATES
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getBalanceUpdates | - | 200 | 100 | 1100 | 120 | 880 |

      @clause:RATE-COST-GETFUNDINGPAYMENTS
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getFundingPayments | - | 200 | 100 | 1100 | 120 | 880 |

      @clause:RATE-COST-GETPERFORMANCEHISTORY
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getPerformanceHistory | - | 200 | 100 | 1100 | 120 | 880 |

      @clause:RATE-COST-GETWITHDRAWABLEAMOUNTS
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getWithdrawableAmounts | {"symbols":["USDT"]} | 200 | 100 | 1100 | 120 | 880 |

      @clause:RATE-COST-GETTRADESFORPOSITION @assumed @R-41
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getTradesForPosition | {"positionId":"1"} | 200 | 20 | 1180 | 40 | 960 |

      @clause:RATE-COST-GETPOSITIONHISTORY @assumed @R-41
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getPositionHistory | - | 200 | 20 | 1180 | 40 | 960 |

      @clause:RATE-COST-GETLOTTERYEPOCHTICKETS @assumed @R-41
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getLotteryEpochTickets | {"startEpochId":1} | 200 | 20 | 1180 | 40 | 960 |

      @clause:RATE-COST-GETLOTTERYMYWINNINGTICKETS @assumed @R-41
      Examples:
        | action | params | http | cost | left | used | of the address |
        | getLotteryMyWinningTickets | - | 200 | 20 | 1180 | 40 | 960 |
