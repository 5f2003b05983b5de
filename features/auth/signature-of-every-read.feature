@trade @auth
Feature: every signed read needs a SubAccountAction signature over its own name
  Background:
    Given the world "quiet"
    And "trader" is long "{size}" of "{market}" against "other"
    And the {market} position of "trader" is called "position"

  Rule: SubAccountAction has three fields, and a fourth if there is a nonce

    @clause:AUTH-TYPE-SUBACCOUNTACTION @clause:AUTH-READ-ACTION-NAME
    Scenario Outline: <action> responds to a signature over the three fields of SubAccountAction
      When "trader" sends <action>:
        | .                  | <params>                                                                      |
        | top.expiresAfter   | number {now + 1 h}                                                            |
        | signing.as.type    | SubAccountAction(uint256 subAccountId,string action,uint256 expiresAfter)     |
        | signing.as.message | {"subAccountId":"{trader id}","action":"<action>","expiresAfter":{now + 1 h}} |
      Then the response is ok

      Examples:
        | action                     | params                      |
        | getOpenOrders              | {}                          |
        | getPositions               | {}                          |
        | getSubAccount              | {}                          |
        | getSubAccounts             | {}                          |
        | getTrades                  | {}                          |
        | getOrderHistory            | {}                          |
        | getTradesForPosition       | {"positionId":"{position}"} |
        | getPositionHistory         | {}                          |
        | getFeeRate                 | {}                          |
        | getReferral                | {}                          |
        | getPerformanceHistory      | {"period":"day"}            |
        | getPortfolio               | {}                          |
        | getLotteryEpochTickets     | {"startEpochId":"1"}        |
        | getLotteryMyWinningTickets | {}                          |
        | getRateLimits              | {}                          |
        | getDelegatedSigners        | {}                          |
        | getDelegationsForDelegate  | {}                          |
        | getBalanceUpdates          | {}                          |
        | getFundingPayments         | {}                          |
        | getTransfers               | {}                          |
        | getWithdrawableAmounts     | {"symbols":["USDT"]}        |

    @clause:REQ-NONCE-READ-OPTIONAL @assumed @R-04
    Scenario Outline: <action> with a nonce signs four fields and responds twice to a nonce below those of writes
      When "trader" sends <action>:
        | .                  | <params>                                                                                |
        | top.nonce          | number 7                                                                                |
        | top.expiresAfter   | number {now + 1 h}                                                                      |
        | signing.as.type    | SubAccountAction(uint256 subAccountId,string action,uint256 nonce,uint256 expiresAfter) |
        | signing.as.message | {"subAccountId":"{trader id}","action":"<action>","nonce":7,"expiresAfter":{now + 1 h}} |
      Then the response is ok
      When the same request is sent again
      Then the response is ok

      Examples:
        | action                     | params                      |
        | getOpenOrders              | {}                          |
        | getPositions               | {}                          |
        | getSubAccount              | {}                          |
        | getSubAccounts             | {}                          |
        | getTrades                  | {}                          |
        | getOrderHistory            | {}                          |
        | getTradesForPosition       | {"positionId":"{position}"} |
        | getPositionHistory         | {}                          |
        | getFeeRate                 | {}                          |
        | getReferral                | {}                          |
        | getPerformanceHistory      | {"period":"day"}            |
        | getPortfolio               | {}                          |
        | getLotteryEpochTickets     | {"startEpochId":"1"}        |
        | getLotteryMyWinningTickets | {}                          |
        | getRateLimits              | {}                          |
        | getDelegatedSigners        | {}                          |
        | getDelegationsForDelegate  | {}                          |
        | getBalanceUpdates          | {}                          |
        | getFundingPayments         | {}                          |
        | getTransfers               | {}                          |
        | getWithdrawableAmounts     | {"symbols":["USDT"]}        |

  Rule: a signature is valid for one read of one subaccount

    @clause:AUTH-READ-ACTION-MISMATCH @clause:AUTH-READ-ACTION-NAME @clause:AUTH-FAIL-TAMPERED @negative
    Scenario Outline: <action> is refused under a signature of another read, nonce or expiry
      When "trader" tries <action> with <params>, changed in one way at a time:
        | signing.action        | <one>              |
        | signing.action        | <other>            |
        | signing.action        | <empty>            |
        | tampered.nonce        | number 7           |
        | tampered.expiresAfter | number {now + 1 h} |
      Then each response is refused with 401 UNAUTHORIZED beginning "<text>"

      Examples:
        | action                     | params                      | text                  | one                        | other                      |
        | getOpenOrders              | {}                          | wallet 0x             | getWithdrawableAmounts     | getPositions               |
        | getPositions               | {}                          | wallet 0x             | getOpenOrders              | getSubAccount              |
        | getSubAccount              | {}                          | wallet 0x             | getPositions               | getSubAccounts             |
        | getSubAccounts             | {}                          | wallet 0x             | getSubAccount              | getTrades                  |
        | getTrades                  | {}                          | wallet 0x             | getSubAccounts             | getOrderHistory            |
        | getOrderHistory            | {}                          | wallet 0x             | getTrades                  | getTradesForPosition       |
        | getTradesForPosition       | {"positionId":"{position}"} | wallet 0x             | getOrderHistory            | getPositionHistory         |
        | getPositionHistory         | {}                          | wallet 0x             | getTradesForPosition       | getFeeRate                 |
        | getFeeRate                 | {}                          | wallet 0x             | getPositionHistory         | getReferral                |
        | getReferral                | {}                          | wallet 0x             | getFeeRate                 | getPerformanceHistory      |
        | getPerformanceHistory      | {"period":"day"}            | wallet 0x             | getReferral                | getPortfolio               |
        | getPortfolio               | {}                          | wallet 0x             | getPerformanceHistory      | getLotteryEpochTickets     |
        | getLotteryEpochTickets     | {"startEpochId":"1"}        | wallet 0x             | getPortfolio               | getLotteryMyWinningTickets |
        | getLotteryMyWinningTickets | {}                          | wallet 0x             | getLotteryEpochTickets     | getRateLimits              |
        | getRateLimits              | {}                          | wallet 0x             | getLotteryMyWinningTickets | getDelegatedSigners        |
        | getDelegatedSigners        | {}                          | wallet 0x             | getRateLimits              | getDelegationsForDelegate  |
        | getDelegationsForDelegate  | {}                          | Authentication failed | getDelegatedSigners        | getBalanceUpdates          |
        | getBalanceUpdates          | {}                          | wallet 0x             | getDelegationsForDelegate  | getFundingPayments         |
        | getFundingPayments         | {}                          | wallet 0x             | getBalanceUpdates          | getTransfers               |
        | getTransfers               | {}                          | wallet 0x             | getFundingPayments         | getWithdrawableAmounts     |
        | getWithdrawableAmounts     | {"symbols":["USDT"]}        | wallet 0x             | getTransfers               | getOpenOrders              |

    @clause:AUTH-FAIL-TAMPERED @negative
    Scenario Outline: <action> is refused under a signature for another subaccount of the same wallet
      Given "trader" also owns the subaccount "second"
      When "trader" sends <action>:
        | .                            | <params>    |
        | tampered.params.subAccountId | {second id} |
      Then the response is refused with 401 UNAUTHORIZED beginning "<text>"

      Examples:
        | action                     | params                      | text                  |
        | getOpenOrders              | {}                          | wallet 0x             |
        | getPositions               | {}                          | wallet 0x             |
        | getSubAccount              | {}                          | wallet 0x             |
        | getSubAccounts             | {}                          | wallet 0x             |
        | getTrades                  | {}                          | wallet 0x             |
        | getOrderHistory            | {}                          | wallet 0x             |
        | getTradesForPosition       | {"positionId":"{position}"} | wallet 0x             |
        | getPositionHistory         | {}                          | wallet 0x             |
        | getFeeRate                 | {}                          | wallet 0x             |
        | getReferral                | {}                          | wallet 0x             |
        | getPerformanceHistory      | {"period":"day"}            | wallet 0x             |
        | getPortfolio               | {}                          | wallet 0x             |
        | getLotteryEpochTickets     | {"startEpochId":"1"}        | wallet 0x             |
        | getLotteryMyWinningTickets | {}                          | wallet 0x             |
        | getRateLimits              | {}                          | wallet 0x             |
        | getDelegatedSigners        | {}                          | wallet 0x             |
        | getDelegationsForDelegate  | {}                          | Authentication failed |
        | getBalanceUpdates          | {}                          | wallet 0x             |
        | getFundingPayments         | {}                          | wallet 0x             |
        | getTransfers               | {}                          | wallet 0x             |
        | getWithdrawableAmounts     | {"symbols":["USDT"]}        | wallet 0x             |
