@errors
Feature: an order is refused for its fields before its wallet is looked up, on a wallet without orders too
  Background:
    Given the world "quiet"
    And the wallet of "trader" is not whitelisted

  Rule: the fields of an action come before the whitelist

    @clause:WHITELIST-REQUIRED @assumed @R-01 @negative
    Scenario: placeOrders with an unknown side of a wallet that is not whitelisted is refused for the side
      When "trader" places:
        | symbol   | side | price     | quantity |
        | {market} | long | {far bid} | {size}   |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: side must be one of: [buy sell]"
      And nothing changed
