@auth
Feature: reads of an account need no nonce and can be repeated
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a signature alone is sufficient

    Scenario Outline: <action> responds without a nonce
      When "trader" sends <action> with <params>
      Then the response is ok with:
        | <path> | <cell> |

      @clause:AUTH-NONONCE-GETFEERATE
      Examples: fee rates
        | action     | params | path                  | cell      |
        | getFeeRate | -      | currentTier.tierId    | <text>    |

      @clause:AUTH-NONONCE-GETFUNDINGPAYMENTS
      Examples: funding payments
        | action             | params | path                     | cell      |
        | getFundingPayments | -      | summary.totalFundingPaid | <decimal> |

      @clause:AUTH-NONONCE-GETLOTTERYEPOCHTICKETS
      Examples: lottery tickets
        | action                 | params                   | path    | cell  |
        | getLotteryEpochTickets | {"startEpochId":"1"}     | tickets | <any> |

      @clause:AUTH-NONONCE-GETLOTTERYMYWINNINGTICKETS
      Examples: winning tickets
        | action                     | params | path    | cell  |
        | getLotteryMyWinningTickets | -      | tickets | <any> |

      @clause:AUTH-NONONCE-GETPERFORMANCEHISTORY
      Examples: performance
        | action                | params | path                      | cell      |
        | getPerformanceHistory | -      | performanceHistory.volume | <decimal> |

      @clause:AUTH-NONONCE-GETPORTFOLIO
      Examples: portfolio
        | action       | params | path                | cell |
        | getPortfolio | -      | [0].assets[0].asset | USDT |

      @clause:AUTH-NONONCE-GETPOSITIONHISTORY
      Examples: closed positions
        | action             | params | path    | cell  |
        | getPositionHistory | -      | hasMore | <any> |

      @clause:AUTH-NONONCE-GETWITHDRAWABLEAMOUNTS
      Examples: withdrawable amounts
        | action                 | params               | path                        | cell |
        | getWithdrawableAmounts | {"symbols":["USDT"]} | items[0].symbol             | USDT |

      @clause:AUTH-NONONCE-GETSUBACCOUNTS
      Examples: subaccounts
        | action         | params | path                        | cell |
        | getSubAccounts | -      | subAccounts[0].subAccountId | <id> |

      @clause:AUTH-NONONCE-GETTRANSFERS
      Examples: transfers
        | action       | params | path      | cell  |
        | getTransfers | -      | transfers | <any> |

      @clause:AUTH-NONONCE-GETBALANCEUPDATES
      Examples: balance updates
        | action            | params | path           | cell  |
        | getBalanceUpdates | -      | balanceUpdates | <any> |

  Rule: expiresAfter may be in seconds or in milliseconds

    @clause:AUTH-EXPIRESAFTER-UNIT-GETDELEGATIONSFORDELEGATE @assumed @R-05
    Scenario Outline: getDelegationsForDelegate with expiresAfter <expiresAfter> responds <http>
      When "trader" sends getDelegationsForDelegate:
        | top.expiresAfter | number <expiresAfter> |
      Then the response is <http> with:
        | error.message | <message> |

      Examples:
        | expiresAfter           | http | message         |
        | {now + 2 m in seconds} | 200  | <absent>        |
        | {now - 2 m in seconds} | 401  | request expired |
        | {now + 2 m}            | 200  | <absent>        |
        | {now - 2 m}            | 401  | request expired |

    @clause:AUTH-EXPIRESAFTER-UNIT-REMOVEDELEGATEDSIGNER @assumed @R-05
    Scenario Outline: removeDelegatedSigner with expiresAfter <expiresAfter> responds <http>
      Given "bob" is a session delegate of "trader"
      When "trader" sends removeDelegatedSigner:
        | walletAddress    | {bob address}         |
        | top.expiresAfter | number <expiresAfter> |
      Then the response is <http> with:
        | error.message | <message> |

      Examples:
        | expiresAfter           | http | message         |
        | {now + 2 m in seconds} | 200  | <absent>        |
        | {now - 2 m in seconds} | 401  | request expired |
        | {now + 2 m}            | 200  | <absent>        |
        | {now - 2 m}            | 401  | request expired |
