Feature: A key belongs to its payload
  A key that comes back with another payload is a mistake of the client's. It is told so, and nothing happens.

  @MIS-1
  Scenario Outline: Another payload under the key of a <operation> is refused
    Given a completed <operation>
    When another payload is sent under its key
    Then it is refused as a payload mismatch

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-2
  Scenario Outline: A refused mismatch of a <operation> changes nothing
    Given a completed <operation>
    When another payload is sent under its key
    Then there is one effect
    And the first request still replays

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-3
  Scenario Outline: Member order and white space of a <operation> do not count
    Given a completed <operation>
    When the same payload is sent in another order
    Then the answer is the first one
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-6
  Scenario Outline: Every intent field of a <operation> counts
    Given a completed <operation>
    When each intent field is changed in turn and sent under its key
    Then each is refused as a payload mismatch
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
