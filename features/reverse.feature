Feature: Taking back is held to what giving was
  A refund that is retried must not pay twice. REV-1 has no scenario here: it compares the verdicts of all other
  outlines, operation by operation.

  @REV-2
  Scenario Outline: One <operation> for each key
    Given a completed <operation>
    When the same request is sent 5 times
    Then all answers name the same result
    And there is one effect

    Examples:
      | operation |
      | reverse   |

  @REV-3
  Scenario Outline: Another payload under the key of a <operation> is not taken back again
    Given a completed <operation>
    When another payload is sent under its key
    Then it is refused as a payload mismatch
    And there is one effect

    Examples:
      | operation |
      | reverse   |

  @REV-4
  Scenario Outline: Another key is another <operation> while something is left
    Given a completed <operation>
    When the same payload is sent under another key
    Then it is a new operation
    And there are two effects

    Examples:
      | operation       |
      | partial reverse |

  @REV-4
  Scenario Outline: A <operation> beyond what is left is refused
    Given a completed <operation>
    When more than what is left is sent under another key
    Then it is refused as beyond what is left
    And there is one effect

    Examples:
      | operation       |
      | partial reverse |

  @REV-5
  Scenario Outline: The books of a <operation> say what its distinct accepted operations say
    Given a new <operation>
    When generated sequences of it, its reversals and their retries are sent
    Then the books always balance

    Examples:
      | operation |
      | create    |

  @REV-5
  Scenario Outline: The books of a <operation> balance though its reversal is retried when nothing is left
    Given a new <operation>
    When this sequence of it, its reversals and their retries is sent
      | do      | amount | retries |
      | payment | 800    | 1 later |
      | refund  | 500    | 2 later |
      | void    |        | 1       |
      | refund  | 400    | 1       |
      | refund  | 300    | 1 later |
    Then the books always balance

    Examples:
      | operation |
      | create    |
