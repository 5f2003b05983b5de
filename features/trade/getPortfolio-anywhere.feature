@trade @getPortfolio
Feature: getPortfolio shows what the margin in use locks
  Background:
    Given the world "quiet"

  Rule: the settlement asset carries the margin in use

    @clause:GETPORTFOLIO @assumed @R-120
    Scenario: locked of the settlement asset counts the margin of an open order, also where other collateral could carry it
      Given "trader" has the open orders:
        | name | symbol   | side | price     | quantity |
        | bid  | {market} | buy  | {far bid} | {4 size} |
      When "trader" sends getPortfolio
      Then "[0].assets[asset={settlement}].locked" of the response is not "0"
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then the response is ok
