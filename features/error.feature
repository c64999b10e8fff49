Feature: An error says what to do next
  Who is turned away for now is told when to come back.

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
