Feature: What took effect is reported until it is acknowledged, and nothing else is
  Every operation that takes effect is reported to its sink, although either side may fail. What did not take effect is never
  reported.

  @OBX-1 @crash
  Scenario Outline: A new <operation> interrupted <moment> is reported if it took effect, and only then
    Given a new <operation> interrupted by a crash <moment>
    When two later ones are reported
    Then it was reported if it took effect, and only then

    Examples:
      | operation | moment            |
      | sink      | after its effect  |
      | sink      | during its report |

  @OBX-1 @crash @chance
  Scenario Outline: After a crash at any moment each new <operation> is reported if it took effect, and only then
    Given at least 30 requests, each for a new <operation>, interrupted by a crash
    When two later ones are reported
    Then each was reported if it took effect, and only then

    Examples:
      | operation |
      | sink      |

  @OBX-2 @alone
  Scenario Outline: A sink that is down gets the report of a new <operation> later
    Given a new <operation> whose sink is down three times
    When it is reported until its sink accepts it
    Then its sink accepted it
    And its sink got its attempts at growing intervals

    Examples:
      | operation   |
      | reported create |

  @OBX-2 @alone
  Scenario Outline: A sink that <trouble> gets the report of a new <operation> again
    Given a new <operation> whose sink <trouble> once
    When it is reported until its sink accepts it
    And two later ones are reported
    Then its sink accepted it
    And there is one message about it

    Examples:
      | operation   | trouble            |
      | reported create | hangs up           |
      | reported create | loses its response |
      | reported create | responds too late  |

  @OBX-2
  Scenario Outline: A slow <operation> that a later one has overtaken is reported
    Given a slow <operation> in progress that a later one has overtaken
    When two later ones are reported
    Then it was reported if it took effect, and only then

    Examples:
      | operation       |
      | reported create |

  @OBX-2
  Scenario Outline: A completed <operation> under another key is reported too
    Given a completed <operation>
    When the request is sent again under another key
    And two later ones are reported
    Then there are two messages about it

    Examples:
      | operation       |
      | reported create |

  @OBX-3 @alone
  Scenario Outline: Each attempt to report a new <operation> is the same
    Given a new <operation> whose sink is down once
    When it is reported until its sink accepts it
    Then its sink got the same message in each attempt

    Examples:
      | operation |
      | sink      |

  @OBX-3 @alone @optional
  Scenario Outline: Each attempt to report a new <operation> is signed for its own time
    Given a new <operation> whose sink is down three times
    When it is reported until its sink accepts it after its first signature is stale
    Then its sink got a right signature of its own time with each attempt

    Examples:
      | operation |
      | sink      |

  @OBX-4
  Scenario Outline: A repeated or refused <operation> is not reported again
    Given a new <operation>
    When the request is sent three times, the last time with another payload
    And two later ones are reported
    Then there is one message about it

    Examples:
      | operation |
      | sink      |

  @OBX-5
  Scenario Outline: A new <operation> that will <fate> is not reported
    Given a new <operation> that will <fate>
    When the request is sent
    And two later ones are reported
    Then there is no message about it

    Examples:
      | operation | fate                       |
      | sink      | fail once after its effect |
