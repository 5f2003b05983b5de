@trade @auth
Feature: every signed read is refused from the moment it expires
  Background:
    Given the world "quiet"
    And "trader" is long "{size}" of "{market}" against "other"
    And the {market} position of "trader" is called "position"

  Rule: expiresAfter applies to every read, in milliseconds and in seconds

    @clause:AUTH-EXPIRESAFTER-PAST @clause:AUTH-EXPIRESAFTER-UNIT @clause:AUTH-EXPIRESAFTER-FUTURE @assumed @R-05 @negative
    Scenario Outline: <action> responds before its expiry and is refused from then on
      When "trader" tries <action> with <params>, changed in one way at a time:
        | top.expiresAfter | number {now - 1 ms}           |
        | top.expiresAfter | number {now}                  |
        | top.expiresAfter | number {now - 1 s in seconds} |
        | top.expiresAfter | number {now in seconds}       |
      Then each response is refused with 401 UNAUTHORIZED "request expired"
      When "trader" tries <action> with <params>, changed in one way at a time:
        | top.expiresAfter | number {now + 1 h}            |
        | top.expiresAfter | number {now + 1 h in seconds} |
        | top.expiresAfter | number 0                      |
      Then each response is ok

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
