@channels @subAccountUpdates
Feature: subAccountUpdates sends changes of balances, margin and delegations
  Background:
    Given the world "quiet"
    And "alice" is a trader

  Rule: each movement of money has its own event, and marginUpdate follows

    @clause:WS-EMISSION @assumed
    Scenario: a deposit sends depositReceived, depositCredited and marginUpdate
      Given "alice" follows subAccountUpdates
      When "alice" receives "100" USDT
      Then the stream of "alice" sends in order:
        | eventType       | collateral | quantity | txHash | collaterals[0].quantity |
        | depositReceived | USDT       | 100      | <text> |                         |
        | depositCredited | USDT       | 100      | <text> |                         |
        | marginUpdate    |            |          |        | 1000100                 |
      And nothing else arrived

    @clause:WS-EMISSION @assumed
    Scenario Outline: a withdrawal that ends <how> sends its request and each status
      Given <plan>
      And "alice" follows subAccountUpdates
      When "alice" sends withdrawCollateral:
        | symbol      | USDT            |
        | amount      | 105             |
        | destination | {alice address} |
      And 10 minutes pass
      Then "requestId" of the response is called "request"
      And the stream of "alice" sends in order:
        | eventType        | requestId | amount | fee | destination     | status    | txHash   | failureReason |
        | withdrawal       | {request} | 105    | 5   | {alice address} |           |          |               |
        | withdrawalStatus | {request} |        |     |                 | created   | <absent> |               |
        | marginUpdate     |           |        |     |                 |           |          |               |
        | withdrawalStatus | {request} |        |     |                 | <outcome> | <hash>   | <reason>      |
        | marginUpdate     |           |        |     |                 |           |          |               |
      And nothing else arrived

      Examples:
        | how   | plan                                     | outcome   | hash     | reason                     |
        | well  | "alice" is a trader                      | completed | <text>   | <absent>                   |
        | badly | the next withdrawal of "alice" will fail | failed    | <absent> | withdrawal failed on chain |

    @clause:WS-EMISSION @assumed @needs:fresh-account
    Scenario: a transfer sends marginUpdate to both subaccounts
      Given "alice" also owns the subaccount "savings"
      And "alice" follows subAccountUpdates
      And "savings" follows subAccountUpdates
      When "alice" sends transferCollateral:
        | symbol | USDT         |
        | amount | 40           |
        | to     | {savings id} |
      Then the response is ok
      And the stream of "alice" sends in order:
        | eventType    | subAccountId | collaterals[0].quantity |
        | marginUpdate | {alice id}   | <decimal>               |
      And the stream of "savings" sends in order:
        | eventType    | subAccountId | collaterals[0].quantity |
        | marginUpdate | {savings id} | 40                      |
      And nothing else arrived
      And these facts changed, and no others:
        | fact         | from    | to     |
        | alice USDT   | 1000000 | 999960 |
        | savings USDT | none    | 40     |

    # At 3,300 less 5 %.
    @clause:WS-EMISSION @assumed
    Scenario: an exchange of collateral sends collateralExchange and marginUpdate
      Given "alice" follows subAccountUpdates
      When "alice" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH  |
        | targetUSDTAmount | 31.35 |
      Then the response is ok
      And the stream of "alice" sends in order:
        | eventType          | type      | fromCollateral | fromQuantity | toCollateral | toQuantity | fee |
        | collateralExchange | voluntary | WETH           | 0.01         | USDT         | 31.35      | 0   |
        | marginUpdate       |           |                |              |              |            |     |
      And nothing else arrived

  Rule: marginUpdate goes to the subaccounts whose margin changed

    @clause:WS-EMISSION @assumed
    Scenario: a change of the mark sends marginUpdate only to holders of a position in that market
      Given "alice" is long "0.1" BTC-USDT at "95000" against "other"
      And "alice" follows subAccountUpdates
      When the mark of "BTC-USDT" moves to "95100"
      Then the stream of "alice" sends in order:
        | eventType    | positions[0].symbol | positions[0].upnl | crossMarginSummary.totalUnrealizedPnl |
        | marginUpdate | BTC-USDT            | 10                | 10.00                                 |
      And the mark of "SOL-USDT" moves to "191"
      And nothing else arrived

    @clause:WS-EMISSION @assumed
    Scenario: a change of leverage sends marginUpdate
      Given "alice" is long "0.1" BTC-USDT at "95000" against "other"
      And "alice" follows subAccountUpdates
      When "alice" sends updateLeverage:
        | symbol   | BTC-USDT  |
        | leverage | number 20 |
      Then the response is ok
      And the stream of "alice" sends in order:
        | eventType    | crossMarginSummary.initialMargin | positions[0].usedMargin |
        | marginUpdate | 475.00                           | 475.00                  |
      And nothing else arrived

  Rule: a change of delegations sends an event

    @clause:WS-EMISSION @assumed @any-market
    Scenario: a new session delegate sends delegationAdded with its expiry
      Given "alice" follows subAccountUpdates
      When "alice" sends addDelegatedSigner:
        | walletAddress | {bob address}      |
        | permissions   | ["session"]        |
        | expiresAt     | number {now + 1 h} |
      Then the response is ok
      And the stream of "alice" sends in order:
        | eventType       | delegateAddress | permissions | addedBy         | addedAt      | expiresAt          |
        | delegationAdded | {bob address}   | ["session"] | {alice address} | number {now} | number {now + 1 h} |
      And nothing else arrived

    @clause:WS-EMISSION @assumed @any-market
    Scenario: a new full delegate without expiry sends delegationAdded without expiresAt
      Given "alice" follows subAccountUpdates
      When "alice" sends addDelegatedSigner:
        | walletAddress | {bob address} |
        | permissions   | ["delegate"]  |
      Then the response is ok
      And the stream of "alice" sends in order:
        | eventType       | delegateAddress | permissions  | expiresAt |
        | delegationAdded | {bob address}   | ["delegate"] | <absent>  |
      And nothing else arrived
