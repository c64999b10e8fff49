Feature: Who watches sees what happened
  Log, metrics and spans tell of each request what its caller saw: no more, no less, and not something else.

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

  @OBS-4
  Scenario Outline: The metrics tell how retries of a <operation> fare
    Given a completed <operation>
    When the same request is sent
    Then the figures of health can be read

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-5
  Scenario Outline: The spans of a <operation> carry its key
    Given a new <operation>
    When it is sent, repeated, and repeated with another payload
    Then a span of each attempt carries the key and the attempt

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-6
  Scenario Outline: The log tells no secret of a <operation>
    Given a completed <operation>
    When the same request is sent
    Then no line of the log tells a secret

    Examples:
      | operation |
      | any       |

  @OBS-6
  Scenario Outline: The log tells no secret of a <operation> that is refused
    Given a completed <operation>
    When another payload is sent under its key
    Then no line of the log tells a secret

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-7
  Scenario Outline: An operator sees what became of a <operation>
    Given a completed <operation>
    When its key is looked up
    Then it is told as completed, with its result

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-7
  Scenario Outline: An operator sees that a <operation> is running
    Given a slow <operation> in progress
    When its key is looked up
    Then it is told as running

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-7
  Scenario Outline: An operator sees that a <operation> was refused
    Given a <operation> that is declined
    When its key is looked up
    Then it is told as refused

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-8 @alone
  Scenario Outline: All who tell of a <operation> tell the same
    Given a new <operation>
    And all that tells of it as it stands
    When it is sent, repeated, and repeated with another payload
    Then all that tells of it tells the same

    Examples:
      | operation |
      | create    |
      | reverse   |
