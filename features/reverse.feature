Feature: A reversal is held to the same contract
  A refund that is retried must not pay twice. REV-1 has no scenario here: it compares the verdicts of all other
  outlines, operation by operation.

  @REV-2
  Scenario Outline: One key has one <operation>
    Given a completed <operation>
    When the request is sent again 5 times
    Then every response is about the same result
    And there is one effect

    Examples:
      | operation |
      | reverse   |

  @REV-3
  Scenario Outline: Another payload under the key of a completed <operation> reverses nothing
    Given a completed <operation>
    When the request is sent again with another payload
    Then the response is as the contract says for a payload mismatch
    And there is one effect

    Examples:
      | operation |
      | reverse   |

  @REV-4
  Scenario Outline: Another key is another <operation> while something is left
    Given a completed <operation>
    When the request is sent again under another key
    Then the response is a new result
    And there are two effects

    Examples:
      | operation       |
      | partial reverse |

  @REV-4 @optional
  Scenario Outline: Another <operation> for a little less than what is left is executed
    Given a completed <operation>
    When the request is sent again under another key for a little less than what is left
    Then the response is a new result
    And there are two effects

    Examples:
      | operation       |
      | partial reverse |

  @REV-4 @optional
  Scenario Outline: Another <operation> for exactly what is left is executed
    Given a completed <operation>
    When the request is sent again under another key for exactly what is left
    Then the response is a new result
    And there are two effects

    Examples:
      | operation       |
      | partial reverse |

  @REV-4
  Scenario Outline: Another <operation> for more than what is left is refused
    Given a completed <operation>
    When the request is sent again under another key for more than what is left
    Then the request is refused for exceeding what is left
    And there is one effect

    Examples:
      | operation       |
      | partial reverse |

  @REV-5
  Scenario Outline: The books of a new <operation> agree with its accepted operations
    Given a new <operation>
    When random sequences of it, its reversals and their retries are sent
    Then the books balance

    Examples:
      | operation |
      | create    |

  @REV-5
  Scenario Outline: The books of a new <operation> balance after its reversal is retried when nothing is left
    Given a new <operation>
    When this sequence of it, its reversals and their retries is sent
      | do      | amount | retries |
      | payment | 800    | 1 later |
      | refund  | 500    | 2 later |
      | void    |        | 1       |
      | refund  | 400    | 1       |
      | refund  | 300    | 1 later |
    Then the books balance

    Examples:
      | operation |
      | create    |
