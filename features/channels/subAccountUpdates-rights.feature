@channels @subAccountUpdates @auth
Feature: subAccountUpdates is sent only to those with a right to read the subaccount
  Background:
    Given the world "quiet"
    And "alice" is a trader

  Rule: the server checks the right when the subscription starts

    @transition:connection/logged-in/subscribe-private
    @clause:WS-SUB-SUBACCOUNTUPDATES @clause:WS-SUB-FORMAT @any-market
    Scenario: the owner may subscribe to subAccountUpdates
      Given a connection "alice" of "alice"
      When "alice" subscribes to subAccountUpdates:
        | sub_account_id | {alice id} |
      Then "alice" receives:
        | status                | number 200        |
        | result.type           | subAccountUpdates |
        | result.sub_account_id | {alice id}        |
        | result.status         | subscribed        |

    @clause:WS-SUB-SUBACCOUNTUPDATES @assumed @R-07 @negative
    Scenario: a stranger that subscribes to subAccountUpdates is refused with FORBIDDEN
      Given a connection "stranger" of "stranger"
      When "stranger" subscribes to subAccountUpdates:
        | sub_account_id | {alice id} |
      Then "stranger" receives:
        | status        | number 403                               |
        | error.code    | FORBIDDEN                                |
        | error.message | not authorized to follow this subaccount |
        | result.status | <absent>                                 |
      Given "alice" has the open orders:
        | name | symbol   | side | price     | quantity |
        | bid  | {market} | buy  | {far bid} | {size}   |
      Then nothing else arrived

    @transition:connection/info/subscribe-private @transition:connection/trade/subscribe-private
    @clause:WS-SUB-SUBACCOUNTUPDATES @assumed @R-01 @negative @any-market
    Scenario Outline: subscribe to subAccountUpdates <when> is refused with UNAUTHORIZED
      Given a connection "early" to <endpoint>
      When over "early" is sent
        """
        {"id":"1","method":"subscribe","params":{"type":"subAccountUpdates","sub_account_id":"{alice id}"}}
        """
      Then "early" receives:
        | status        | number 401              |
        | error.code    | UNAUTHORIZED            |
        | error.message | authentication required |

      Examples:
        | when                 | endpoint |
        | before login         | trade    |
        | on the info endpoint | info     |

  Rule: the stream ends when the right ends

    @transition:connection/following/lose-right
    @clause:REMOVEDELEGATEDSIGNER @assumed
    Scenario: a removed delegate receives delegationRevoked and no later event
      Given "bob" is a session delegate of "alice"
      And "bob" follows subAccountUpdates of "alice"
      And "alice" follows subAccountUpdates
      When "alice" has sent removeDelegatedSigner:
        | walletAddress | {bob address} |
      And "alice" has the open orders:
        | name | symbol   | side | price     | quantity |
        | bid  | {market} | buy  | {far bid} | {size}   |
      Then the stream of "bob" sends in order:
        | eventType         | delegateAddress | revokedAt    |
        | delegationRevoked | {bob address}   | number {now} |
      And the stream of "alice" sends in order:
        | eventType         | delegateAddress |
        | delegationRevoked | {bob address}   |
        | orderPlaced       |                 |
        | marginUpdate      |                 |
      And nothing else arrived

    @clause:REMOVEDELEGATEDSIGNER-CASCADE @assumed
    Scenario: removing a delegate also ends the streams of the delegates it added
      Given "bob" is a full delegate of "alice"
      And "carol" is a session delegate of "alice", added by "bob"
      And "carol" follows subAccountUpdates of "alice"
      When "alice" has sent removeDelegatedSigner:
        | walletAddress | {bob address} |
      And "alice" has the open orders:
        | name | symbol   | side | price     | quantity |
        | bid  | {market} | buy  | {far bid} | {size}   |
      Then the stream of "carol" sends in order:
        | eventType         | delegateAddress |
        | delegationRevoked | {bob address}   |
        | delegationRevoked | {carol address} |
      And nothing else arrived

    @clause:ADDDELEGATEDSIGNER-EXPIRESAT @assumed @alone
    Scenario: a delegation that expires ends the stream with delegationRevoked
      Given "bob" is a session delegate of "alice" until "{now + 5 s}"
      And "bob" follows subAccountUpdates of "alice"
      When 5 s pass
      And "alice" has the open orders:
        | name | symbol   | side | price     | quantity |
        | bid  | {market} | buy  | {far bid} | {size}   |
      Then the stream of "bob" sends in order:
        | eventType         | delegateAddress | revokedAt    |
        | delegationRevoked | {bob address}   | number {now} |
      And nothing else arrived
