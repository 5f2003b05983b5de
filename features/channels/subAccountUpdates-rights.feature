@channels @subAccountUpdates @auth
Feature: subAccountUpdates is for those who may see the subaccount, while they may
  Background:
    Given the world "quiet"
    And "alice" is a trader

  Rule: rights are asked for when it begins

    @transition:connection/logged-in/subscribe-private
    @clause:WS-SUB-SUBACCOUNTUPDATES @clause:WS-SUB-FORMAT
    Scenario: an owner
      Given "alice" is logged in on the stream
      When "alice" subscribes to subAccountUpdates
      Then the stream of "alice" says:
        | frame.status                | number 200        |
        | frame.result.type           | subAccountUpdates |
        | frame.result.sub_account_id | {alice id}        |
        | frame.result.status         | subscribed        |

    @clause:WS-SUB-SUBACCOUNTUPDATES @assumed @R-07 @negative
    Scenario: a stranger
      Given "stranger" is logged in on the stream
      When "stranger" subscribes to subAccountUpdates of "alice"
      Then the stream of "stranger" says:
        | frame.status        | number 403                               |
        | frame.error.code    | FORBIDDEN                                |
        | frame.error.message | not authorized to follow this subaccount |
        | frame.result.status | <absent>                                 |
      Given "alice" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      Then nothing else arrived

    @transition:connection/info/subscribe-private @transition:connection/trade/subscribe-private
    @clause:WS-SUB-SUBACCOUNTUPDATES @assumed @R-01 @negative
    Scenario Outline: nobody <when>
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

  Rule: a right that ends takes the stream along

    @transition:connection/following/lose-right
    @clause:REMOVEDELEGATEDSIGNER @assumed
    Scenario: a delegate hears of the end, and of nothing after it
      Given "bob" is a session delegate of "alice"
      And "bob" follows subAccountUpdates of "alice"
      And "alice" follows subAccountUpdates
      When the delegation of "bob" for "alice" is removed
      And "alice" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      Then the stream of "bob" says in order:
        | eventType         | delegateAddress | revokedAt            |
        | delegationRevoked | {bob address}   | number {now}         |
      And the stream of "alice" says in order:
        | eventType         | delegateAddress |
        | delegationRevoked | {bob address}   |
        | orderPlaced       |                 |
        | marginUpdate      |                 |
      And nothing else arrived

    @clause:REMOVEDELEGATEDSIGNER-CASCADE @assumed
    Scenario: with all whom the delegate had let in
      Given "bob" is a full delegate of "alice"
      And "bob" has added "carol" as a session delegate of "alice"
      And "carol" follows subAccountUpdates of "alice"
      When the delegation of "bob" for "alice" is removed
      And "alice" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      Then the stream of "carol" says in order:
        | eventType         | delegateAddress |
        | delegationRevoked | {bob address}   |
        | delegationRevoked | {carol address} |
      And nothing else arrived

    @clause:ADDDELEGATEDSIGNER-EXPIRESAT @assumed
    Scenario: by the clock
      Given "bob" is a session delegate of "alice" until "{now + 5 s}"
      And "bob" follows subAccountUpdates of "alice"
      When 5 s pass
      And "alice" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      Then the stream of "bob" says in order:
        | eventType         | delegateAddress | revokedAt            |
        | delegationRevoked | {bob address}   | number {now}         |
      And nothing else arrived
