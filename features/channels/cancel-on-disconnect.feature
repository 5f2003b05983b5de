@channels @subAccountUpdates
Feature: orders that end with the connection of their owner
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity |
      | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      | low  | ETH-USDT | buy  | 3200  | 1        |

  Rule: it is an option of the subaccount, and off unless it is set

    @transition:connection/logged-in/leave
    @clause:WS-EMISSION @assumed
    Scenario: they end with the last connection, and say why
      Given the orders of "trader" end with its connection
      And "trader" is logged in on the stream
      When "trader" disconnects
      And "trader" sends getOrderHistory:
        | status | cancelled |
      Then the response lists:
        | orderId | status    | cancelReason         |
        | {low}   | cancelled | CANCEL_ON_DISCONNECT |
        | {bid}   | cancelled | CANCEL_ON_DISCONNECT |

    @clause:SURFACE-WS-TRADE @assumed @R-24
    Scenario: they stay where it is not set
      Given "trader" is logged in on the stream
      When "trader" disconnects
      And "trader" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {low}   |
        | {bid}   |

  Rule: another connection of the subaccount keeps them alive

    @transition:connection/following/leave
    @clause:WS-EMISSION @assumed
    Scenario: a delegate stays, hears nothing, and ends them by going
      Given the orders of "trader" end with its connection
      And "bob" is a session delegate of "trader"
      And "trader" is logged in on the stream
      And "bob" follows subAccountUpdates of "trader"
      When "trader" disconnects
      Then nothing else arrived
      When "bob" disconnects
      And "trader" sends getOpenOrders
      Then the response lists nothing

    @clause:WS-EMISSION @assumed
    Scenario: those of others are nobody's business
      Given the orders of "trader" end with its connection
      And "trader" is logged in on the stream
      And "other" has the open orders:
        | name  | symbol   | side | price | quantity |
        | apart | BTC-USDT | buy  | 94000 | 0.1      |
      When "trader" disconnects
      And "other" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {apart} |
