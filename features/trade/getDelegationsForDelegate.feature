@trade @getDelegationsForDelegate
Feature: getDelegationsForDelegate lists the delegations of a wallet
  Background:
    Given the world "quiet"
    And "alice" is a trader
    And "bob" is a trader

  Rule: a wallet reads its own delegations

    @clause:GETDELEGATIONSFORDELEGATE @clause:GETDELEGATIONSFORDELEGATE-PARAM-SUBACCOUNTID
    @clause:DELACCOUNT-FIELD-SUBACCOUNTID @clause:DELACCOUNT-FIELD-OWNERADDRESS @clause:DELACCOUNT-FIELD-ACCOUNTNAME
    @clause:DELACCOUNT-FIELD-ACCOUNTVALUE @clause:DELACCOUNT-FIELD-ADJUSTEDACCOUNTVALUE
    @clause:DELACCOUNT-FIELD-PERMISSIONS @clause:DELACCOUNT-FIELD-EXPIRESAT @clause:AUTH-NONONCE-GETDELEGATIONSFORDELEGATE
    Scenario: getDelegationsForDelegate lists every delegation in the order it was granted
      Given "carol" also owns the subaccount "savings" named "rainy days"
      And "savings" receives "250" USDT
      And "bob" is a session delegate of "savings" until "{now + 1 d}"
      And "bob" is a full delegate of "alice"
      When "bob" sends getDelegationsForDelegate
      Then "delegatedAccounts" of the response lists:
        | subAccountId | ownerAddress    | accountName | accountValue | adjustedAccountValue | permissions  | expiresAt          |
        | {savings id} | {carol address} | rainy days  | 250.00       | 250.00               | ["session"]  | number {now + 1 d} |
        | {alice id}   | {alice address} | <empty>     | 1161000.00   | <decimal>            | ["delegate"] | null               |
      And "delegatedAccounts[0]" of the response has exactly the keys "subAccountId, ownerAddress, accountName, accountValue, adjustedAccountValue, permissions, expiresAt"

    @clause:DELACCOUNT-FIELD-ACCOUNTVALUE @clause:DELACCOUNT-FIELD-ADJUSTEDACCOUNTVALUE
    Scenario: getDelegationsForDelegate shows values that follow the unrealized PnL
      Given "carol" also owns the subaccount "savings"
      And "savings" receives "5000" USDT
      And "bob" is a session delegate of "savings"
      And "savings" is long "0.1" BTC-USDT at "95000" against "alice"
      When "bob" sends getDelegationsForDelegate
      Then the response is ok with:
        | delegatedAccounts[0].accountValue         | 4995.25 |
        | delegatedAccounts[0].adjustedAccountValue | 4995.25 |
      Given the index of "BTC-USDT" is "96000"
      When "bob" sends getDelegationsForDelegate
      Then the response is ok with:
        | delegatedAccounts[0].accountValue         | 5095.25 |
        | delegatedAccounts[0].adjustedAccountValue | 5095.25 |

    @clause:GETDELEGATIONSFORDELEGATE @clause:GETDELEGATIONSFORDELEGATE-NO-PAGINATION @assumed
    Scenario: getDelegationsForDelegate ignores paging and lists all delegations
      Given "alice" also owns the subaccount "second"
      And "bob" is a session delegate of "alice"
      And "bob" is a session delegate of "second"
      When "bob" sends getDelegationsForDelegate:
        | limit  | number 1 |
        | offset | number 1 |
      Then "delegatedAccounts" of the response lists:
        | subAccountId |
        | {alice id}   |
        | {second id}  |
      And the response has exactly the keys "delegatedAccounts"

    @clause:GETDELEGATIONSFORDELEGATE-PARAM-SUBACCOUNTID @assumed
    Scenario: getDelegationsForDelegate accepts a wallet without its own subaccount
      Given "nomad" is the unknown-wallet of "alice"
      And "nomad" is a session delegate of "alice"
      When "nomad" sends getDelegationsForDelegate for "alice"
      Then "delegatedAccounts" of the response lists:
        | subAccountId |
        | {alice id}   |

    @clause:AUTH-EXPIRESAFTER-UNIT-GETDELEGATIONSFORDELEGATE @assumed @R-05 @needs:clock
    Scenario Outline: getDelegationsForDelegate with expiresAfter <expiresAfter> responds <http>
      When "bob" sends getDelegationsForDelegate:
        | top.expiresAfter | number <expiresAfter> |
      Then the response is <http> with:
        | error.message | <message> |

      Examples:
        | expiresAfter           | http | message         |
        | {now + 1 s in seconds} | 200  | <absent>        |
        | {now in seconds}       | 401  | request expired |
        | {now + 1 ms}           | 200  | <absent>        |
        | {now}                  | 401  | request expired |

  Rule: owningAddress names a wallet for which the signer may trade

    @clause:GETDELEGATIONSFORDELEGATE-PARAM-OWNINGADDRESS
    Scenario Outline: getDelegationsForDelegate shows the <role> of alice the delegations to alice
      Given "alice" is a full delegate of "dave"
      And "bob" is the <role> of "alice"
      When "bob" sends getDelegationsForDelegate:
        | owningAddress | {alice wallet} |
      Then "delegatedAccounts" of the response lists:
        | subAccountId | ownerAddress   |
        | {dave id}    | {dave address} |

      Examples:
        | role     |
        | manager  |
        | delegate |
        | session  |

    @clause:GETDELEGATIONSFORDELEGATE-PARAM-OWNINGADDRESS
    Scenario Outline: getDelegationsForDelegate reads owningAddress <owningAddress> as the signer
      Given "bob" is a session delegate of "alice"
      When "bob" sends getDelegationsForDelegate:
        | owningAddress | <owningAddress> |
      Then "delegatedAccounts" of the response lists:
        | subAccountId |
        | {alice id}   |

      Examples:
        | owningAddress |
        | {bob address} |
        | {bob wallet}  |
        | null          |
        | <absent>      |

  Rule: a delegation is listed until it ends

    @clause:ADDDELEGATEDSIGNER-EXPIRESAT @clause:ADDDELEGATEDSIGNER-EXPIRED @clause:GETDELEGATIONSFORDELEGATE-EXPIRED-EXCLUDED @assumed
    Scenario: a delegation that has ended is not listed and gives no right to read
      Given "bob" is a session delegate of "alice" until "{now + 4 s}"
      When "bob" sends getDelegationsForDelegate
      Then the response is ok with:
        | delegatedAccounts | <1 item> |
      When 4 s pass
      And "bob" sends getDelegationsForDelegate
      Then the response is ok with:
        | delegatedAccounts | [] |
      When "bob" sends getOpenOrders for "alice"
      Then the response is refused with 401 UNAUTHORIZED "wallet {bob wallet} is not authorized to act on this subaccount"

    @clause:ADDDELEGATEDSIGNER-EXPIRESAT @clause:DELACCOUNT-FIELD-EXPIRESAT @assumed
    Scenario: a delegation that was extended outlives its earlier end
      Given "bob" is a session delegate of "alice" until "{now + 3 s}"
      And "alice" has sent addDelegatedSigner:
        | walletAddress | {bob address}      |
        | permissions   | ["session"]        |
        | expiresAt     | number {now + 1 h} |
      When 4 s pass
      And "bob" sends getOpenOrders for "alice"
      Then the response lists nothing

    @clause:DELACCOUNT-FIELD-ACCOUNTVALUE @clause:DELACCOUNT-FIELD-ADJUSTEDACCOUNTVALUE
    Scenario: the value of a delegated account is its cash and the unrealized PnL of its position
      Given "alice" also owns the subaccount "savings"
      And "alice" has transferred "{4 x far ask x size, 2 decimals}" {settlement} to "savings"
      And "bob" is a session delegate of "savings"
      And the fee rates of "alice" are called "maker rate" and "taker rate"
      And "savings" is long "{4 size}" of "{market}" against "carol", high in the spread, at "entry"
      And these figures:
        | sent | {4 x far ask x size, 2 decimals}                     |
        | fee  | {entry x 4 size x taker rate, rounded to 8 decimals} |
      And 3 s pass
      When "bob" sends getDelegationsForDelegate while the prices of "{market}" stand still
      Then the response is ok with:
        | delegatedAccounts[0].subAccountId         | {savings id}                                       |
        | delegatedAccounts[0].accountValue         | {sent - fee + (still mark - entry) x 4 size, 2 decimals} |
        | delegatedAccounts[0].adjustedAccountValue | {sent - fee + (still mark - entry) x 4 size, 2 decimals} |
