@info @getIsWhitelisted
Feature: getIsWhitelisted shows whether a wallet may place orders
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the response is a plain boolean

    @clause:GETISWHITELISTED @clause:GETISWHITELISTED-PARAM-WALLETADDRESS @clause:AUTH-INFO-NONE
    Scenario: getIsWhitelisted is true for a wallet on the list
      When anyone asks getIsWhitelisted:
        | walletAddress | {trader address} |
      Then the response is ok with:
        | . | true |

    @clause:GETISWHITELISTED-FALSE
    Scenario: getIsWhitelisted is false for a wallet taken off the list
      Given the wallet of "trader" is not whitelisted
      When anyone asks getIsWhitelisted:
        | walletAddress | {trader address} |
      Then the response is ok with:
        | . | false |

    @clause:GETISWHITELISTED-FALSE
    Scenario: getIsWhitelisted is false for an unknown wallet
      When anyone asks getIsWhitelisted:
        | walletAddress | 0x1111111111111111111111111111111111111111 |
      Then the response is ok with:
        | . | false |

    @clause:GETISWHITELISTED-CASE @assumed @R-80
    Scenario Outline: getIsWhitelisted accepts <address> in any letter case
      When anyone asks getIsWhitelisted:
        | walletAddress | <address> |
      Then the response is ok with:
        | . | true |

      Examples:
        | address                                    |
        | {trader address}  |
        | {trader wallet}   |
        | {trader capitals} |

  Rule: a malformed address is refused

    Scenario Outline: getIsWhitelisted with the address <value> is refused
      When anyone asks getIsWhitelisted:
        | walletAddress | <value> |
      Then the response is refused with 400 <code> "<message>"

      @clause:GETISWHITELISTED-ERR-MISSING @clause:GETISWHITELISTED-PARAM-WALLETADDRESS
      Examples:
        | value    | code           | message              |
        | <absent> | INVALID_FORMAT | Invalid request body |

      @clause:GETISWHITELISTED-ERR-EMPTY @clause:GETISWHITELISTED-PARAM-WALLETADDRESS
      Examples:
        | value   | code           | message              |
        | <empty> | INVALID_FORMAT | Invalid request body |

      @clause:GETISWHITELISTED-ERR-LENGTH @assumed
      Examples: 43 characters
        | value                                       | code             | message                                              |
        | 0x11111111111111111111111111111111111111111 | VALIDATION_ERROR | walletAddress exceeds maximum length of 42 characters |

      @clause:GETISWHITELISTED-ERR-FORMAT
      Examples: at most 42, and wrong
        | value                                      | code             | message                       |
        | 0x111111111111111111111111111111111111111  | VALIDATION_ERROR | Invalid wallet address format |
        | 0x111111111111111111111111111111111111111g | VALIDATION_ERROR | Invalid wallet address format |
        | 111111111111111111111111111111111111111111 | VALIDATION_ERROR | Invalid wallet address format |
