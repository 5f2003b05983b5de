@limits @trade
Feature: each signed read has a cost for its subaccount
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a read costs the same for any result

    Scenario Outline: <action> costs <cost> tokens of the subaccount
      Given the bucket of "trader" is full
      When "trader" sends <action> with <params>
      Then the response is <http> with:
        | timestamp | <ms> |
      And the request has taken <cost> tokens of "trader"
      When "trader" sends getRateLimits
      Then the request has taken 20 tokens of "trader"

      @clause:RATE-COST-GETFEERATE
      Examples:
        | action | params | http | cost |
        | getFeeRate | - | 200 | 10 |

      @clause:RATE-COST-GETOPENORDERS
      Examples:
        | action | params | http | cost |
        | getOpenOrders | - | 200 | 10 |

      @clause:RATE-COST-GETPORTFOLIO
      Examples:
        | action | params | http | cost |
        | getPortfolio | - | 200 | 10 |

      @clause:RATE-COST-GETPOSITIONS
      Examples:
        | action | params | http | cost |
        | getPositions | - | 200 | 10 |

      @clause:RATE-COST-GETTRANSFERS
      Examples:
        | action | params | http | cost |
        | getTransfers | - | 200 | 10 |

      @clause:RATE-COST-GETDELEGATEDSIGNERS
      Examples:
        | action | params | http | cost |
        | getDelegatedSigners | - | 200 | 20 |

      @clause:RATE-COST-GETDELEGATIONSFORDELEGATE
      Examples:
        | action | params | http | cost |
        | getDelegationsForDelegate | - | 200 | 20 |

      @clause:RATE-COST-GETRATELIMITS
      Examples:
        | action | params | http | cost |
        | getRateLimits | - | 200 | 20 |

      @clause:RATE-COST-GETREFERRAL
      Examples:
        | action | params | http | cost |
        | getReferral | - | 200 | 20 |

      @clause:RATE-COST-GETSUBACCOUNT
      Examples:
        | action | params | http | cost |
        | getSubAccount | - | 200 | 20 |

      @clause:RATE-COST-GETSUBACCOUNTS
      Examples:
        | action | params | http | cost |
        | getSubAccounts | - | 200 | 20 |

      @clause:RATE-COST-GETTRADES
      Examples:
        | action | params | http | cost |
        | getTrades | - | 200 | 20 |

      @clause:RATE-COST-GETORDERHISTORY
      Examples:
        | action | params | http | cost |
        | getOrderHistory | - | 200 | 50 |

      @clause:RATE-COST-GETBALANCEUPDATES
      Examples:
        | action | params | http | cost |
        | getBalanceUpdates | - | 200 | 100 |

      @clause:RATE-COST-GETFUNDINGPAYMENTS
      Examples:
        | action | params | http | cost |
        | getFundingPayments | - | 200 | 100 |

      @clause:RATE-COST-GETPERFORMANCEHISTORY
      Examples:
        | action | params | http | cost |
        | getPerformanceHistory | - | 200 | 100 |

      @clause:RATE-COST-GETWITHDRAWABLEAMOUNTS
      Examples:
        | action | params | http | cost |
        | getWithdrawableAmounts | {"symbols":["USDT"]} | 200 | 100 |

      @clause:RATE-COST-GETTRADESFORPOSITION @assumed @R-41
      Examples:
        | action | params | http | cost |
        | getTradesForPosition | {"positionId":"1"} | 200 | 20 |

      @clause:RATE-COST-GETPOSITIONHISTORY @assumed @R-41
      Examples:
        | action | params | http | cost |
        | getPositionHistory | - | 200 | 20 |

      @clause:RATE-COST-GETLOTTERYEPOCHTICKETS @assumed @R-41
      Examples:
        | action | params | http | cost |
        | getLotteryEpochTickets | {"startEpochId":1} | 200 | 20 |

      @clause:RATE-COST-GETLOTTERYMYWINNINGTICKETS @assumed @R-41
      Examples:
        | action | params | http | cost |
        | getLotteryMyWinningTickets | - | 200 | 20 |
