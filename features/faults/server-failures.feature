@errors @faults @needs:fault
Feature: an internal failure responds 500 without details
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity |
      | bid  | BTC-USDT | buy  | 94000 | 0.1      |

  Rule: every action has one error text for a failure

    @clause:ERR-INTERNAL-ERROR @clause:ERRRULE-500-GENERIC @negative
    Scenario Outline: <action> under the fault failure responds 500 with its own text
      Given the fault failure on <action>
      When "trader" sends <action>
      Then the response is refused with 500 INTERNAL_ERROR "<text>"

      @clause:GETPOSITIONS-ERR-INTERNAL
      Examples: positions
        | action       | text                    |
        | getPositions | Failed to get positions |

      @clause:GETBALANCEUPDATES-ERR-INTERNAL
      Examples: balance updates
        | action            | text                              |
        | getBalanceUpdates | Failed to retrieve balance updates |

      @clause:GETTRANSFERS-ERR-INTERNAL
      Examples: transfers
        | action       | text                    |
        | getTransfers | failed to get transfers |

      @clause:GETORDERHISTORY-ERR-INTERNAL
      Examples: order history
        | action          | text                        |
        | getOrderHistory | Failed to get order history |

      @clause:GETSUBACCOUNTS-ERR-INTERNAL
      Examples: subaccounts
        | action         | text                  |
        | getSubAccounts | Internal server error |

      @assumed @R-21
      Examples: texts seen on the wire
        | action        | text                            |
        | getOpenOrders | Failed to get open orders       |
        | getTrades     | Failed to retrieve trades       |
        | getFeeRate    | Internal server error           |

    @clause:ERR-INTERNAL-ERROR @clause:ERRRULE-500-GENERIC @negative
    Scenario Outline: <action> under the fault failure responds 500 and changes nothing
      Given the fault failure on <action>
      When "trader" sends <action> with <params>
      Then the response is refused with 500 INTERNAL_ERROR "<text>"
      And nothing changed

      @clause:MODIFYORDER-ERR-INTERNAL
      Examples: a change
        | action      | params                              | text                   |
        | modifyOrder | {"orderId":"{bid}","price":"94100"} | Failed to modify order |

      @clause:ERRRULE-500-CANCELALLORDERS
      Examples: a cancel of all
        | action          | params            | text                        |
        | cancelAllOrders | {"symbols":["*"]} | Failed to cancel all orders |

      @clause:CREATESUBACCOUNT-ERR-INTERNAL
      Examples: a subaccount
        | action           | params           | text                  |
        | createSubaccount | {"name":"spare"} | Internal server error |

      @clause:REMOVEALLDELEGATEDSIGNERS-ERR-INTERNAL
      Examples: signers
        | action                    | params | text                  |
        | removeAllDelegatedSigners | -      | Internal server error |

      @assumed @R-21
      Examples: texts seen on the wire
        | action         | params                                  | text                     |
        | cancelOrders   | {"orderIds":["{bid}"]}                  | Failed to cancel orders  |
        | updateLeverage | {"symbol":"BTC-USDT","leverage":"5"}    | Failed to update leverage |

  Rule: the body does not name internal parts

    @clause:ERRRULE-500-GENERIC @clause:ERRRULE-500-NO-DETAILS @clause:ERR-INTERNAL-ERROR @negative
    Scenario Outline: getPositions that fails with <code> responds 500 with that code and no details
      Given the fault failure on getPositions:
        | effect.code | <code> |
      When "trader" sends getPositions
      Then the response is refused with 500 <code> "<text>"
      And "error" of the body has exactly the keys "category, code, message, retryable"

      Examples: the usual code
        | code           | text                    |
        | INTERNAL_ERROR | Failed to get positions |

      @assumed @R-21
      Examples: codes that name a part of the exchange, and still say no more
        | code           | text                  |
        | DATABASE_ERROR | Internal server error |
        | CACHE_ERROR    | Internal server error |
        | UNKNOWN_ERROR  | Internal server error |

    @info @clause:ERRRULE-500-NO-DETAILS @clause:ERR-INTERNAL-ERROR @negative
    Scenario: getMarkets under the fault failure responds 500 without details
      Given the fault failure on getMarkets
      When anyone asks getMarkets
      Then the response is 500 with:
        | status         | error                               |
        | error.code     | INTERNAL_ERROR                      |
        | error.message  | Could not pull market configuration |
        | error.details  | <absent>                            |
        | error.category | SYSTEM                              |
        | response       | <absent>                            |

  Rule: a request succeeds after the failure

    @clause:ERR-INTERNAL-ERROR
    Scenario: placeOrders that failed once succeeds at the second attempt
      Given the fault failure on placeOrders, once
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94010 | 0.1      |
      Then the response is refused with 500 INTERNAL_ERROR "Failed to place orders"
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94010 | 0.1      |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |
      And the fault has struck once

    @clause:AUTH-NONCE-REUSED @negative
    Scenario: a request that failed has used its nonce
      Given the fault failure on placeOrders, once
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94010 | 0.1      |
      Then the response is refused with 500 INTERNAL_ERROR "Failed to place orders"
      When the same request is sent again
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"
      And nothing changed
