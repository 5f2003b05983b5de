@ws @ws-only @lifecycle
Feature: a login decides which subaccount a connection reads
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the last login counts

    @transition:connection/trade/login @clause:SURFACE-WS-TRADE @assumed
    Scenario: a login on an open connection allows reads of the subaccount
      Given a connection "trader" to trade
      When "trader" logs in over "trader"
      Then "trader" receives:
        | id                            | login            |
        | status                        | number 200       |
        | result.status                 | ok               |
        | result.response.authenticated | true             |
        | result.response.address       | {trader address} |
        | result.response.subAccountId  | {trader id}      |
      When over "trader" is sent
        """
        {"id":"r","method":"post","params":{"action":"getOpenOrders","subAccountId":"{trader id}"}}
        """
      Then "trader" receives:
        | status          | number 200 |
        | result.response | []         |

    @transition:connection/logged-in/login @clause:SURFACE-WS-TRADE @assumed
    Scenario: a login for another subaccount replaces the first one
      Given a connection "trader" of "trader"
      When "other" logs in over "trader"
      Then "trader" receives:
        | status                       | number 200 |
        | result.response.subAccountId | {other id} |
      When over "trader" is sent
        """
        {"id":"r","method":"post","params":{"action":"getOpenOrders","subAccountId":"{trader id}"}}
        """
      Then "trader" receives:
        | status     | number 401   |
        | error.code | UNAUTHORIZED |
      When over "trader" is sent
        """
        {"id":"r","method":"post","params":{"action":"getOpenOrders","subAccountId":"{other id}"}}
        """
      Then "trader" receives:
        | status          | number 200 |
        | result.response | []         |

    @transition:connection/following/login @clause:WS-SUB-SUBACCOUNTUPDATES @assumed
    Scenario: a second login keeps the subscription to subAccountUpdates
      Given "trader" follows subAccountUpdates
      When "trader" logs in over "trader"
      Then "trader" receives:
        | status                       | number 200  |
        | result.response.subAccountId | {trader id} |
      When "trader" receives "100" USDT
      Then the stream of "trader" sends in order:
        | eventType       |
        | depositReceived |
        | depositCredited |
        | marginUpdate    |
      And nothing else arrived

  Rule: a refused login leaves the connection unchanged

    @clause:ERR-UNAUTHORIZED @assumed @negative
    Scenario Outline: a refused login for a foreign subaccount leaves a connection in state <state> unchanged
      Given <connection>
      When "stranger" logs in for "trader" over "trader"
      Then "trader" receives:
        | status        | number 401                                                               |
        | error.code    | UNAUTHORIZED                                                             |
        | error.message | wallet {stranger wallet} is not authorized to act on this subaccount |
      When over "trader" is sent
        """
        {"id":"r","method":"post","params":{"action":"getOpenOrders","subAccountId":"{trader id}"}}
        """
      Then "trader" receives:
        | status | number <still> |
      And "trader" receives nothing more

      @transition:connection/trade/login-foreign
      Examples:
        | state | connection                     | still |
        | trade | a connection "trader" to trade | 401   |

      @transition:connection/logged-in/login-foreign
      Examples:
        | state     | connection                        | still |
        | logged-in | a connection "trader" of "trader" | 200   |

      @transition:connection/following/login-foreign
      Examples:
        | state     | connection                         | still |
        | following | "trader" follows subAccountUpdates | 200   |

    @clause:ERR-UNAUTHORIZED @assumed @negative
    Scenario Outline: a repeated login frame is refused and leaves a connection in state <state> unchanged
      Given a connection "first" to trade
      And <connection>
      When "trader" logs in over "first", signed at "{now - 7 s}"
      Then "first" receives:
        | status | number 200 |
      When "trader" logs in over "trader", signed at "{now - 7 s}"
      Then "trader" receives:
        | status        | number 401             |
        | error.code    | UNAUTHORIZED           |
        | error.message | timestamp already used |
      When over "trader" is sent
        """
        {"id":"r","method":"post","params":{"action":"getOpenOrders","subAccountId":"{trader id}"}}
        """
      Then "trader" receives:
        | status | number <still> |
      And "trader" receives nothing more

      @transition:connection/trade/login-again
      Examples:
        | state | connection                     | still |
        | trade | a connection "trader" to trade | 401   |

      @transition:connection/logged-in/login-again
      Examples:
        | state     | connection                        | still |
        | logged-in | a connection "trader" of "trader" | 200   |

      @transition:connection/following/login-again
      Examples:
        | state     | connection                         | still |
        | following | "trader" follows subAccountUpdates | 200   |

    @transition:connection/info/login @clause:SURFACE-WS-INFO @assumed @negative
    Scenario: a login on the info endpoint is refused with VALIDATION_ERROR
      Given a connection "feed" to info
      When "trader" logs in over "feed"
      Then "feed" receives:
        | status        | number 400                         |
        | error.code    | VALIDATION_ERROR                   |
        | error.message | the info endpoint takes no login |
      And "feed" receives nothing more

  Rule: a login gives only the rights that its wallet has now

    @transition:connection/logged-in/lose-right @clause:REMOVEDELEGATEDSIGNER @assumed @any-market
    Scenario: a logged-in connection stays open without the right to read after its delegation was removed
      Given "bob" is a session delegate of "trader"
      And a connection "trader" to trade
      And "bob" logs in for "trader" over "trader"
      And "trader" receives:
        | status | number 200 |
      When "trader" has sent removeDelegatedSigner:
        | walletAddress | {bob address} |
      And over "trader" is sent
        """
        {"id":"r","method":"post","params":{"action":"getOpenOrders","subAccountId":"{trader id}"}}
        """
      Then "trader" receives:
        | status        | number 401                                                          |
        | error.code    | UNAUTHORIZED                                                        |
        | error.message | wallet {bob wallet} is not authorized to act on this subaccount |
      And "trader" receives nothing more
