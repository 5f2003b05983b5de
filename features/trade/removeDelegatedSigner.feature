@trade @removeDelegatedSigner
Feature: removeDelegatedSigner ends the delegation of one wallet
  Background:
    Given the world "quiet"
    And "alice" is a trader
    And "bob" is a full delegate of "alice"

  Rule: the signer loses its right at once, with every signer it added

    @clause:REMOVEDELEGATEDSIGNER @clause:REMOVEDELEGATEDSIGNER-RESP-SUBACCOUNTID @clause:REMOVEDELEGATEDSIGNER-RESP-WALLETADDRESS
    @clause:REMOVEDELEGATEDSIGNER-RESP-CASCADE-OMITTED @clause:REMOVEDELEGATEDSIGNER-PARAM-SUBACCOUNTID
    @clause:ROLE-OWNER-REMOVEDELEGATEDSIGNER @clause:AUTH-TYPE-REMOVEDELEGATEDSIGNER
    Scenario: removeDelegatedSigner removes a signer that added no other
      Given "carol" is a session delegate of "alice"
      When "alice" sends removeDelegatedSigner:
        | walletAddress | {bob address} |
      Then the response is ok with:
        | . | {"subAccountId":"{alice id}","walletAddress":"{bob address}"} |
      And these facts changed, and no others:
        | fact             | from                 | to   |
        | alice signer bob | delegate without end | none |
      When "bob" sends getOpenOrders for "alice"
      Then the response is refused with 401 UNAUTHORIZED "wallet {bob wallet} is not authorized to act on this subaccount"

    @clause:REMOVEDELEGATEDSIGNER-CASCADE @clause:REMOVEDELEGATEDSIGNER-RESP-CASCADE
    Scenario: removeDelegatedSigner removes the signers it added and keeps those of others
      Given "carol" is a session delegate of "alice", added by "bob"
      And "dave" is a session delegate of "alice"
      And "erin" is a session delegate of "alice", added by "bob"
      When "alice" sends removeDelegatedSigner:
        | walletAddress | {bob address} |
      Then the response is ok with:
        | cascadeRemovedSigners | ["{carol address}", "{erin address}"] |
      And these facts changed, and no others:
        | fact               | from                 | to   |
        | alice signer bob   | delegate without end | none |
        | alice signer carol | session without end  | none |
        | alice signer erin  | session without end  | none |
      When "erin" sends getOpenOrders for "alice"
      Then the response is refused with 401 UNAUTHORIZED "wallet {erin wallet} is not authorized to act on this subaccount"

    @clause:REMOVEDELEGATEDSIGNER-CASCADE @assumed
    Scenario: removeDelegatedSigner keeps a signer that the owner has confirmed since
      Given "carol" is a session delegate of "alice", added by "bob"
      And "carol" is a session delegate of "alice"
      When "alice" sends removeDelegatedSigner:
        | walletAddress | {bob address} |
      Then the response is ok with:
        | cascadeRemovedSigners | <absent> |
      And these facts changed, and no others:
        | fact             | from                 | to   |
        | alice signer bob | delegate without end | none |

    @clause:REMOVEDELEGATEDSIGNER-ORDERS-STAY
    Scenario: removeDelegatedSigner keeps the orders that the signer placed
      When "bob" sends placeOrders for "alice":
        | orders | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
      Then "statuses[0].resting.id" of the response is called "bid"
      When "alice" sends removeDelegatedSigner:
        | walletAddress | {bob address} |
      Then the response is ok
      And these facts changed, and no others:
        | fact             | from                 | to   |
        | alice signer bob | delegate without end | none |
      And order "bid" has filled "0"

    @clause:REMOVEDELEGATEDSIGNER-PARAM-WALLETADDRESS @assumed
    Scenario: removeDelegatedSigner accepts an address in any casing and returns its checksum casing
      When "alice" sends removeDelegatedSigner:
        | walletAddress | {bob wallet} |
      Then the response is ok with:
        | walletAddress | {bob address} |

  Rule: expiresAfter may be in milliseconds

    @clause:AUTH-EXPIRESAFTER-UNIT-REMOVEDELEGATEDSIGNER @assumed @R-05 @needs:clock
    Scenario Outline: removeDelegatedSigner with expiresAfter <expiresAfter> responds <http>
      When "alice" sends removeDelegatedSigner:
        | walletAddress    | {bob address}         |
        | top.expiresAfter | number <expiresAfter> |
      Then the response is <http> with:
        | error.message | <message> |

      Examples:
        | expiresAfter          | http | message         |
        | {now + 1 ms}          | 200  | <absent>        |
        | {now}                 | 401  | request expired |
        | {now - 1 ms}          | 401  | request expired |
        | {now in seconds}      | 401  | request expired |
        | 0                     | 200  | <absent>        |
