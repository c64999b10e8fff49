Feature: A key lives as long as promised
  A client that comes back within the lifetime gets its answer; after it the key is forgotten as the contract says. What a
  crash left half done is taken up again.

  @TTL-1 @alone
  Scenario Outline: The outcome of a <operation> lives as long as promised
    Given a completed <operation> that is almost as old as its lifetime
    When the same request is sent
    Then the answer is the first one
    And there is one effect

    Examples:
      | operation |
      | any       |

  @TTL-2 @alone
  Scenario Outline: After its lifetime the key of a <operation> is new
    Given a completed <operation> that is older than its lifetime
    When the same request is sent
    Then it is a new operation, or refused where expired keys are

    Examples:
      | operation       |
      | create          |
      | partial reverse |

  @TTL-3 @alone
  Scenario Outline: A <operation> of high stakes keeps its key longer
    Given a completed <operation> that is older than the lifetime of low stakes
    When the same request is sent
    Then the answer is the first one
    And there is one effect

    Examples:
      | operation   |
      | high stakes |

  @TTL-4
  Scenario: The lifetime of a key outlasts the retries
    Given the contract
    When its retries are added up
    Then its lifetimes are longer

  @TTL-5 @alone
  Scenario Outline: Cleanup removes an expired <operation> and keeps a live one
    Given a completed <operation> that is older than its lifetime
    And a completed <operation>
    When the cleanup runs
    Then the expired record is gone
    And the first request still replays

    Examples:
      | operation |
      | create    |
      | reverse   |

  @TTL-5 @alone
  Scenario Outline: Cleanup keeps a <operation> in progress
    Given a slow <operation> in progress that is older than its lifetime
    When the cleanup runs
    Then its record is still there
    And there is one effect when all is done

    Examples:
      | operation |
      | create    |
      | reverse   |

  @TTL-6
  Scenario Outline: The record of a <operation> says when it expires
    Given a completed <operation>
    When its record is read
    Then it expires when the contract says

    Examples:
      | operation |
      | any       |

  @TTL-7 @crash
  Scenario Outline: A <operation> that a crash abandoned is recovered
    Given a <operation> that was killed before its effect
    And the time after which it counts as abandoned
    When the same request is sent
    Then every answer is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @TTL-8 @alone
  Scenario Outline: A slow <operation> that was taken over cannot commit any more
    Given a slow <operation> in progress
    And the time after which it counts as abandoned
    When the same request is sent
    Then only the takeover took effect

    Examples:
      | operation |
      | create    |
      | reverse   |
