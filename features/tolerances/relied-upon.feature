@tolerances
Feature: clients rely on fields that look optional
  Background:
    Given the world "default"

  @clause:MARKET-FIELD-ORDERSIZEINCREMENT
  Scenario: every market has a tick size and a lot size
    When anyone asks getMarkets
    Then the response lists:
      | symbol    | orderSizeIncrement | priceIncrement |
      | BTC-USDT  | 0.00001            | 1              |
      | ETH-USDT  | 0.0001             | 0.1            |
      | SOL-USDT  | 0.001              | 0.01           |
      | XRP-USDT  | 0.1                | 0.0001         |
      | BNB-USDT  | 0.001              | 0.1            |
      | HYPE-USDT | 0.01               | 0.001          |
      | AVAX-USDT | 0.01               | 0.001          |
      | SUI-USDT  | 0.1                | 0.0001         |
      | WTI-USDT  | 0.01               | 0.01           |

  @clause:PLACEORDERS-RESP-STATUSES
  Scenario: placeOrders responds 200 with statuses when every order is rejected
    When "trader" places:
      | symbol   | side | price  | quantity | postOnly |
      | BTC-USDT | buy  | 200000 | 0.1      | true     |
      | NOPE-USDT | buy | 200000 | 0.1      |          |
    Then the response is ok with:
      | statuses          | <2 items> |
      | statuses[0].error | <text>    |
      | statuses[1].error | <text>    |

  @clause:SURFACE-STATUS-GET @rest-only
  Scenario: GET status responds below the REST base
    When anyone gets "/exchange/status"
    Then the response is 200 with:
      | response.accepting_orders | true |

  @clause:SURFACE-WS-STATUS @rest-only
  Scenario: GET status responds below the streaming base
    When anyone gets "/ws/exchange/status"
    Then the response is 200 with:
      | response.accepting_orders | true |

  @clause:GETSUBACCOUNTIDS
  Scenario: getSubAccountIds lists the own subaccount of the wallet first
    When anyone asks getSubAccountIds:
      | walletAddress | {trader address} |
    Then the response is ok with:
      | . | ["{trader id}"] |
