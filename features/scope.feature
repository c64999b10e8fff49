Feature: A key means something only where it was made
  Two clients may choose the same key, and one client may use a key on two routes. Neither gets the other's answer.

  @SCP-1
  Scenario Outline: The same key from another principal is another <operation>
    Given a completed <operation>
    When another principal sends it under the same key
    Then it is a new operation
    And there are two effects

    Examples:
      | operation |
      | create    |
      | reverse   |

  @SCP-3
  Scenario Outline: The key of a <operation> means nothing on another route
    Given a completed <operation>
    When its key is used for another operation
    Then it is a new operation, or refused where keys span routes

    Examples:
      | operation |
      | create    |
      | reverse   |
