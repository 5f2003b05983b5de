@trade @placeOrders
Feature: placeOrders stops at what an account and a market can bear
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: margin must cover the worst outcome

    @clause:ERR-INSUFFICIENT-MARGIN @negative
    Scenario Outline: a <side> of <quantity> ether beside 100 bitcoin is more than the account can bear
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 95000 | 100      |
      When "trader" places:
        | symbol   | side   | price   | quantity   |
        | ETH-USDT | <side> | <price> | <quantity> |
      Then item 0 is refused with INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed

      Examples:
        | side | price | quantity |
        | buy  | 3200  | 3000     |
        | sell | 3400  | 3000     |

  Rule: a market that is not open takes no orders

    @clause:PLACEORDERS-ITEM-OTHER @assumed @negative
    Scenario Outline: a <status> market rejects an opening order
      Given market "BTC-USDT" is <status>
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then item 0 is refused with MARKET_CLOSED "<message>"
      And nothing changed

      Examples:
        | status     | message              |
        | closed     | market is closed     |
        | close-only | market is close only |

    @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed
    Scenario: a close-only market takes an order that reduces
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      And market "BTC-USDT" is close-only
      When "trader" places:
        | symbol   | side | orderType | quantity | reduceOnly |
        | BTC-USDT | sell | market    | 0.1      | true       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.1 |

    @clause:PLACEORDERS-TYPE-OTHER @clause:PLACEORDERS-STATUS-OTHER @assumed @negative
    Scenario: a market order that finds nobody within its band is rejected
      Given the index of "BTC-USDT" is "70000"
      When "trader" places:
        | symbol   | side | orderType | quantity |
        | BTC-USDT | buy  | market    | 0.1      |
      Then item 0 is refused with NO_LIQUIDITY "no liquidity"
      And nothing changed

  Rule: a tier allows so many open orders, and immediate ones do not count

    @clause:LIMIT-ACCOUNT-MAXORDERSPERMARKET @negative
    Scenario: the eleventh open order in a market of a tier_0 account is rejected
      Given "member" is a wallet of tier "tier_0"
      And "member" has 10 open orders each of:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.001    |
      When "member" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 94000 | 0.001    |
        | BTC-USDT | buy  | limitIoc  | 94000 | 0.001    |
      Then item 0 is refused with MAX_ORDERS_PER_MARKET "max open orders per market exceeded"
      And the response is ok with:
        | statuses[1].canceled.id | <id> |
      And nothing changed

    @clause:LIMIT-ACCOUNT-MAXTOTALORDERS @negative
    Scenario: the fifty-first open order of a tier_0 account is rejected
      Given "member" is a wallet of tier "tier_0"
      And "member" has 10 open orders each of:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.001    |
        | ETH-USDT | buy  | 3200  | 0.01     |
        | SOL-USDT | buy  | 180   | 0.1      |
        | XRP-USDT | buy  | 2.2   | 10       |
        | BNB-USDT | buy  | 680   | 0.1      |
      When "member" places:
        | symbol    | side | price | quantity |
        | HYPE-USDT | buy  | 24    | 1        |
      Then item 0 is refused with MAX_TOTAL_ORDERS "max total open orders exceeded"
      And nothing changed
