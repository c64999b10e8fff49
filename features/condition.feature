Feature: A condition and a key do not fight
  An update may say which version it changes. A stale one is refused; the retry of one that went through is not stale.

  @CND-1
  Scenario Outline: A stale <operation> is refused
    Given a new <operation> that will be stale
    When the request is sent
    Then it is refused as stale
    And there is no effect

    Examples:
      | operation |
      | update    |

  @CND-2
  Scenario Outline: The retry of a conditional <operation> replays
    Given a completed <operation> with a condition
    When the same request is sent
    Then the answer is the first one
    And there is one effect

    Examples:
      | operation |
      | update    |
