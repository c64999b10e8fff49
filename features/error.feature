Feature: An error says what to do next
  A client whose request is refused learns why, in a form that a program can read, and when to retry if that makes sense.

  @ERR-1
  Scenario Outline: Each refusal of a completed <operation> has a code
    Given a completed <operation>
    When every possible refusal is provoked
    Then each refusal has a code in the form of the contract

    Examples:
      | operation |
      | any       |

  @ERR-2
  Scenario Outline: Status and code of each refusal of a completed <operation> agree
    Given a completed <operation>
    When every possible refusal is provoked
    Then each refusal has a status that fits its code

    Examples:
      | operation |
      | any       |

  @ERR-3
  Scenario Outline: A new <operation> that meets <failure> learns when to retry
    Given a new <operation> that will meet <failure>
    When the request is sent
    Then the request is refused for <failure>
    And each refusal says when to retry

    Examples:
      | operation | failure                   |
      | create    | a rate limit              |
      | create    | an unavailable dependency |
      | reverse   | a rate limit              |
      | reverse   | an unavailable dependency |

  @ERR-4
  Scenario Outline: A rate limit is not the outcome of a new <operation>
    Given a new <operation> that will meet a rate limit once
    When the request is sent until it succeeds
    Then only the last response is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @ERR-5
  Scenario: Every code has a retry decision
    Given the contract
    When it is read
    Then it says whether to retry each code
