@trade @auth @negative
Feature: a signature of one request is refused for every other request
  # Every request is signed once, and its signature is then presented with the body of each of the others: same wallet, same
  # subaccount, same nonce, same expiry. Only the typed data differ.
  Background:
    Given the world "quiet" with:
      | limits.ipTokens | number 1000000 |
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity | clientOrderId |
      | bid  | BTC-USDT | buy  | 94000 | 0.5      | mine          |
    And "trader" has sent placeIsolatedOrder:
      | order          | {"symbol":"ETH-USDT","side":"buy","orderType":"limitIoc","price":"3301","quantity":"1"} |
      | leverage       | 20                                                                                      |
      | isolatedMargin | 300                                                                                     |

  Rule: what is signed names the request

    @clause:AUTH-READ-ACTION-MISMATCH @clause:AUTH-FAIL-TAMPERED
    Scenario: the signature of each of the 21 reads is refused for every other read
      Given the ETH-USDT position of "trader" is called "position"
      When "trader" presents the signature of each request for each other:
        | request                    | action                     | http | code         | text                  | params                      |
        | getOpenOrders              | getOpenOrders              | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getPositions               | getPositions               | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getSubAccount              | getSubAccount              | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getSubAccounts             | getSubAccounts             | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getTrades                  | getTrades                  | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getOrderHistory            | getOrderHistory            | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getTradesForPosition       | getTradesForPosition       | 401  | UNAUTHORIZED | wallet 0x             | {"positionId":"{position}"} |
        | getPositionHistory         | getPositionHistory         | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getFeeRate                 | getFeeRate                 | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getReferral                | getReferral                | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getPerformanceHistory      | getPerformanceHistory      | 401  | UNAUTHORIZED | wallet 0x             | {"period":"day"}            |
        | getPortfolio               | getPortfolio               | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getLotteryEpochTickets     | getLotteryEpochTickets     | 401  | UNAUTHORIZED | wallet 0x             | {"startEpochId":"1"}        |
        | getLotteryMyWinningTickets | getLotteryMyWinningTickets | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getRateLimits              | getRateLimits              | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getDelegatedSigners        | getDelegatedSigners        | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getDelegationsForDelegate  | getDelegationsForDelegate  | 401  | UNAUTHORIZED | Authentication failed | {}                          |
        | getBalanceUpdates          | getBalanceUpdates          | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getFundingPayments         | getFundingPayments         | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getTransfers               | getTransfers               | 401  | UNAUTHORIZED | wallet 0x             | {}                          |
        | getWithdrawableAmounts     | getWithdrawableAmounts     | 401  | UNAUTHORIZED | wallet 0x             | {"symbols":["USDT"]}        |
      Then each of the 420 pairs is refused as its row says
      And nothing changed

    # With a nonce, so that a read signs the four fields of a SubAccountAction and its body can be that of a write.
    @clause:AUTH-READ-ACTION-MISMATCH @clause:AUTH-FAIL-TAMPERED @clause:AUTH-TYPE-OTHER-WRITES @assumed @R-04 @R-11
    Scenario: the signature of each of the 21 reads and 19 writes is refused for every other request with the same nonce
      Given the ETH-USDT position of "trader" is called "position"
      And "trader" also owns the subaccount "second"
      And "bob" is a session delegate of "trader"
      When "trader" presents the signature and nonce of each request for each other:
        | request                     | action                      | http | code         | text                                                          | params                                                                                                                                   |
        | getOpenOrders               | getOpenOrders               | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getPositions                | getPositions                | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getSubAccount               | getSubAccount               | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getSubAccounts              | getSubAccounts              | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getTrades                   | getTrades                   | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getOrderHistory             | getOrderHistory             | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getTradesForPosition        | getTradesForPosition        | 401  | UNAUTHORIZED | wallet 0x                                                     | {"positionId":"{position}"}                                                                                                              |
        | getPositionHistory          | getPositionHistory          | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getFeeRate                  | getFeeRate                  | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getReferral                 | getReferral                 | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getPerformanceHistory       | getPerformanceHistory       | 401  | UNAUTHORIZED | wallet 0x                                                     | {"period":"day"}                                                                                                                         |
        | getPortfolio                | getPortfolio                | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getLotteryEpochTickets      | getLotteryEpochTickets      | 401  | UNAUTHORIZED | wallet 0x                                                     | {"startEpochId":"1"}                                                                                                                     |
        | getLotteryMyWinningTickets  | getLotteryMyWinningTickets  | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getRateLimits               | getRateLimits               | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getDelegatedSigners         | getDelegatedSigners         | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getDelegationsForDelegate   | getDelegationsForDelegate   | 401  | UNAUTHORIZED | Authentication failed                                         | {}                                                                                                                                       |
        | getBalanceUpdates           | getBalanceUpdates           | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getFundingPayments          | getFundingPayments          | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getTransfers                | getTransfers                | 401  | UNAUTHORIZED | wallet 0x                                                     | {}                                                                                                                                       |
        | getWithdrawableAmounts      | getWithdrawableAmounts      | 401  | UNAUTHORIZED | wallet 0x                                                     | {"symbols":["USDT"]}                                                                                                                     |
        | placeOrders                 | placeOrders                 | 401  | UNAUTHORIZED | wallet 0x                                                     | {"orders":[{"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"93000","quantity":"0.1"}],"grouping":"na"}                  |
        | cancelOrders by id          | cancelOrders                | 401  | UNAUTHORIZED | wallet 0x                                                     | {"orderIds":["{bid}"]}                                                                                                                   |
        | cancelOrders by client id   | cancelOrders                | 401  | UNAUTHORIZED | wallet 0x                                                     | {"clientOrderIds":["mine"]}                                                                                                              |
        | cancelAllOrders             | cancelAllOrders             | 401  | UNAUTHORIZED | wallet 0x                                                     | {"symbols":["BTC-USDT"]}                                                                                                                 |
        | modifyOrder by id           | modifyOrder                 | 403  | FORBIDDEN    | wallet 0x                                                     | {"orderId":"{bid}","quantity":"0.4"}                                                                                                     |
        | modifyOrder by client id    | modifyOrder                 | 403  | FORBIDDEN    | wallet 0x                                                     | {"clientOrderId":"mine","quantity":"0.4"}                                                                                                |
        | modifyOrderBatch            | modifyOrderBatch            | 401  | UNAUTHORIZED | wallet 0x                                                     | {"orders":[{"orderId":"{bid}","quantity":"0.4"}]}                                                                                        |
        | placeIsolatedOrder          | placeIsolatedOrder          | 401  | UNAUTHORIZED | wallet 0x                                                     | {"order":{"symbol":"ETH-USDT","side":"buy","orderType":"limitGtc","price":"3200","quantity":"1"},"leverage":"20","isolatedMargin":"300"} |
        | updateIsolatedMargin        | updateIsolatedMargin        | 401  | UNAUTHORIZED | wallet 0x                                                     | {"symbol":"ETH-USDT","marginDelta":"10"}                                                                                                 |
        | scheduleCancel              | scheduleCancel              | 401  | UNAUTHORIZED | wallet 0x                                                     | {"timeoutSeconds":60}                                                                                                                    |
        | updateLeverage              | updateLeverage              | 401  | UNAUTHORIZED | wallet 0x                                                     | {"symbol":"SOL-USDT","leverage":"5"}                                                                                                     |
        | createSubaccount            | createSubaccount            | 401  | UNAUTHORIZED | not the owner or manager of this subaccount                   | {"name":"hedge"}                                                                                                                         |
        | updateSubAccountName        | updateSubAccountName        | 401  | UNAUTHORIZED | operation requires account owner, delegates are not permitted | {"name":"carry"}                                                                                                                         |
        | addDelegatedSigner          | addDelegatedSigner          | 403  | FORBIDDEN    | wallet 0x                                                     | {"walletAddress":"0x1111111111111111111111111111111111111111","permissions":["session"]}                                                 |
        | removeDelegatedSigner       | removeDelegatedSigner       | 403  | FORBIDDEN    | Only master account can remove delegated signers              | {"walletAddress":"{bob address}"}                                                                                                        |
        | removeAllDelegatedSigners   | removeAllDelegatedSigners   | 403  | FORBIDDEN    | wallet 0x                                                     | {}                                                                                                                                       |
        | transferCollateral          | transferCollateral          | 401  | UNAUTHORIZED | not the owner or manager of this subaccount                   | {"symbol":"USDT","amount":"10","destinationSubAccountId":"{second id}"}                                                                  |
        | withdrawCollateral          | withdrawCollateral          | 401  | UNAUTHORIZED | not the owner or manager of this subaccount                   | {"symbol":"USDT","amount":"100","destination":"{trader address}"}                                                                        |
        | voluntaryCollateralExchange | voluntaryCollateralExchange | 401  | UNAUTHORIZED | wallet 0x                                                     | {"sourceAsset":"WETH","targetUSDTAmount":"3135"}                                                                                         |
      Then each of the 1560 pairs is refused as its row says
      And nothing changed
