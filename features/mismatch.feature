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

  @MIS-4
  Scenario Outline: Equal numbers and texts of a <operation> are equal however they are written
    Given a completed <operation>
    When the same payload is sent in other notations
    Then every answer is the first one
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-5
  Scenario Outline: Volatile fields of a <operation> do not count
    Given a completed <operation>
    When the same payload is sent with other volatile fields
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

  @MIS-6
  Scenario Outline: A member added to or taken from a <operation> counts
    Given a new <operation>
    When the same request is sent with members added and taken away in turn
    Then none is taken for the other
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-7
  Scenario Outline: A refused mismatch of a <operation> leaks nothing
    Given a completed <operation>
    When another payload is sent under its key
    Then the answer has nothing of the first payload or its outcome

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-8
  Scenario Outline: Another payload under the key of a <operation> in progress is refused too
    Given a slow <operation> in progress
    When another payload is sent under its key
    Then it is refused as a payload mismatch or told to wait
    And there is one effect when all is done

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-9
  Scenario Outline: The stored fingerprint of a <operation> is a digest
    Given a completed <operation>
    When its record is read
    Then the fingerprint in it is a digest

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-10
  Scenario Outline: Payloads of a <operation> that only look alike stay apart
    Given a new <operation>
    When payloads that only look alike are sent under one key
    Then none is taken for the other

    Examples:
      | operation |
      | create    |
      | reverse   |
