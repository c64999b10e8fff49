Feature: An event that is delivered again is handled once
  Producers deliver at least once, in any order, and whoever finds the door may knock. The consumer lets only the producer in, remembers what it handled, and says so.

  Scenario Outline: <row>: a <operation> delivered <deliveries> times is handled once
    Given a new <operation>
    When the request is sent <deliveries> times
    Then there is <effects> effect

    # Each row is tagged with its clause.
    Examples: seed consumer-inbox
      | row | clause | operation | deliveries | effects |

  @EVT-2
  Scenario Outline: A duplicate <operation> is acknowledged
    Given a completed <operation>
    When the same request is sent
    Then every answer is a success

    Examples:
      | operation |
      | event     |

  @EVT-3
  Scenario Outline: Simultaneous deliveries of a <operation> have one effect
    Given a new <operation>
    When 10 duplicates race until the stated confidence
    Then each round has one effect
    And none was acknowledged before its effect was there

    Examples:
      | operation |
      | event     |

  @EVT-4
  Scenario Outline: The id of a <operation> means another event at another source
    Given a completed <operation>
    When it is sent from another source
    Then every answer is a success
    And there are two effects

    Examples:
      | operation |
      | event     |

  @EVT-6
  Scenario Outline: A <operation> that overtakes another ends in the same state
    Given a new <operation>
    When it is sent after the one before it, and another one ahead of its own
    Then both end in the same state

    Examples:
      | operation |
      | event     |

  @EVT-9
  Scenario Outline: The inbox tells of a <operation> what came and what became of it
    Given a completed <operation>
    When its inbox row is read
    Then the row says what came and what became of it

    Examples:
      | operation |
      | event     |

  @EVT-9 @crash
  Scenario Outline: A killed <operation> has left its row, and its effect comes once
    Given a <operation> that was killed before its effect
    When its inbox row is read and it is sent again
    Then the row was there before the effect
    And there is one effect

    Examples:
      | operation |
      | event     |

  @EVT-10
  Scenario Outline: Another payload under the id of a <operation> is flagged
    Given a completed <operation>
    When another payload is sent under its key
    Then it is flagged
    And there is one effect

    Examples:
      | operation |
      | event     |

  @EVT-11
  Scenario Outline: Only the producer of a <operation> gets in
    Given a new <operation>
    When it is sent unsigned, wrongly signed and with a stale signature
    Then each is refused and leaves nothing in the inbox
    And there is no effect

    Examples:
      | operation |
      | event     |

  @EVT-12
  Scenario Outline: A <operation> without an id is refused
    Given a new <operation>
    When it is sent without its id
    Then it is refused for want of an id
    And there is no effect

    Examples:
      | operation |
      | event     |

  @EVT-13
  Scenario Outline: Each delivery of a <operation> is in the log
    Given a completed <operation>
    When the same request is sent
    Then the log has one complete line for each delivery

    Examples:
      | operation |
      | event     |
