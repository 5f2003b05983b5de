@ws @ws-only @lifecycle
Feature: the state of a connection decides which requests it accepts
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity |
      | bid  | BTC-USDT | buy  | 94000 | 0.1      |

  Rule: public channels are open to every connection

    @clause:WS-SUB-TRADES @clause:WS-SUB-FORMAT
    Scenario Outline: a connection in state <state> receives public trades after subscribe
      Given <connection>
      When over "trader" is sent
        """
        {"id":"s","method":"subscribe","params":{"type":"trades","symbol":"BTC-USDT"}}
        """
      Then "trader" receives:
        | id            | s          |
        | status        | number 200 |
        | result.status | subscribed |
      When "other" buys "0.1" BTC-USDT at "95010"
      Then "trader" receives:
        | channel    | trade |
        | data.price | 95010 |
      And "trader" receives nothing more

      @transition:connection/info/subscribe
      Examples:
        | state | connection                    |
        | info  | a connection "trader" to info |

      @transition:connection/trade/subscribe
      Examples:
        | state | connection                     |
        | trade | a connection "trader" to trade |

      @transition:connection/logged-in/subscribe
      Examples:
        | state     | connection                        |
        | logged-in | a connection "trader" of "trader" |

      @transition:connection/following/subscribe
      Examples:
        | state     | connection                         |
        | following | "trader" follows subAccountUpdates |

    @clause:WS-SUB-FORMAT @assumed
    Scenario Outline: unsubscribe without a subscription is acknowledged in state <state>
      Given <connection>
      When over "trader" is sent
        """
        {"id":"u","method":"unsubscribe","params":{"type":"trades"}}
        """
      Then "trader" receives:
        | id            | u            |
        | status        | number 200   |
        | result.status | unsubscribed |
      And "trader" receives nothing more

      @transition:connection/trade/unsubscribe
      Examples:
        | state | connection                     |
        | trade | a connection "trader" to trade |

      @transition:connection/logged-in/unsubscribe
      Examples:
        | state     | connection                        |
        | logged-in | a connection "trader" of "trader" |

  Rule: the private channel exists once and ends with unsubscribe

    @transition:connection/following/subscribe-private @clause:WS-SUB-SUBACCOUNTUPDATES @assumed
    Scenario: a second subscribe to subAccountUpdates is acknowledged and delivers each event once
      Given "trader" follows subAccountUpdates
      When "trader" subscribes to subAccountUpdates:
        | sub_account_id | {trader id} |
      Then "trader" receives:
        | status        | number 200 |
        | result.status | subscribed |
      When "trader" receives "100" USDT
      Then the stream of "trader" sends in order:
        | eventType       |
        | depositReceived |
        | depositCredited |
        | marginUpdate    |
      And nothing else arrived

    @transition:connection/following/unsubscribe @clause:WS-SUB-FORMAT @assumed
    Scenario: unsubscribe from subAccountUpdates ends the events
      Given "trader" follows subAccountUpdates
      When over "trader" is sent
        """
        {"id":"u","method":"unsubscribe","params":{"type":"subAccountUpdates","subAccountId":"{trader id}"}}
        """
      Then "trader" receives:
        | status        | number 200   |
        | result.status | unsubscribed |
      When "trader" receives "100" USDT
      Then "trader" receives nothing more

  Rule: requests for a subaccount need the trade endpoint and a login

    Scenario Outline: an unsigned read on a connection in state <state> gets status <status>
      Given <connection>
      When over "trader" is sent
        """
        {"id":"r","method":"post","params":{"action":"getOpenOrders","subAccountId":"{trader id}"}}
        """
      Then "trader" receives:
        | status                     | number <status> |
        | error.code                 | <code>          |
        | error.message              | <message>       |
        | result.response[0].orderId | <order>         |
      And "trader" receives nothing more

      @transition:connection/info/read @clause:SURFACE-WS-INFO @assumed @negative
      Examples:
        | state | connection                    | status | code             | message            | order    |
        | info  | a connection "trader" to info | 400    | VALIDATION_ERROR | unsupported action | <absent> |

      @transition:connection/trade/read @clause:SURFACE-WS-TRADE @assumed @negative
      Examples:
        | state | connection                     | status | code         | message                 | order    |
        | trade | a connection "trader" to trade | 401    | UNAUTHORIZED | authentication required | <absent> |

      @transition:connection/logged-in/read @clause:SURFACE-WS-TRADE @assumed
      Examples:
        | state     | connection                        | status | code     | message  | order |
        | logged-in | a connection "trader" of "trader" | 200    | <absent> | <absent> | {bid} |

      @transition:connection/following/read @clause:SURFACE-WS-TRADE @assumed
      Examples:
        | state     | connection                         | status | code     | message  | order |
        | following | "trader" follows subAccountUpdates | 200    | <absent> | <absent> | {bid} |

    @negative
    Scenario Outline: a signed write on a connection in state <state> is refused with status <status>
      Given <connection>
      When "trader" posts cancelAllOrders as "w" over "trader":
        | symbols | ["*"] |
      Then "trader" receives:
        | id            | w               |
        | status        | number <status> |
        | error.code    | <code>          |
        | error.message | <message>       |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {bid}   |

      @transition:connection/info/write @clause:SURFACE-WS-INFO @assumed
      Examples:
        | state | connection                    | status | code             | message            |
        | info  | a connection "trader" to info | 400    | VALIDATION_ERROR | unsupported action |

      @transition:connection/trade/write @clause:SURFACE-WS-TRADE @assumed
      Examples:
        | state | connection                     | status | code         | message                 |
        | trade | a connection "trader" to trade | 401    | UNAUTHORIZED | authentication required |

    @transition:connection/logged-in/write @clause:SURFACE-WS-TRADE
    Scenario: a signed write on a logged-in connection succeeds
      Given a connection "trader" of "trader"
      When "trader" posts cancelAllOrders as "w" over "trader":
        | symbols | ["*"] |
      Then "trader" receives:
        | id                         | w          |
        | status                     | number 200 |
        | result.response[0].orderId | {bid}      |
      And "trader" receives nothing more

    @transition:connection/following/write @clause:SURFACE-WS-TRADE @clause:WS-EMISSION
    Scenario: a signed write on a subscribed connection succeeds and sends its events
      Given "trader" follows subAccountUpdates
      When "trader" posts cancelAllOrders as "w" over "trader":
        | symbols | ["*"] |
      Then "trader" receives:
        | id                         | w          |
        | status                     | number 200 |
        | result.response[0].orderId | {bid}      |
      And the stream of "trader" sends in order:
        | eventType      | orderId  | status    |
        | orderCancelled | {bid}    | cancelled |
        | marginUpdate   | <absent> | <absent>  |
      And nothing else arrived

    @negative
    Scenario Outline: a write without a signature on a connection in state <state> is refused with status <status>
      Given <connection>
      When over "trader" is sent
        """
        {"id":"w","method":"post","params":{"action":"cancelAllOrders","subAccountId":"{trader id}","symbols":["*"],"nonce":{now + 1 ms}}}
        """
      Then "trader" receives:
        | status        | number <status> |
        | error.code    | <code>          |
        | error.message | <message>       |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {bid}   |

      @transition:connection/info/write-unsigned @clause:SURFACE-WS-INFO @assumed
      Examples:
        | state | connection                    | status | code             | message            |
        | info  | a connection "trader" to info | 400    | VALIDATION_ERROR | unsupported action |

      @transition:connection/trade/write-unsigned @clause:SURFACE-WS-TRADE @assumed
      Examples:
        | state | connection                     | status | code         | message                 |
        | trade | a connection "trader" to trade | 401    | UNAUTHORIZED | authentication required |

      @transition:connection/logged-in/write-unsigned @clause:AUTH-TRADE-REQUIRED @clause:REQ-SIGNATURE
      Examples:
        | state     | connection                        | status | code         | message               |
        | logged-in | a connection "trader" of "trader" | 401    | UNAUTHORIZED | signature is required |

      @transition:connection/following/write-unsigned @clause:AUTH-TRADE-REQUIRED @clause:REQ-SIGNATURE
      Examples:
        | state     | connection                         | status | code         | message               |
        | following | "trader" follows subAccountUpdates | 401    | UNAUTHORIZED | signature is required |
