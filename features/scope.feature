Feature: A key means something only where it was made
  Two clients may choose the same key, and one client may use a key on two routes. Neither gets the other's answer.

  @SCP-1
  Scenario Outline: The same key from another principal is another <operation>
    Given a completed <operation>
    When another principal sends one under the same key
    Then it is a new operation
    And there are two effects

    Examples:
      | operation |
      | create    |
      | reverse   |

  @SCP-2
  Scenario Outline: The answer to a <operation> never crosses principals
    Given a completed <operation>
    When another principal sends the very same request
    Then the answer has nothing of the first payload or its outcome

    Examples:
      | operation |
      | any       |

  @SCP-3
  Scenario Outline: The key of a <operation> means nothing on another route
    Given a completed <operation>
    When its key is used for another operation
    Then it is a new operation, or refused where keys span routes

    Examples:
      | operation |
      | any       |

  @SCP-4
  Scenario Outline: The same key in another tenant is another <operation>
    Given a completed <operation>
    When one is sent in another tenant under the same key
    Then it is a new operation
    And there are two effects

    Examples:
      | operation |
      | create    |
      | reverse   |

  @SCP-5
  Scenario Outline: A <operation> is the same over another connection
    Given a completed <operation>
    When the same request is sent over another connection by another agent
    Then the answer is the first one
    And there is one effect

    Examples:
      | operation |
      | any       |

  @SCP-6
  Scenario Outline: A stranger who knows the key of a <operation> gets nothing
    Given a completed <operation>
    When the same request is sent by a stranger
    Then it is refused as any stranger's

    Examples:
      | operation |
      | any       |
