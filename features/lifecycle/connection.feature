@ws @ws-only @lifecycle
Feature: a connection opens without a login and lasts until one side closes it
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a new connection has no login and no subscription

    @transition:connection/none/connect-info @clause:SURFACE-WS-INFO
    Scenario: a new connection to the info endpoint serves public reads
      Given a connection "feed" to info
      When over "feed" is sent
        """
        {"id":"m","method":"post","params":{"action":"getMids"}}
        """
      Then "feed" receives:
        | id                       | m          |
        | status                   | number 200 |
        | result.response.BTC-USDT | 95000      |
      And "feed" receives nothing more

    @transition:connection/none/connect-trade @clause:SURFACE-WS-TRADE @assumed
    Scenario: a new connection to the trade endpoint refuses reads before login
      Given a connection "trader" to trade
      When over "trader" is sent
        """
        {"id":"r","method":"post","params":{"action":"getOpenOrders","subAccountId":"{trader id}"}}
        """
      Then "trader" receives:
        | status        | number 401              |
        | error.code    | UNAUTHORIZED            |
        | error.message | authentication required |
      And "trader" receives nothing more

  Rule: a ping gets a pong in every state

    @clause:WS-RESP-ID @assumed
    Scenario Outline: a ping on a connection in state <state> gets a pong
      Given <connection>
      When over "trader" is sent
        """
        {"id":"p","method":"ping","params":{}}
        """
      Then "trader" receives:
        | id              | p          |
        | status          | number 200 |
        | result.response | pong       |
      And "trader" receives nothing more

      @transition:connection/info/ping
      Examples:
        | state | connection                    |
        | info  | a connection "trader" to info |

      @transition:connection/trade/ping
      Examples:
        | state | connection                     |
        | trade | a connection "trader" to trade |

      @transition:connection/logged-in/ping
      Examples:
        | state     | connection                        |
        | logged-in | a connection "trader" of "trader" |

      @transition:connection/following/ping
      Examples:
        | state     | connection                         |
        | following | "trader" follows subAccountUpdates |

  Rule: a connection survives nine invalid frames in a row

    @clause:WS-ERR-CODE @clause:WS-ERR-MESSAGE @assumed @negative
    Scenario Outline: an invalid frame on a connection in state <state> is refused with INVALID_FORMAT
      Given <connection>
      When over "trader" is sent
        """
        hello
        """
      Then "trader" receives:
        | status        | number 400           |
        | error.code    | INVALID_FORMAT       |
        | error.message | Invalid request body |
      And "trader" receives nothing more

      @transition:connection/info/garble
      Examples:
        | state | connection                    |
        | info  | a connection "trader" to info |

      @transition:connection/trade/garble
      Examples:
        | state | connection                     |
        | trade | a connection "trader" to trade |

      @transition:connection/logged-in/garble
      Examples:
        | state     | connection                        |
        | logged-in | a connection "trader" of "trader" |

      @transition:connection/following/garble
      Examples:
        | state     | connection                         |
        | following | "trader" follows subAccountUpdates |

    @clause:WS-ERR-CODE @assumed @negative
    Scenario Outline: ten invalid frames in a row close a connection in state <state>
      Given <connection>
      When over "trader" is sent 10 times
        """
        hello
        """
      Then "trader" receives 10 frames
      And "trader" is closed with 1007

      @transition:connection/info/garble-ten
      Examples:
        | state | connection                    |
        | info  | a connection "trader" to info |

      @transition:connection/trade/garble-ten
      Examples:
        | state | connection                     |
        | trade | a connection "trader" to trade |

      @transition:connection/logged-in/garble-ten
      Examples:
        | state     | connection                        |
        | logged-in | a connection "trader" of "trader" |

      @transition:connection/following/garble-ten
      Examples:
        | state     | connection                         |
        | following | "trader" follows subAccountUpdates |

  Rule: a client may disconnect at any time and returns without a login

    @clause:LIMIT-WS-CONNECTIONS-100
    Scenario Outline: disconnecting in state <state> frees the place for another connection
      Given <connection>
      And 99 more connections to info, with 0 subscriptions each
      Then another connection to info is refused with 429
      When "trader" disconnects
      And a connection "next" to info
      Then "next" receives nothing more
      And another connection to info is refused with 429

      @transition:connection/info/leave
      Examples:
        | state | connection                    |
        | info  | a connection "trader" to info |

      @transition:connection/trade/leave
      Examples:
        | state | connection                     |
        | trade | a connection "trader" to trade |

    @transition:connection/closed/connect-info @clause:WS-SUB-TRADES @assumed
    Scenario: a new connection after a disconnect has no subscription
      Given "reader" follows trades of "BTC-USDT"
      When "reader" disconnects
      And a connection "again" to info
      And "trader" buys "0.1" BTC-USDT at "95010"
      Then "again" receives nothing more

    @transition:connection/closed/connect-trade @clause:SURFACE-WS-TRADE @clause:WS-SUB-SUBACCOUNTUPDATES @assumed
    Scenario: a new connection after a disconnect has neither login nor subscription
      Given "trader" follows subAccountUpdates
      When "trader" disconnects
      And a connection "trader" to trade
      And "trader" receives "100" USDT
      Then "trader" receives nothing more
      When over "trader" is sent
        """
        {"id":"r","method":"post","params":{"action":"getOpenOrders","subAccountId":"{trader id}"}}
        """
      Then "trader" receives:
        | status        | number 401              |
        | error.message | authentication required |
