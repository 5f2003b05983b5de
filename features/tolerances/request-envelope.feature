@trade @tolerances
Feature: the fields around params accept the forms that other clients send
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity |
      | bid  | {market} | buy  | {far bid} | {2 size} |

  Rule: unknown fields are ignored

    @clause:CANCELORDERS @assumed
    Scenario Outline: a request with the field <field> ignores it
      When "trader" sends cancelOrders:
        | orderIds         | ["{bid}"] |
        | tampered.<field> | <value>   |
      Then the response is ok with:
        | statuses[0].canceled.order.venueId | {bid} |

      Examples: hints of some clients
        | field                | value              |
        | walletAddress        | {trader address}   |
        | params.walletAddress | {trader address}   |
        | walletAddress        | {stranger address} |
        | vaultAddress         | {stranger address} |
        | vaultAddress         | null               |

      Examples: fields of newer clients
        | field             | value             |
        | somethingNew      | text              |
        | params.deep       | {"a":[1,{"b":2}]} |
        | signature.comment | text              |

    @clause:PLACEORDERS @assumed
    Scenario: placeOrders ignores unknown fields of an order
      When "trader" sends placeOrders:
        | orders[0].symbol    | {market}             |
        | orders[0].side      | buy                  |
        | orders[0].orderType | limitGtc             |
        | orders[0].price     | {far bid - 10 ticks} |
        | orders[0].quantity  | {size}               |
        | orders[0].slippage  | 0.01                 |
        | orders[0].builder   | {"code":"none"}      |
      Then the response is ok with:
        | statuses[0].resting.order.venueId | <id> |

    @clause:PLACEORDERS @assumed @R-102
    Scenario Outline: placeOrders ignores <param> beside orders that name a symbol and does not sign it
      When "trader" sends placeOrders:
        | orders                  | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid - 10 ticks}","quantity":"{size}"}] |
        | tampered.params.<param> | <value>                                                                                                        |
      Then the response is ok with:
        | statuses[0].resting.order.venueId | <id> |

      Examples:
        | param  | value           |
        | source | web             |
        | symbol | {second market} |

  Rule: the numbers of the envelope have several forms

    @assumed @R-06 @clause:REQ-SIGNATURE-V
    Scenario: a signature accepts v counted from 0 in place of 27
      When "trader" sends cancelOrders:
        | orderIds               | ["{bid}"] |
        | signing.countsFromZero | true      |
      Then the response is ok with:
        | statuses[0].canceled.order.venueId | {bid} |

    @assumed @R-06 @R-101 @clause:REQ-SIGNATURE-S @clause:REQ-SIGNATURE-V @needs:clock
    Scenario Outline: a signature accepts the larger s, with v from <first>
      When "trader" sends cancelOrders:
        | orderIds               | ["{bid}"]             |
        | top.nonce              | number {now + <n> ms} |
        | signing.upperHalf      | true                  |
        | signing.countsFromZero | <zero>                |
      Then the response is ok with:
        | statuses[0].canceled.order.venueId | {bid} |

      Examples: several nonces, so that both values of v come up
        | first | zero  | n |
        | 27    | false | 1 |
        | 27    | false | 2 |
        | 27    | false | 3 |
        | 0     | true  | 1 |
        | 0     | true  | 2 |
        | 0     | true  | 3 |

    @clause:REQ-NONCE-READ-OPTIONAL @assumed @R-04
    Scenario Outline: a read with the nonce <nonce> succeeds
      When "trader" sends getOpenOrders:
        | top.nonce        | <nonce>        |
        | top.expiresAfter | <expiresAfter> |
      Then the response lists:
        | orderId |
        | {bid}   |

      Examples: a client that always counts, and one that sends nothing or 0
        | nonce        | expiresAfter       |
        | number {now} | number {now + 1 m} |
        | <absent>     | <absent>           |
        | number 0     | <absent>           |
        | number 0     | number 0           |

    @assumed @R-05 @clause:AUTH-EXPIRESAFTER-FUTURE
    Scenario Outline: expiresAfter is accepted in <unit>
      When "trader" sends cancelOrders:
        | orderIds         | ["{bid}"] |
        | top.expiresAfter | <value>   |
      Then the response is ok with:
        | statuses[0].canceled.order.venueId | {bid} |

      Examples:
        | unit         | value                         |
        | milliseconds | number {now + 1 m}            |
        | seconds      | number {now + 1 m in seconds} |
