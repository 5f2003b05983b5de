@trade @info @errors @negative @rest-only
Feature: a body that is no well-formed request is refused first
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the body must be one JSON object in UTF-8

    @clause:CONV-JSON-REQUEST @clause:ERR-INVALID-FORMAT @clause:CONV-JSON-RESPONSE
    Scenario Outline: POST <path> refuses a body with <case>
      When anyone posts to "<path>" the body
        """
        <body>
        """
      Then the response is refused with 400 INVALID_FORMAT "Invalid request body"
      And the response carries the header "content-type" "application/json"
      And nothing changed

      Examples: on the trade surface
        | case               | path   | body                                    |
        | no JSON            | /trade | hello                                   |
        | an empty body      | /trade |                                         |
        | a cut body         | /trade | {"params":{"action":"getOpenOrders"     |
        | an array           | /trade | [{"params":{"action":"getOpenOrders"}}] |
        | a text             | /trade | "getOpenOrders"                         |
        | null               | /trade | null                                    |
        | two values         | /trade | {} {}                                   |
        | params as a text   | /trade | {"params":"getOpenOrders"}              |
        | params as an array | /trade | {"params":[]}                           |

      Examples: on the info surface
        | case             | path  | body                 |
        | no JSON          | /info | hello                |
        | an array         | /info | [1]                  |
        | params as a text | /info | {"params":"getMids"} |

    @clause:CONV-JSON-REQUEST @assumed @R-10
    Scenario Outline: a body with <case> is refused because it is ambiguous
      When anyone posts to "/info" the body
        """
        <body>
        """
      Then the response is refused with 400 INVALID_FORMAT "Invalid request body"
      And nothing changed

      Examples:
        | case                  | body                                                                                                                                                                    |
        | a repeated key        | {"params":{"action":"getMids","action":"getTiers"}}                                                                                                                     |
        | a repeated params     | {"params":{"action":"getMids"},"params":{"action":"getTiers"}}                                                                                                          |
        | half a surrogate      | {"params":{"action":"getMids","x":"\ud800"}}                                                                                                                            |
        | a trailing comma      | {"params":{"action":"getMids",}}                                                                                                                                        |
        | a comment             | {"params":{"action":"getMids"}} // please                                                                                                                               |
        | a number out of range | {"params":{"action":"getMids","x":1e999}}                                                                                                                               |
        | a deep nest           | {"params":{"action":"getMids","x":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}} |

    @clause:CONV-HEADER-CONTENT-TYPE @assumed
    Scenario Outline: a body with the content type <type> is refused
      When anyone posts to "/info" as "<type>" the body
        """
        {"params":{"action":"getMids"}}
        """
      Then the response is refused with 400 INVALID_FORMAT "Content-Type must be application/json"
      And nothing changed

      Examples:
        | type                              |
        | text/plain                        |
        | application/x-www-form-urlencoded |
        | application/json; charset=latin1  |

    @clause:CONV-HEADER-CONTENT-TYPE
    Scenario Outline: a body with the content type <type> is accepted
      When anyone posts to "/info" as "<type>" the body
        """
        {"params":{"action":"getMids"}}
        """
      Then the response is ok with:
        | {market} | <decimal> |

      Examples:
        | type                            |
        | application/json                |
        | application/json; charset=utf-8 |

  Rule: params and action are required

    @clause:REQ-FIELD-MISSING @clause:ERR-MISSING-REQUIRED-FIELD @assumed @R-22
    Scenario Outline: the body <body> is refused because <field> is missing
      When anyone posts to "<path>" the body
        """
        <body>
        """
      Then the response is refused with 400 MISSING_REQUIRED_FIELD "<field> is required"
      And nothing changed

      @clause:REQ-PARAMS
      Examples: params
        | path   | body            | field  |
        | /trade | {}              | params |
        | /trade | {"params":null} | params |
        | /info  | {}              | params |

      @clause:REQ-PARAMS-ACTION
      Examples: action
        | path   | body                     | field  |
        | /trade | {"params":{}}            | action |
        | /trade | {"params":{"action":""}} | action |
        | /info  | {"params":{}}            | action |

    @clause:REQ-ACTION-UNKNOWN @clause:REQ-PARAMS-ACTION @assumed @R-23
    Scenario Outline: POST <path> refuses the action <action> as unsupported
      When anyone posts to "<path>" the body
        """
        {"params":{"action":<action>}}
        """
      Then the response is refused with 400 VALIDATION_ERROR "unsupported action"
      And nothing changed

      Examples:
        | path   | action         |
        | /trade | "doMagic"      |
        | /trade | "placeorders"  |
        | /trade | "placeOrders " |
        | /trade | "getMids"      |
        | /trade | 7              |
        | /info  | "placeOrders"  |
        | /info  | "GETMIDS"      |
        | /info  | "constructor"  |

  Rule: the version is part of the path, and each path has one method

    @clause:VERSION-PATH @clause:CONV-JSON-RESPONSE @assumed
    Scenario Outline: <method> on <path> responds <http>
      When anyone calls <method> on "<path>"
      Then the response is refused with <http> <code> "<message>"

      Examples:
        | method | path             | http | code               | message            |
        | GET    | /trade           | 405  | METHOD_NOT_ALLOWED | method not allowed |
        | PUT    | /info            | 405  | METHOD_NOT_ALLOWED | method not allowed |
        | DELETE | /exchange/status | 405  | METHOD_NOT_ALLOWED | method not allowed |
        | GET    | /nowhere         | 404  | NOT_FOUND          | no such route      |
        | POST   | /../v2/trade     | 404  | NOT_FOUND          | no such route      |

    @clause:VERSION-NO-HEADER
    Scenario Outline: a request <that> is accepted
      When anyone posts to "/info" the body
        """
        {"params":{"action":"getMids"}<more>}
        """
      Then the response is ok with:
        | {market} | <decimal> |

      Examples:
        | that                          | more            |
        | without any version           |                 |
        | that names an unknown version | ,"version":"99" |
