@info @getLastTrades
Feature: getLastTrades holds the trades of a market in which others trade as well
  Background:
    Given the world "quiet"
    And "trader" buys "{size}" of "{market}" from "maker", at "price"

  Rule: a trade is public and has the side of its taker

    @clause:GETLASTTRADES @clause:PUBTRADE-FIELD-TRADEID @clause:PUBTRADE-FIELD-SYMBOL @clause:PUBTRADE-FIELD-SIDE @clause:PUBTRADE-FIELD-PRICE
    @clause:PUBTRADE-FIELD-QUANTITY @clause:PUBTRADE-FIELD-TIMESTAMP @clause:PUBTRADE-FIELD-ISMAKER @clause:CONV-TIMESTAMP-MS
    @clause:CONV-ID-STRINGS @clause:GETLASTTRADES-PARAM-SYMBOL @assumed
    Scenario: a trade has a public record with the id and the time of its fill
      When "trader" sends getTrades
      Then "trades[0].tradeId" of the response is called "execution"
      And "trades[0].timestamp" of the response is called "time"
      When anyone asks getLastTrades:
        | symbol | {market}   |
        | limit  | number 100 |
      Then "trades" of the response has among others:
        | tradeId     | symbol   | side | price          | quantity | timestamp     | isMaker |
        | {execution} | {market} | buy  | {price, price} | {size}   | number {time} | false   |

    @clause:PUBTRADE-FIELD-SIDE @clause:GETLASTTRADES
    Scenario: a trade whose taker sells has the side sell
      Given "trader" sells "{2 size}" of "{market}" to "maker", at "exit"
      When anyone asks getLastTrades:
        | symbol | {market}   |
        | limit  | number 100 |
      Then "trades" of the response has among others:
        | side | price         | quantity |
        | sell | {exit, price} | {2 size} |

    @clause:GETLASTTRADES @clause:GETLASTTRADES-SYMBOL-CASE @clause:GETLASTTRADES-PARAM-SYMBOL
    Scenario: getLastTrades takes a symbol in lower case
      When anyone asks getLastTrades:
        | symbol | {market, in lower case} |
      Then every item of "trades" of the response is:
        | symbol | {market} |

  Rule: the newest trades come first, 50 of them by default and 100 at most

    @clause:GETLASTTRADES-ORDERING
    Scenario: getLastTrades lists the newest trade first
      Given "trader" sells "{size}" of "{market}" to "maker"
      When anyone asks getLastTrades:
        | symbol | {market} |
      Then "trades" of the response is sorted by "timestamp", highest first

    @clause:GETLASTTRADES-LIMIT-DEFAULT @clause:GETLASTTRADES-LIMIT-MAX @clause:GETLASTTRADES-LIMIT-MIN
    Scenario: a page has as many trades as were asked for, and at most 50 by default
      When anyone asks getLastTrades:
        | symbol | {market} |
      Then "trades" of the response has 1 to 50 items
      When anyone asks getLastTrades:
        | symbol | {market} |
        | limit  | number 1 |
      Then "trades" of the response has 1 to 1 items
      When anyone asks getLastTrades:
        | symbol | {market}   |
        | limit  | number 100 |
      Then "trades" of the response has 1 to 100 items
