@trade @auth @negative
Feature: a signature of one read is refused for every other read
  # Every read is signed once, and its signature is then presented with the body of each of the others: same wallet, same
  # subaccount, same expiry. Only the typed data differ. Three times two thirds of the reads make every pair of two.
  Background:
    Given the world "quiet"
    And "trader" is long "{size}" of "{market}" against "other"

  Rule: what is signed names the read

    @clause:AUTH-READ-ACTION-MISMATCH @clause:AUTH-FAIL-TAMPERED
    Scenario: the signature of each of 14 reads, the first two thirds of all, is refused for every other
      Given the {market} position of "trader" is called "position"
      When "trader" presents the signature of each request for each other:
        | request                    | action                     | http | code         | text      | params                      |
        | getOpenOrders              | getOpenOrders              | 401  | UNAUTHORIZED | wallet 0x | {}                          |
        | getPositions               | getPositions               | 401  | UNAUTHORIZED | wallet 0x | {}                          |
        | getSubAccount              | getSubAccount              | 401  | UNAUTHORIZED | wallet 0x | {}                          |
        | getSubAccounts             | getSubAccounts             | 401  | UNAUTHORIZED | wallet 0x | {}                          |
        | getTrades                  | getTrades                  | 401  | UNAUTHORIZED | wallet 0x | {}                          |
        | getOrderHistory            | getOrderHistory            | 401  | UNAUTHORIZED | wallet 0x | {}                          |
        | getTradesForPosition       | getTradesForPosition       | 401  | UNAUTHORIZED | wallet 0x | {"positionId":"{position}"} |
        | getPositionHistory         | getPositionHistory         | 401  | UNAUTHORIZED | wallet 0x | {}                          |
        | getFeeRate                 | getFeeRate                 | 401  | UNAUTHORIZED | wallet 0x | {}                          |
        | getReferral                | getReferral                | 401  | UNAUTHORIZED | wallet 0x | {}                          |
        | getPerformanceHistory      | getPerformanceHistory      | 401  | UNAUTHORIZED | wallet 0x | {"period":"day"}            |
        | getPortfolio               | getPortfolio               | 401  | UNAUTHORIZED | wallet 0x | {}                          |
        | getLotteryEpochTickets     | getLotteryEpochTickets     | 401  | UNAUTHORIZED | wallet 0x | {"startEpochId":"1"}        |
        | getLotteryMyWinningTickets | getLotteryMyWinningTickets | 401  | UNAUTHORIZED | wallet 0x | {}                          |
      Then each of the 182 pairs is refused as its row says
      And nothing changed

    @clause:AUTH-READ-ACTION-MISMATCH @clause:AUTH-FAIL-TAMPERED
    Scenario: the signature of each of 14 reads, the last two thirds of all, is refused for every other
      When "trader" presents the signature of each request for each other:
        | request                    | action                     | http | code         | text                  | params                       |
        | getPositionHistory         | getPositionHistory         | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getFeeRate                 | getFeeRate                 | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getReferral                | getReferral                | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getPerformanceHistory      | getPerformanceHistory      | 401  | UNAUTHORIZED | wallet 0x             | {"period":"day"}             |
        | getPortfolio               | getPortfolio               | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getLotteryEpochTickets     | getLotteryEpochTickets     | 401  | UNAUTHORIZED | wallet 0x             | {"startEpochId":"1"}         |
        | getLotteryMyWinningTickets | getLotteryMyWinningTickets | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getRateLimits              | getRateLimits              | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getDelegatedSigners        | getDelegatedSigners        | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getDelegationsForDelegate  | getDelegationsForDelegate  | 401  | UNAUTHORIZED | Authentication failed | {}                           |
        | getBalanceUpdates          | getBalanceUpdates          | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getFundingPayments         | getFundingPayments         | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getTransfers               | getTransfers               | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getWithdrawableAmounts     | getWithdrawableAmounts     | 401  | UNAUTHORIZED | wallet 0x             | {"symbols":["{settlement}"]} |
      Then each of the 182 pairs is refused as its row says
      And nothing changed

    @clause:AUTH-READ-ACTION-MISMATCH @clause:AUTH-FAIL-TAMPERED
    Scenario: the signature of each of 14 reads, the first and last thirds of all, is refused for every other
      Given the {market} position of "trader" is called "position"
      When "trader" presents the signature of each request for each other:
        | request                   | action                    | http | code         | text                  | params                       |
        | getOpenOrders             | getOpenOrders             | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getPositions              | getPositions              | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getSubAccount             | getSubAccount             | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getSubAccounts            | getSubAccounts            | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getTrades                 | getTrades                 | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getOrderHistory           | getOrderHistory           | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getTradesForPosition      | getTradesForPosition      | 401  | UNAUTHORIZED | wallet 0x             | {"positionId":"{position}"}  |
        | getRateLimits             | getRateLimits             | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getDelegatedSigners       | getDelegatedSigners       | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getDelegationsForDelegate | getDelegationsForDelegate | 401  | UNAUTHORIZED | Authentication failed | {}                           |
        | getBalanceUpdates         | getBalanceUpdates         | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getFundingPayments        | getFundingPayments        | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getTransfers              | getTransfers              | 401  | UNAUTHORIZED | wallet 0x             | {}                           |
        | getWithdrawableAmounts    | getWithdrawableAmounts    | 401  | UNAUTHORIZED | wallet 0x             | {"symbols":["{settlement}"]} |
      Then each of the 182 pairs is refused as its row says
      And nothing changed

    # The four fields of a read with a nonce are another type than the three of one without.
    @clause:AUTH-TYPE-SUBACCOUNTACTION @clause:REQ-NONCE-READ-OPTIONAL @clause:AUTH-FAIL-TAMPERED @assumed @R-04
    Scenario: the signature of a read without a nonce is refused for the same and every other read with one
      When "trader" presents the signature of each read, made without a nonce, for each request with one:
        | request         | action          | http | code         | text      | params |
        | getOpenOrders   | getOpenOrders   | 401  | UNAUTHORIZED | wallet 0x | {}     |
        | getPositions    | getPositions    | 401  | UNAUTHORIZED | wallet 0x | {}     |
        | getSubAccount   | getSubAccount   | 401  | UNAUTHORIZED | wallet 0x | {}     |
        | getTrades       | getTrades       | 401  | UNAUTHORIZED | wallet 0x | {}     |
        | getOrderHistory | getOrderHistory | 401  | UNAUTHORIZED | wallet 0x | {}     |
        | getTransfers    | getTransfers    | 401  | UNAUTHORIZED | wallet 0x | {}     |
      Then each of the 36 pairs is refused as its row says
      And nothing changed
