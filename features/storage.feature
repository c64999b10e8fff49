Feature: The store keeps what was promised
  A key that was answered stays answered, whatever happens to the process that answered it or to what it depends on.

  @STO-1 @crash
  Scenario Outline: A kill at any moment leaves a <operation> whole or not begun
    Given 30 of a new <operation> under way when the target is killed
    When each is asked for until it is done
    Then each has one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @STO-2 @crash
  Scenario Outline: A <operation> that was killed after its effect replays
    Given a <operation> that was killed after its effect
    When the same request is sent
    Then the answer is a replayed success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @STO-3 @crash
  Scenario Outline: A <operation> that was killed before its effect is done when it is asked for again
    Given a <operation> that was killed before its effect
    When it is asked for until it is done
    Then only the last answer is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @STO-4 @crash
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

  @STO-5
  Scenario Outline: A transient failure is not the outcome of a <operation>
    Given a new <operation> that will fail once
    When the request is sent until it succeeds
    Then only the last answer is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @STO-6
  Scenario Outline: The database itself keeps the key of a <operation> unique
    Given a completed <operation>
    When its record is read
    Then a constraint keeps its key unique

    Examples:
      | operation |
      | create    |

  @STO-7
  Scenario Outline: The record of a <operation> has what recovery needs
    Given a completed <operation>
    When its record is read
    Then it has what recovery needs

    Examples:
      | operation |
      | any       |

  @STO-8
  Scenario Outline: The record of a completed <operation> never changes
    Given a completed <operation>
    When its record is read before and after it is repeated and mismatched
    Then it was completed and did not change

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @STO-9 @alone
  Scenario Outline: Without its store a <operation> is refused
    Given a new <operation>
    When the request is sent while the store is out of reach
    Then it is refused as an unavailable dependency
    And there is no effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @STO-10
  Scenario Outline: A <operation> that fails after its effect takes it back
    Given a new <operation> that will fail once after its effect
    When the request is sent until it succeeds
    Then only the last answer is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
