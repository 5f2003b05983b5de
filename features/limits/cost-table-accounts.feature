@limits @trade @needs:limits
Feature: what each action about accounts and signers costs
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the cost is taken from the subaccount and from the address, once

    Scenario Outline: <action> costs <cost>
      Given other requests take 9000 tokens of the address
      When "trader" sends <action> with <params>
      Then the answer is <http> with:
        | rateLimit.requestsCap     | number 1200   |
        | rateLimit.remainingTokens | number <left> |
      When "trader" sends getRateLimits
      Then the answer is 200 with:
        | response.requestsUsed | number <used> |
        | response.requestsCap  | number 1200   |
      And the address has <of the address> tokens left

      @clause:RATE-COST-ADDDELEGATEDSIGNER
      Examples:
        | action | params | http | cost | left | used | of the address |
        | addDelegatedSigner | {"walletAddress":"0x1111111111111111111111111111111111111111","expiresAt":0,"permissions":["none"]} | 400 | 100 | 1100 | 120 | 880 |

      @clause:RATE-COST-CREATESUBACCOUNT
      Examples:
        | action | params | http | cost | left | used | of the address |
        | createSubaccount | {"name":"second"} | 200 | 100 | 1100 | 120 | 880 |

      @clause:RATE-COST-REMOVEALLDELEGATEDSIGNERS
      Examples:
        | action | params | http | cost | left | used | of the address |
        | removeAllDelegatedSigners | - | 200 | 100 | 1100 | 120 | 880 |

      @clause:RATE-COST-REMOVEDELEGATEDSIGNER
      Examples:
        | action | params | http | cost | left | used | of the address |
        | removeDelegatedSigner | {"walletAddress":"0x1111111111111111111111111111111111111111"} | 404 | 100 | 1100 | 120 | 880 |

      @clause:RATE-COST-UPDATESUBACCOUNTNAME
      Examples:
        | action | params | http | cost | left | used | of the address |
        | updateSubAccountName | {"name":"desk"} | 200 | 100 | 1100 | 120 | 880 |

      @clause:RATE-COST-VOLUNTARYCOLLATERALEXCHANGE
      Examples:
        | action | params | http | cost | left | used | of the address |
        | voluntaryCollateralExchange | {"sourceAsset":"WETH","targetUSDTAmount":"-1"} | 400 | 100 | 1100 | 120 | 880 |
