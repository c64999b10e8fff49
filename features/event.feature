Feature: An event that is delivered again is handled once
  Producers deliver at least once. The consumer remembers what it handled and says so, and the producer stops.

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
    When 10 duplicates race in 3 rounds
    Then each round has one effect
    And none was acknowledged before its effect was there

    Examples:
      | operation |
      | event     |
