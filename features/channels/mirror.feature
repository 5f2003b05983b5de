@ws @ws-only
Feature: every action of REST can be posted on the stream of its surface
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a post accepts the same actions as REST

    @clause:SURFACE-WS-MIRROR-TRADE @negative @any-market
    Scenario Outline: a post of the write <action> without a signature is refused
      Given a connection "session" of "trader"
      When over "session" is sent
        """
        {"id":"w","method":"post","params":{"action":"<action>","subAccountId":"{trader id}"}}
        """
      Then "session" receives:
        | status        | number 401   |
        | error.code    | UNAUTHORIZED |
        | error.message | <message>    |

      Examples:
        | action                      | message               |
        | placeOrders                 | signature is required |
        | cancelOrders                | signature is required |
        | cancelAllOrders             | signature is required |
        | modifyOrder                 | signature is required |
        | scheduleCancel              | signature is required |
        | updateLeverage              | signature is required |
        | addDelegatedSigner          | signature is required |
        | removeDelegatedSigner       | signature is required |
        | removeAllDelegatedSigners   | signature is required |
        | createSubaccount            | signature is required |
        | transferCollateral          | signature is required |
        | updateSubAccountName        | signature is required |
        | voluntaryCollateralExchange | signature is required |
        | withdrawCollateral          | signature is required |
        | modifyOrderBatch            | signature is required |
        | placeIsolatedOrder          | signature is required |
        | updateIsolatedMargin        | signature is required |

    @clause:SURFACE-WS-MIRROR-TRADE @any-market
    Scenario Outline: a post of the read <action> on a logged-in connection succeeds
      Given a connection "session" of "trader"
      When over "session" is sent
        """
        {"id":"r","method":"post","params":{"action":"<action>","subAccountId":"{trader id}"<more>}}
        """
      Then "session" receives:
        | status          | number 200 |
        | result.status   | ok         |
        | result.response | <any>      |

      Examples:
        | action                 | more                |
        | getOpenOrders          |                     |
        | getPositions           |                     |
        | getSubAccount          |                     |
        | getSubAccounts         |                     |
        | getTrades              |                     |
        | getOrderHistory        |                     |
        | getPositionHistory     |                     |
        | getFeeRate             |                     |
        | getReferral            |                     |
        | getPerformanceHistory  |                     |
        | getPortfolio           |                     |
        | getRateLimits          |                     |
        | getDelegatedSigners    |                     |
        | getBalanceUpdates      |                     |
        | getFundingPayments     |                     |
        | getTransfers           |                     |
        | getWithdrawableAmounts | ,"symbols":["USDT"] |

    @clause:SURFACE-WS-MIRROR-INFO @any-market
    Scenario Outline: a post of the public read <action> succeeds
      Given a connection "feed" to info
      When over "feed" is sent
        """
        {"id":"r","method":"post","params":{"action":"<action>"<more>}}
        """
      Then "feed" receives:
        | status          | number 200 |
        | result.status   | ok         |
        | result.response | <any>      |

      Examples:
        | action                | more                                                         |
        | getMarkets            |                                                              |
        | getMarketPrices       |                                                              |
        | getMids               |                                                              |
        | getOrderbook          | ,"symbol":"{market}"                                         |
        | getLastTrades         | ,"symbol":"{market}"                                         |
        | getCandles            | ,"symbol":"{market}","interval":"1m"                         |
        | getOpenInterest       | ,"symbol":"{market}"                                         |
        | getFundingRate        | ,"symbol":"{market}"                                         |
        | getFundingRateHistory | ,"symbol":"{market}","startTime":{now - 1 h},"endTime":{now} |
        | getSubAccountIds      | ,"walletAddress":"{trader address}"                          |
        | getIsWhitelisted      | ,"walletAddress":"{trader address}"                          |
        | getExchangeStatus     |                                                              |
        | getTiers              |                                                              |
        | getCollaterals        |                                                              |
        | getAssets             |                                                              |
