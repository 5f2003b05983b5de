@determinism
Feature: an advance of the clock is one step for clients, and can be watched and stopped

  Rule: requests wait for the end of an advance

    @assumed @R-108
    Scenario: placeOrders that arrives during an advance is carried out at its end
      Given the world "quiet"
      And "trader" is a trader
      And "trader" sends getOpenOrders
      And the response is ok
      And the exchange clock begins to advance by 2 hours
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 90000 | 0.01     |
      Then the response is ok with:
        | statuses[0].resting.order.venueId | <id> |
      And the exchange clock has advanced by 2 hours

    @assumed @R-108
    Scenario: placeOrders that has waited five seconds for an advance gets 503 and places nothing
      Given the world "default"
      And "trader" is a trader
      And "trader" sends getOpenOrders
      And the response lists nothing
      And the exchange clock begins to advance by 8784 hours
      When "trader" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 50000 | 0.01     |
      Then the response is refused with 503 SERVICE_UNAVAILABLE "the exchange clock is being advanced, send the request again"
      And the exchange clock is on its way by 8784 hours
      When the exchange clock is told to stop
      And "trader" sends getOpenOrders
      Then the response lists nothing

    @assumed @R-108
    Scenario: getExchangeStatus responds while the clock is being advanced
      Given the world "default"
      And the exchange clock begins to advance by 8784 hours
      When anyone asks getExchangeStatus
      Then the response is ok with:
        | accepting_orders | true |
      And the exchange clock is on its way by 8784 hours
      When the exchange clock is told to stop
      Then the exchange clock has stopped on its way, at a whole second

  Rule: an advance is refused during another, and beyond 366 days

    @assumed @R-108
    Scenario: a second advance during an advance is refused and the first one goes on
      Given the world "default"
      And the exchange clock begins to advance by 8784 hours
      Then the exchange clock refuses to advance by 1 hours with "wait for the end of that advance, or cancel it"
      And the exchange clock is on its way by 8784 hours
      When the exchange clock is told to stop
      Then the exchange clock has stopped on its way, at a whole second

    @assumed @R-108
    Scenario: an advance by more than 366 days is refused and the clock stays where it is
      Given the world "quiet"
      Then the exchange clock refuses to advance by 8785 hours with "from 0 to 31622400000"
