@trade @getFundingPayments @assumed
Feature: getFundingPayments lists the funding that positions paid and received
  Background:
    Given the world "quiet"
    And "trader" is long "0.1" BTC-USDT at "95000" against "other"

  Rule: each hour of a position is one payment, the newest first

    @clause:GETFUNDINGPAYMENTS @clause:AUTH-NONONCE-GETFUNDINGPAYMENTS @clause:CONV-DECIMAL-STRINGS @clause:CONV-TIMESTAMP-MS
    Scenario: getFundingPayments shows that a long pays a positive rate
      Given 2 hours pass
      When "trader" sends getFundingPayments
      Then the response is ok with:
        | fundingHistory[0].paymentId | <id> |
      And "fundingHistory" of the response lists:
        | symbol   | positionSize | fundingRate | payment  | timestamp          | paymentTime        | fundingTimestamp   | fundingTime        |
        | BTC-USDT | 0.1          | 0.0000125   | -0.11875 | number {now}       | number {now}       | number {now}       | number {now}       |
        | BTC-USDT | 0.1          | 0.0000125   | -0.11875 | number {now - 1 h} | number {now - 1 h} | number {now - 1 h} | number {now - 1 h} |

    @clause:GETFUNDINGPAYMENTS
    Scenario: getFundingPayments shows that a short receives what the long pays
      Given 1 hours pass
      When "other" sends getFundingPayments
      Then "fundingHistory" of the response lists:
        | symbol   | positionSize | fundingRate | payment |
        | BTC-USDT | -0.1         | 0.0000125   | 0.11875 |

    @clause:GETFUNDINGPAYMENTS
    Scenario: getFundingPayments lists nothing before the first full hour
      Given 3599999 ms pass
      When "trader" sends getFundingPayments
      Then the response is ok with:
        | fundingHistory               | [] |
        | summary.totalFundingReceived | 0  |
        | summary.totalFundingPaid     | 0  |
        | summary.netFunding           | 0  |
        | summary.totalPayments        | 0  |
        | summary.averagePaymentSize   | 0  |

    @clause:GETFUNDINGPAYMENTS
    Scenario: getFundingPayments lists two markets and the sum of each
      Given "trader" is short "1" ETH-USDT at "3300" against "other"
      And 1 hours pass
      When "trader" sends getFundingPayments
      Then the response is ok with:
        | fundingHistory               | <2 items> |
        | summary.totalFundingReceived | 0.04125   |
        | summary.totalFundingPaid     | 0.11875   |
        | summary.netFunding           | -0.0775   |
        | summary.totalPayments        | 2         |
        | summary.averagePaymentSize   | 0.08      |

    @clause:GETFUNDINGPAYMENTS
    Scenario: getFundingPayments with a symbol lists that market only
      Given "trader" is short "1" ETH-USDT at "3300" against "other"
      And 1 hours pass
      When "trader" sends getFundingPayments:
        | symbol | eth-usdt |
      Then "fundingHistory" of the response lists:
        | symbol   | positionSize | payment |
        | ETH-USDT | -1           | 0.04125 |
      And the response is ok with:
        | summary.netFunding    | 0.04125 |
        | summary.totalPayments | 1       |

  Rule: each subaccount reads its own payments

    @clause:GETFUNDINGPAYMENTS
    Scenario: getFundingPayments leaves out another subaccount of the same wallet
      Given "trader" also owns the subaccount "second"
      And 1 hours pass
      When "second" sends getFundingPayments
      Then the response is ok with:
        | fundingHistory | [] |

    @clause:ROLE-SESSION-GETFUNDINGPAYMENTS
    Scenario: getFundingPayments responds to a session delegate
      Given "bot" is a session delegate of "trader"
      And 1 hours pass
      When "bot" sends getFundingPayments for "trader"
      Then the response is ok with:
        | fundingHistory[0].payment | -0.11875 |

  Rule: a request costs a hundred tokens

    @clause:RATE-COST-GETFUNDINGPAYMENTS
    Scenario: getFundingPayments takes 100 tokens from a full bucket of tier_1
      Given 1 hours pass
      When "trader" sends getFundingPayments
      Then the response is 200 with:
        | rateLimit.requestsCap     | number 1200 |
        | rateLimit.remainingTokens | number 1100 |
