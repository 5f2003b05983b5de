@trade @auth @negative
Feature: a write refused for its values shows that its signature, nonce and expiry were checked first
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: an excessive withdrawal is refused for its amount only if it is signed correctly

    @clause:AUTH-TYPE-WITHDRAWCOLLATERAL @assumed
    Scenario: withdrawCollateral signed as WithdrawCollateral is refused for its amount, not for its signature
      When "trader" sends withdrawCollateral:
        | symbol             | USDT                                                                                                                                                     |
        | amount             | 1000000000000                                                                                                                                            |
        | destination        | {trader address}                                                                                                                                         |
        | top.nonce          | number {now + 3 s}                                                                                                                                       |
        | top.expiresAfter   | number {now + 2 h}                                                                                                                                       |
        | signing.as.type    | WithdrawCollateral(uint256 subAccountId,string symbol,string amount,address destination,uint256 nonce,uint256 expiresAfter)                              |
        | signing.as.message | {"subAccountId":"{trader id}","symbol":"USDT","amount":"1000000000000","destination":"{trader address}","nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |
      Then the response is refused with 400 VALIDATION_ERROR "Insufficient withdrawable balance"
      And nothing changed

    @clause:AUTH-FAIL-TAMPERED @clause:AUTH-TYPE-WITHDRAWCOLLATERAL @assumed
    Scenario: withdrawCollateral is refused under a signature for another symbol, amount, destination, nonce, expiry or write
      When "trader" tries withdrawCollateral with {"symbol":"USDT","amount":"1000000000000","destination":"{trader address}"}, changed after signing in one of {"params.symbol":"BTC","params.amount":"2000000000000","params.destination":"0x00000000000000000000000000000000000000aa"}
      Then each response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed
      When "trader" tries withdrawCollateral with {"symbol":"USDT","amount":"1000000000000","destination":"{trader address}"}, changed in one way at a time:
        | signing.write         | {"action":"transferCollateral","params":{"symbol":"USDT","amount":"1000000000000","destinationSubAccountId":"{trader id}"}} |
        | tampered.nonce        | number {now + 9 s}                                                                                                          |
        | tampered.expiresAfter | number {now + 9 h}                                                                                                          |
      Then each response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

    @clause:AUTH-FAIL-TAMPERED @assumed @R-07
    Scenario: withdrawCollateral is refused under a signature for another subaccount of the same wallet
      Given "trader" also owns the subaccount "second"
      When "trader" sends withdrawCollateral:
        | symbol                       | USDT             |
        | amount                       | 1000000000000    |
        | destination                  | {trader address} |
        | tampered.params.subAccountId | {second id}      |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

  Rule: nonce and expiry are checked before the amount

    @clause:AUTH-EXPIRESAFTER-PAST @clause:AUTH-EXPIRESAFTER-UNIT @clause:AUTH-EXPIRESAFTER-FUTURE @assumed @R-05
    Scenario: withdrawCollateral of an excessive amount is refused for its expiry first
      When "trader" tries withdrawCollateral with {"symbol":"USDT","amount":"1000000000000","destination":"{trader address}"}, changed in one way at a time:
        | top.expiresAfter | number {now - 1 ms}           |
        | top.expiresAfter | number {now}                  |
        | top.expiresAfter | number {now - 1 s in seconds} |
        | top.expiresAfter | number {now in seconds}       |
      Then each response is refused with 401 UNAUTHORIZED "request expired"
      And nothing changed
      When "trader" tries withdrawCollateral with {"symbol":"USDT","amount":"1000000000000","destination":"{trader address}"}, changed in one way at a time:
        | top.expiresAfter | number {now + 1 h}            |
        | top.expiresAfter | number {now + 1 h in seconds} |
      Then each response is refused with 400 VALIDATION_ERROR "Insufficient withdrawable balance"
      And nothing changed

    @clause:AUTH-NONCE-REUSED @clause:AUTH-NONCE-INCREASING @assumed @R-03
    Scenario: withdrawCollateral of an excessive amount is refused for a used nonce first
      Given "trader" has sent scheduleCancel:
        | timeoutSeconds | number 600         |
        | top.nonce      | number {now + 3 s} |
      When "trader" tries withdrawCollateral with {"symbol":"USDT","amount":"1000000000000","destination":"{trader address}"}, changed in one way at a time:
        | top.nonce | number {now + 3 s}     |
        | top.nonce | number {now + 2999 ms} |
        | top.nonce | number 1               |
      Then each response is refused with 401 UNAUTHORIZED "nonce already used"
      And nothing changed
      When "trader" sends withdrawCollateral:
        | symbol      | USDT                   |
        | amount      | 1000000000000          |
        | destination | {trader address}       |
        | top.nonce   | number {now + 3001 ms} |
      Then the response is refused with 400 VALIDATION_ERROR "Insufficient withdrawable balance"
      And nothing changed

  Rule: a name of 51 characters is refused for its length only if it is signed correctly

    @clause:AUTH-TYPE-OTHER-WRITES @assumed
    Scenario: updateSubAccountName signed as UpdateSubAccountName is refused for its name, not for its signature
      When "trader" sends updateSubAccountName:
        | name               | abcdefghijklmnopqrstuvwxyabcdefghijklmnopqrstuvwxyz                                                                                                     |
        | top.nonce          | number {now + 3 s}                                                                                                                                      |
        | top.expiresAfter   | number {now + 2 h}                                                                                                                                      |
        | signing.as.type    | UpdateSubAccountName(uint256 subAccountId,string name,uint256 nonce,uint256 expiresAfter)                                                               |
        | signing.as.message | {"subAccountId":"{trader id}","name":"abcdefghijklmnopqrstuvwxyabcdefghijklmnopqrstuvwxyz","nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |
      Then the response is refused with 400 VALIDATION_ERROR "Invalid subaccount name"
      And nothing changed
