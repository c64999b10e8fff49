Feature: An error says what to do next
  Who is turned away learns why, in a form that a program reads, and when to return if that makes sense.

  @ERR-1
  Scenario Outline: Each error of a <operation> says what it is
    Given a completed <operation>
    When it is refused in every way that can be brought about
    Then each error has a code in its place and a fitting content type

    Examples:
      | operation |
      | any       |

  @ERR-2
  Scenario Outline: Status and code of each error of a <operation> agree
    Given a completed <operation>
    When it is refused in every way that can be brought about
    Then the status of each error fits its code

    Examples:
      | operation |
      | any       |

  @ERR-3
  Scenario Outline: A <operation> that meets <failure> is told when to return
    Given a new <operation> that will meet <failure>
    When the request is sent
    Then it is refused as <failure>
    And the answer says when to return

    Examples:
      | operation | failure                   |
      | create    | a rate limit              |
      | create    | an unavailable dependency |
      | reverse   | a rate limit              |
      | reverse   | an unavailable dependency |

  @ERR-4
  Scenario Outline: A rate limit is not the outcome of a <operation>
    Given a new <operation> that will meet a rate limit once
    When the request is sent until it succeeds
    Then only the last answer is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @ERR-5
  Scenario: Every code has a retry decision
    Given the contract
    When its codes are looked up
    Then each code says whether to retry
