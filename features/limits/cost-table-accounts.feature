@limits @trade
Feature: each action on accounts and signers has a cost
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: an action costs the same if it succeeds and if its params are refused

    Scenario Outline: <action> costs <cost> tokens of the subaccount
      Given the bucket of "trader" is full
      When "trader" sends <action> with <params>
      Then the response is <http> with:
        | timestamp | <ms> |
      And the request has taken <cost> tokens of "trader"
      When "trader" sends getRateLimits
      Then the request has taken 20 tokens of "trader"

      @clause:RATE-COST-ADDDELEGATEDSIGNER
      Examples:
        | action | params | http | cost |
        | addDelegatedSigner | {"walletAddress":"0x1111111111111111111111111111111111111111","expiresAt":0,"permissions":["none"]} | 400 | 100 |

      @clause:RATE-COST-CREATESUBACCOUNT
      Examples:
        | action | params | http | cost |
        | createSubaccount | {"name":"second"} | 200 | 100 |

      @clause:RATE-COST-REMOVEALLDELEGATEDSIGNERS
      Examples:
        | action | params | http | cost |
        | removeAllDelegatedSigners | - | 200 | 100 |

      @clause:RATE-COST-REMOVEDELEGATEDSIGNER
      Examples:
        | action | params | http | cost |
        | removeDelegatedSigner | {"walletAddress":"0x1111111111111111111111111111111111111111"} | 404 | 100 |

      @clause:RATE-COST-UPDATESUBACCOUNTNAME
      Examples:
        | action | params | http | cost |
        | updateSubAccountName | {"name":""} | 400 | 100 |

      @clause:RATE-COST-VOLUNTARYCOLLATERALEXCHANGE
      Examples:
        | action | params | http | cost |
        | voluntaryCollateralExchange | {"sourceAsset":"WETH","targetUSDTAmount":"-1"} | 400 | 100 |
