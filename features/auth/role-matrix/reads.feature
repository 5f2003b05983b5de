@trade @auth
Feature: the role of a signer decides whether it reads a subaccount
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And "other" is a trader

  Rule: a signer that may act on a subaccount may read that subaccount only

    @clause:ROLE-STRANGER-READ
    Scenario Outline: <action> of the <principal> responds for its subaccount only
      Given "actor" is the <principal> of "trader"
      When "actor" sends <action> for "trader":
        | <p> | <v> |
      Then the response is ok
      When "actor" sends <action> for "other":
        | <p> | <v> |
      Then the response is 401 with:
        | error.code | UNAUTHORIZED |

      @clause:ROLE-OWNER-ALL
      Examples: the owner
        | principal | action                     | p            | v           |
        | owner     | getOpenOrders              | limit        | number 5    |
        | owner     | getPositions               | limit        | number 5    |
        | owner     | getSubAccount              | limit        | number 5    |
        | owner     | getSubAccounts             | limit        | number 5    |
        | owner     | getTrades                  | limit        | number 5    |
        | owner     | getOrderHistory            | limit        | number 5    |
        | owner     | getBalanceUpdates          | limit        | number 5    |
        | owner     | getTransfers               | limit        | number 5    |
        | owner     | getWithdrawableAmounts     | symbols      | ["USDT"]    |
        | owner     | getDelegatedSigners        | limit        | number 5    |
        | owner     | getRateLimits              | limit        | number 5    |
        | owner     | getTradesForPosition       | positionId   | 1           |
        | owner     | getPositionHistory         | limit        | number 5    |
        | owner     | getFundingPayments         | limit        | number 5    |
        | owner     | getPerformanceHistory      | period       | day         |
        | owner     | getPortfolio               | limit        | number 5    |
        | owner     | getReferral                | limit        | number 5    |
        | owner     | getFeeRate                 | limit        | number 5    |
        | owner     | getLotteryEpochTickets     | startEpochId | number 2923 |
        | owner     | getLotteryMyWinningTickets | limit        | number 5    |

      @clause:ROLE-MANAGER-READS @assumed @R-08
      Examples: a manager
        | principal | action                     | p            | v           |
        | manager   | getOpenOrders              | limit        | number 5    |
        | manager   | getPositions               | limit        | number 5    |
        | manager   | getSubAccount              | limit        | number 5    |
        | manager   | getSubAccounts             | limit        | number 5    |
        | manager   | getTrades                  | limit        | number 5    |
        | manager   | getOrderHistory            | limit        | number 5    |
        | manager   | getBalanceUpdates          | limit        | number 5    |
        | manager   | getTransfers               | limit        | number 5    |
        | manager   | getWithdrawableAmounts     | symbols      | ["USDT"]    |
        | manager   | getDelegatedSigners        | limit        | number 5    |
        | manager   | getRateLimits              | limit        | number 5    |
        | manager   | getTradesForPosition       | positionId   | 1           |
        | manager   | getPositionHistory         | limit        | number 5    |
        | manager   | getFundingPayments         | limit        | number 5    |
        | manager   | getPerformanceHistory      | period       | day         |
        | manager   | getPortfolio               | limit        | number 5    |
        | manager   | getReferral                | limit        | number 5    |
        | manager   | getFeeRate                 | limit        | number 5    |
        | manager   | getLotteryEpochTickets     | startEpochId | number 2923 |
        | manager   | getLotteryMyWinningTickets | limit        | number 5    |

      @clause:ROLE-DELEGATE-READS
      Examples: a delegate with permission delegate
        | principal | action                     | p            | v           |
        | delegate  | getOpenOrders              | limit        | number 5    |
        | delegate  | getPositions               | limit        | number 5    |
        | delegate  | getSubAccount              | limit        | number 5    |
        | delegate  | getSubAccounts             | limit        | number 5    |
        | delegate  | getTrades                  | limit        | number 5    |
        | delegate  | getOrderHistory            | limit        | number 5    |
        | delegate  | getBalanceUpdates          | limit        | number 5    |
        | delegate  | getTransfers               | limit        | number 5    |
        | delegate  | getWithdrawableAmounts     | symbols      | ["USDT"]    |
        | delegate  | getDelegatedSigners        | limit        | number 5    |
        | delegate  | getRateLimits              | limit        | number 5    |
        | delegate  | getTradesForPosition       | positionId   | 1           |
        | delegate  | getPositionHistory         | limit        | number 5    |
        | delegate  | getFundingPayments         | limit        | number 5    |
        | delegate  | getPerformanceHistory      | period       | day         |
        | delegate  | getPortfolio               | limit        | number 5    |
        | delegate  | getReferral                | limit        | number 5    |
        | delegate  | getFeeRate                 | limit        | number 5    |
        | delegate  | getLotteryEpochTickets     | startEpochId | number 2923 |
        | delegate  | getLotteryMyWinningTickets | limit        | number 5    |

      @clause:ROLE-SESSION-GETOPENORDERS @clause:ROLE-SESSION-GETPOSITIONS @clause:ROLE-SESSION-GETSUBACCOUNT @clause:ROLE-SESSION-GETTRADES @clause:ROLE-SESSION-GETORDERHISTORY @clause:ROLE-SESSION-GETBALANCEUPDATES @clause:ROLE-SESSION-GETTRANSFERS @clause:ROLE-SESSION-GETWITHDRAWABLEAMOUNTS @clause:ROLE-SESSION-GETDELEGATEDSIGNERS @clause:ROLE-SESSION-GETRATELIMITS
      @clause:ROLE-SESSION-GETTRADESFORPOSITION @clause:ROLE-SESSION-GETPOSITIONHISTORY @clause:ROLE-SESSION-GETFUNDINGPAYMENTS @clause:ROLE-SESSION-GETPERFORMANCEHISTORY @clause:ROLE-SESSION-GETPORTFOLIO @clause:ROLE-SESSION-GETREFERRAL @clause:ROLE-SESSION-GETFEERATE @clause:ROLE-SESSION-GETLOTTERYEPOCHTICKETS @clause:ROLE-SESSION-GETLOTTERYMYWINNINGTICKETS
      Examples: a delegate with permission session
        | principal | action                     | p            | v           |
        | session   | getOpenOrders              | limit        | number 5    |
        | session   | getPositions               | limit        | number 5    |
        | session   | getSubAccount              | limit        | number 5    |
        | session   | getSubAccounts             | limit        | number 5    |
        | session   | getTrades                  | limit        | number 5    |
        | session   | getOrderHistory            | limit        | number 5    |
        | session   | getBalanceUpdates          | limit        | number 5    |
        | session   | getTransfers               | limit        | number 5    |
        | session   | getWithdrawableAmounts     | symbols      | ["USDT"]    |
        | session   | getDelegatedSigners        | limit        | number 5    |
        | session   | getRateLimits              | limit        | number 5    |
        | session   | getTradesForPosition       | positionId   | 1           |
        | session   | getPositionHistory         | limit        | number 5    |
        | session   | getFundingPayments         | limit        | number 5    |
        | session   | getPerformanceHistory      | period       | day         |
        | session   | getPortfolio               | limit        | number 5    |
        | session   | getReferral                | limit        | number 5    |
        | session   | getFeeRate                 | limit        | number 5    |
        | session   | getLotteryEpochTickets     | startEpochId | number 2923 |
        | session   | getLotteryMyWinningTickets | limit        | number 5    |

  Rule: other signers may not read

    @clause:ROLE-STRANGER-READ @clause:ERR-UNAUTHORIZED @assumed @R-07 @negative
    Scenario Outline: <action> of the <principal> is refused
      Given "actor" is the <principal> of "trader"
      When "actor" sends <action> for "trader":
        | <p> | <v> |
      Then the response is refused with 401 UNAUTHORIZED "wallet {actor wallet} is not authorized to act on this subaccount"
      When "actor" sends <action> for "other":
        | <p> | <v> |
      Then the response is refused with 401 UNAUTHORIZED "wallet {actor wallet} is not authorized to act on this subaccount"

      @clause:ADDDELEGATEDSIGNER-EXPIRED
      Examples: a delegate whose time is over
        | principal        | action                     | p            | v           |
        | expired-delegate | getOpenOrders              | limit        | number 5    |
        | expired-delegate | getPositions               | limit        | number 5    |
        | expired-delegate | getSubAccount              | limit        | number 5    |
        | expired-delegate | getSubAccounts             | limit        | number 5    |
        | expired-delegate | getTrades                  | limit        | number 5    |
        | expired-delegate | getOrderHistory            | limit        | number 5    |
        | expired-delegate | getBalanceUpdates          | limit        | number 5    |
        | expired-delegate | getTransfers               | limit        | number 5    |
        | expired-delegate | getWithdrawableAmounts     | symbols      | ["USDT"]    |
        | expired-delegate | getDelegatedSigners        | limit        | number 5    |
        | expired-delegate | getRateLimits              | limit        | number 5    |
        | expired-delegate | getTradesForPosition       | positionId   | 1           |
        | expired-delegate | getPositionHistory         | limit        | number 5    |
        | expired-delegate | getFundingPayments         | limit        | number 5    |
        | expired-delegate | getPerformanceHistory      | period       | day         |
        | expired-delegate | getPortfolio               | limit        | number 5    |
        | expired-delegate | getReferral                | limit        | number 5    |
        | expired-delegate | getFeeRate                 | limit        | number 5    |
        | expired-delegate | getLotteryEpochTickets     | startEpochId | number 2923 |
        | expired-delegate | getLotteryMyWinningTickets | limit        | number 5    |

      @clause:REMOVEDELEGATEDSIGNER
      Examples: a delegate that was removed
        | principal        | action                     | p            | v           |
        | removed-delegate | getOpenOrders              | limit        | number 5    |
        | removed-delegate | getPositions               | limit        | number 5    |
        | removed-delegate | getSubAccount              | limit        | number 5    |
        | removed-delegate | getSubAccounts             | limit        | number 5    |
        | removed-delegate | getTrades                  | limit        | number 5    |
        | removed-delegate | getOrderHistory            | limit        | number 5    |
        | removed-delegate | getBalanceUpdates          | limit        | number 5    |
        | removed-delegate | getTransfers               | limit        | number 5    |
        | removed-delegate | getWithdrawableAmounts     | symbols      | ["USDT"]    |
        | removed-delegate | getDelegatedSigners        | limit        | number 5    |
        | removed-delegate | getRateLimits              | limit        | number 5    |
        | removed-delegate | getTradesForPosition       | positionId   | 1           |
        | removed-delegate | getPositionHistory         | limit        | number 5    |
        | removed-delegate | getFundingPayments         | limit        | number 5    |
        | removed-delegate | getPerformanceHistory      | period       | day         |
        | removed-delegate | getPortfolio               | limit        | number 5    |
        | removed-delegate | getReferral                | limit        | number 5    |
        | removed-delegate | getFeeRate                 | limit        | number 5    |
        | removed-delegate | getLotteryEpochTickets     | startEpochId | number 2923 |
        | removed-delegate | getLotteryMyWinningTickets | limit        | number 5    |

      Examples: a stranger with a subaccount of its own
        | principal | action                     | p            | v           |
        | stranger  | getOpenOrders              | limit        | number 5    |
        | stranger  | getPositions               | limit        | number 5    |
        | stranger  | getSubAccount              | limit        | number 5    |
        | stranger  | getSubAccounts             | limit        | number 5    |
        | stranger  | getTrades                  | limit        | number 5    |
        | stranger  | getOrderHistory            | limit        | number 5    |
        | stranger  | getBalanceUpdates          | limit        | number 5    |
        | stranger  | getTransfers               | limit        | number 5    |
        | stranger  | getWithdrawableAmounts     | symbols      | ["USDT"]    |
        | stranger  | getDelegatedSigners        | limit        | number 5    |
        | stranger  | getRateLimits              | limit        | number 5    |
        | stranger  | getTradesForPosition       | positionId   | 1           |
        | stranger  | getPositionHistory         | limit        | number 5    |
        | stranger  | getFundingPayments         | limit        | number 5    |
        | stranger  | getPerformanceHistory      | period       | day         |
        | stranger  | getPortfolio               | limit        | number 5    |
        | stranger  | getReferral                | limit        | number 5    |
        | stranger  | getFeeRate                 | limit        | number 5    |
        | stranger  | getLotteryEpochTickets     | startEpochId | number 2923 |
        | stranger  | getLotteryMyWinningTickets | limit        | number 5    |

      Examples: a wallet the exchange has never seen
        | principal      | action                     | p            | v           |
        | unknown-wallet | getOpenOrders              | limit        | number 5    |
        | unknown-wallet | getPositions               | limit        | number 5    |
        | unknown-wallet | getSubAccount              | limit        | number 5    |
        | unknown-wallet | getSubAccounts             | limit        | number 5    |
        | unknown-wallet | getTrades                  | limit        | number 5    |
        | unknown-wallet | getOrderHistory            | limit        | number 5    |
        | unknown-wallet | getBalanceUpdates          | limit        | number 5    |
        | unknown-wallet | getTransfers               | limit        | number 5    |
        | unknown-wallet | getWithdrawableAmounts     | symbols      | ["USDT"]    |
        | unknown-wallet | getDelegatedSigners        | limit        | number 5    |
        | unknown-wallet | getRateLimits              | limit        | number 5    |
        | unknown-wallet | getTradesForPosition       | positionId   | 1           |
        | unknown-wallet | getPositionHistory         | limit        | number 5    |
        | unknown-wallet | getFundingPayments         | limit        | number 5    |
        | unknown-wallet | getPerformanceHistory      | period       | day         |
        | unknown-wallet | getPortfolio               | limit        | number 5    |
        | unknown-wallet | getReferral                | limit        | number 5    |
        | unknown-wallet | getFeeRate                 | limit        | number 5    |
        | unknown-wallet | getLotteryEpochTickets     | startEpochId | number 2923 |
        | unknown-wallet | getLotteryMyWinningTickets | limit        | number 5    |

  Rule: getDelegationsForDelegate shows only the delegations of the signer

    @clause:GETDELEGATIONSFORDELEGATE
    Scenario Outline: getDelegationsForDelegate shows the <principal> its own delegations only
      Given "actor" is the <principal> of "trader"
      When "actor" sends getDelegationsForDelegate for "trader"
      Then the response is ok with:
        | delegatedAccounts[0].subAccountId | <id> |
      When "actor" sends getDelegationsForDelegate for "other"
      Then the response is refused with 401 UNAUTHORIZED "Authentication failed"

      @clause:ROLE-STRANGER-READ
      Examples: all four
        | principal | id          |
        | owner     | <absent>    |
        | manager   | <absent>    |
        | delegate  | {trader id} |
        | session   | {trader id} |

    @clause:GETDELEGATIONSFORDELEGATE-ERR-UNAUTHORIZED @clause:ROLE-STRANGER-READ @negative
    Scenario Outline: getDelegationsForDelegate refuses the <principal>
      Given "actor" is the <principal> of "trader"
      When "actor" sends getDelegationsForDelegate for "trader"
      Then the response is refused with 401 UNAUTHORIZED "Authentication failed"
      When "actor" sends getDelegationsForDelegate for "other"
      Then the response is refused with 401 UNAUTHORIZED "Authentication failed"

      Examples: signers without a right
        | principal        |
        | expired-delegate |
        | removed-delegate |
        | stranger         |
        | unknown-wallet   |
