Feature: Who watches sees what happened
  Log and metrics tell of each request what its caller saw: no more, no less, and not something else.

  @OBS-1
  Scenario Outline: Each request of a <operation> is in the log once
    Given a new <operation>
    When it is sent, repeated, and repeated with another payload
    Then the log has one complete line for each request

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-2
  Scenario Outline: The log names the outcome of each request of a <operation>
    Given a new <operation>
    When it is sent, repeated, and repeated with another payload
    Then the log names the outcomes that the callers saw

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-2
  Scenario Outline: The log names the outcomes of a race of a <operation>
    Given a new <operation>
    When 20 duplicates race once
    Then the log names the outcomes that the callers saw

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-3 @alone
  Scenario Outline: The counters move by what happened to a <operation>
    Given a new <operation>
    And the counters as they stand
    When it is sent, repeated, and repeated with another payload
    Then the counters moved by what the callers saw

    Examples:
      | operation |
      | create    |
      | reverse   |
