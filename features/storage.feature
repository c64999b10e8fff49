Feature: The store keeps what was promised
  A key that was answered stays answered, whatever happens to the process that answered it.

  @STO-4 @alone
  Scenario Outline: A restart forgets no <operation>
    Given a completed <operation>
    And a restart of the target
    When the same request is sent
    Then the answer is the first one
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
