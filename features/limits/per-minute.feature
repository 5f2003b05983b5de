@limits
Feature: limits per minute apply only where they are configured

  Rule: the token bucket applies by default

    @clause:LIMIT-RPM-INFO-600 @clause:LIMIT-RPM-INFO-1000 @clause:LIMIT-RPM-BURST-100 @assumed @R-40
    Scenario: 1100 public requests succeed at once without a limit per minute
      Given the world "quiet"
      When anyone asks getExchangeStatus 1100 times
      Then the response is ok

    @clause:LIMIT-RPM-TRADE-300 @assumed @R-40
    Scenario: more than 300 signed requests succeed within a minute by default
      Given the world "quiet"
      And "trader" is a trader
      When "trader" sends getOpenOrders 60 times
      Then the response is ok
      When "other" sends getOpenOrders 120 times
      Then the response is ok
      When "third" sends getOpenOrders 120 times
      Then the response is ok
      When "trader" sends getOpenOrders
      Then the response lists nothing

  Rule: a configured limit counts requests at any cost

    @clause:LIMIT-RPM-INFO-600 @assumed @R-40 @negative
    Scenario: the 601st public request is refused at a limit of 600 per minute
      Given the world "quiet" with:
        | limits.infoPerMinute | number 600 |
      When anyone asks getExchangeStatus 600 times
      Then the response is ok
      When anyone asks getExchangeStatus
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      When 99 ms pass
      And anyone asks getExchangeStatus
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      When 1 ms pass
      And anyone asks getExchangeStatus
      Then the response is ok

    @clause:LIMIT-RPM-BURST-100 @assumed @R-40 @negative
    Scenario: the 101st public request is refused at a limit of 100 per second
      Given the world "quiet" with:
        | limits.infoPerSecond | number 100 |
      When anyone asks getExchangeStatus 100 times
      Then the response is ok
      When anyone asks getExchangeStatus
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      When 10 ms pass
      And anyone asks getExchangeStatus
      Then the response is ok

    @clause:LIMIT-RPM-TRADE-300 @assumed @R-40 @negative
    Scenario: the 301st signed request is refused at a limit of 300 per minute
      Given the world "quiet" with:
        | limits.tradePerMinute | number 300 |
      When "trader" sends getOpenOrders 100 times
      Then the response is ok
      When "other" sends getOpenOrders 100 times
      Then the response is ok
      When "third" sends getOpenOrders 100 times
      Then the response is ok
      When "trader" sends getOpenOrders
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      When anyone asks getExchangeStatus
      Then the response is ok
