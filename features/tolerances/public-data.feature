@info @tolerances
Feature: public reads accept the forms that other clients send
  Background:
    Given the world "quiet"
    And "trader" is a trader

  @clause:REQ-INFO-BODY @assumed @rest-only
  Scenario Outline: getMids accepts its action <where>
    When anyone posts to "/info" the body
      """
      <body>
      """
    Then the response is ok with:
      | {market} | <decimal> |

    Examples:
      | where                              | body                                          |
      | below params                       | {"params":{"action":"getMids"}}               |
      | at top level                       | {"action":"getMids"}                          |
      | below params, with type for action | {"params":{"type":"getMids"}}                 |
      | at top level, with type for action | {"type":"getMids"}                            |
      | beside fields of newer clients     | {"params":{"action":"getMids","x":1},"y":[2]} |

  @clause:REQ-ACTION-UNKNOWN @assumed @R-23 @negative @rest-only
  Scenario: type names the action only if there is no action
    When anyone posts to "/info" the body
      """
      {"params":{"action":"getMidz","type":"getMids"}}
      """
    Then the response is refused with 400 VALIDATION_ERROR "unsupported action"

  @clause:GETLASTTRADES-SYMBOL-CASE @needs:worlds
  Scenario Outline: public reads accept the market <symbol>
    Given "trader" buys "0.1" BTC-USDT at "95010"
    When anyone asks getLastTrades:
      | symbol | <symbol> |
    Then "trades" of the response lists:
      | symbol   | quantity |
      | BTC-USDT | 0.1      |

    Examples:
      | symbol   |
      | BTC-USDT |
      | btc-usdt |
      | Btc-Usdt |

  @clause:GETPOSITIONS-SYMBOL-CASE
  Scenario: signed reads accept a market in lower case
    Given "trader" is long "{size}" of "{market}" against "other"
    When "trader" sends getPositions:
      | symbol | {market, in lower case} |
    Then the response lists:
      | symbol   | quantity |
      | {market} | {size}   |

  @clause:GETSUBACCOUNTIDS @assumed @negative
  Scenario: getSubAccountIds accepts only the checksum casing
    When anyone asks getSubAccountIds:
      | walletAddress | {trader wallet} |
    Then the response is refused with 400 VALIDATION_ERROR "walletAddress must use EIP-55 checksum casing; expected {trader address}"
