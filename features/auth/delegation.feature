@trade @auth
Feature: a delegation gives the rights that were granted, for as long as they were granted
  Background:
    Given the world "quiet"
    And "alice" is a trader
    And "bob" is a trader

  Rule: an order needs the whitelisting of the owner, not that of the signer

    @clause:WHITELIST-REQUIRED @assumed @R-09
    Scenario Outline: an order of a delegate responds <http> when the wallet of <whose> is not whitelisted
      Given "bob" is a session delegate of "alice"
      And the wallet of "<whose>" is not whitelisted
      When "bob" sends placeOrders for "alice":
        | orders | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
      Then the response is <http> with:
        | error.code    | <code>    |
        | error.message | <message> |

      Examples:
        | whose | http | code      | message                      |
        | alice | 403  | FORBIDDEN | failed whitelist arbitration |
        | bob   | 200  | <absent>  | <absent>                     |

  Rule: a delegation covers one subaccount, a manager covers all of them

    @clause:ROLE-SCOPE-SUBACCOUNT @negative
    Scenario Outline: <action> of a delegate on another subaccount of the same owner is refused
      Given "alice" also owns the subaccount "second"
      And "bob" is a full delegate of "alice"
      When "bob" sends <action> for "second":
        | symbols | ["*"] |
      Then the response is 401 with:
        | error.code | UNAUTHORIZED |
      And nothing changed

      Examples:
        | action          |
        | cancelAllOrders |
        | getOpenOrders   |
        | getSubAccounts  |

    @clause:ROLE-MANAGER-READS @clause:ROLE-MANAGER-TRADING @assumed @R-08
    Scenario: a manager acts on every subaccount of the owner, including later ones
      Given "bob" is the manager of "alice"
      And "alice" also owns the subaccount "second"
      When "bob" sends getSubAccounts for "second"
      Then "subAccounts" of the response lists:
        | subAccountId |
        | {alice id}   |
        | {second id}  |
      When "bob" sends scheduleCancel for "second":
        | timeoutSeconds | number 60 |
      Then the response is ok with:
        | isActive | true |

    @clause:ROLE-STRANGER-READ @assumed @R-08 @negative
    Scenario: a dismissed manager has the rights of a stranger at once
      Given "bob" is the manager of "alice"
      And "bob" is no longer the manager of "alice"
      When "bob" sends getOpenOrders for "alice"
      Then the response is refused with 401 UNAUTHORIZED "wallet {bob wallet} is not authorized to act on this subaccount"

  Rule: nonces are counted for each wallet on each subaccount

    @clause:AUTH-NONCE-SCOPE @assumed @R-03
    Scenario: owner and delegate may use the same nonce on one subaccount
      Given "bob" is a session delegate of "alice"
      When "alice" sends scheduleCancel:
        | timeoutSeconds | number 60        |
        | top.nonce      | 9007199254740993 |
      Then the response is ok
      When "bob" sends scheduleCancel for "alice":
        | timeoutSeconds | number 60        |
        | top.nonce      | 9007199254740993 |
      Then the response is ok
      When "bob" sends scheduleCancel:
        | timeoutSeconds | number 60        |
        | top.nonce      | 9007199254740993 |
      Then the response is ok
      When "bob" sends scheduleCancel for "alice":
        | timeoutSeconds | number 60        |
        | top.nonce      | 9007199254740993 |
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"

  Rule: every record of an order belongs to the subaccount, not to its signer

    @clause:ROLE-SESSION-PLACEORDERS @clause:ROLE-SESSION-CANCELORDERS
    Scenario: the owner sees and cancels an order that a delegate placed
      Given "bob" is a session delegate of "alice"
      When "bob" sends placeOrders for "alice":
        | orders | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
      Then "statuses[0].resting.id" of the response is called "bid"
      And these facts changed, and no others:
        | fact         | from | to                                           |
        | order bid    | none | buy {size} at {far bid, price}, filled 0     |
        | alice margin | 0.00 | {mark x size / default leverage, 2 decimals} |
      When "alice" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then the response is ok with:
        | statuses[0].canceled.id | {bid} |
