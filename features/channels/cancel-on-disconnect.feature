@channels @subAccountUpdates
Feature: cancel-on-disconnect cancels the orders of a subaccount when its last connection closes
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol          | side | price            | quantity      |
      | bid  | {market}        | buy  | {far bid}        | {size}        |
      | low  | {second market} | buy  | {second far bid} | {second size} |

  Rule: cancel-on-disconnect is an option of the subaccount and is off by default

    @transition:connection/logged-in/leave
    @clause:WS-EMISSION @assumed
    Scenario: closing the last connection cancels all orders with reason CANCEL_ON_DISCONNECT
      Given the orders of "trader" end with its connection
      And a connection "trader" of "trader"
      When "trader" disconnects
      And "trader" sends getOrderHistory:
        | status | cancelled |
      Then the response lists:
        | orderId | status    | cancelReason         |
        | {low}   | cancelled | CANCEL_ON_DISCONNECT |
        | {bid}   | cancelled | CANCEL_ON_DISCONNECT |

    @clause:SURFACE-WS-TRADE @assumed @R-24
    Scenario: closing the last connection cancels nothing while the option is off
      Given a connection "trader" of "trader"
      When "trader" disconnects
      And "trader" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {low}   |
        | {bid}   |

  Rule: another connection of the same subaccount keeps the orders open

    @transition:connection/following/leave
    @clause:WS-EMISSION @assumed
    Scenario: orders stay open while a delegate is connected and are cancelled when the delegate disconnects
      Given the orders of "trader" end with its connection
      And "bob" is a session delegate of "trader"
      And a connection "trader" of "trader"
      And "bob" follows subAccountUpdates of "trader"
      When "trader" disconnects
      Then nothing else arrived
      When "bob" disconnects
      And "trader" sends getOpenOrders
      Then the response lists nothing

    @clause:WS-EMISSION @assumed
    Scenario: cancel-on-disconnect of one subaccount leaves the orders of other subaccounts open
      Given the orders of "trader" end with its connection
      And a connection "trader" of "trader"
      And "other" has the open orders:
        | name  | symbol   | side | price     | quantity |
        | apart | {market} | buy  | {far bid} | {size}   |
      When "trader" disconnects
      And "other" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {apart} |
