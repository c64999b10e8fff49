Feature: What happened is told until it was heard, and nothing else is told
  Whoever is to hear of an operation hears of it when it is done, though either side may fail meanwhile, and never of what
  was not done.

  @OBX-1 @crash
  Scenario Outline: A <operation> that was killed <moment> is told of if it was done, and only then
    Given a <operation> that was killed <moment>
    When others are told of
    Then it was told of if it was done, and only then

    Examples:
      | operation | moment                  |
      | sink      | after its effect        |
      | sink      | while its sink was told |

  @OBX-1 @crash
  Scenario Outline: After a kill at any moment each <operation> is told of if it was done, and only then
    Given 30 of a new <operation> under way when the target is killed
    When others are told of
    Then each was told of if it was done, and only then

    Examples:
      | operation |
      | sink      |

  @OBX-2 @alone
  Scenario Outline: A sink that is down hears of a <operation> later
    Given a <operation> whose sink is down three times
    When it is told of until its sink has heard
    Then its sink has heard of it
    And the delays between the attempts have grown

    Examples:
      | operation       |
      | reported create |

  @OBX-2 @alone
  Scenario Outline: A sink that <trouble> is told of a <operation> again
    Given a <operation> whose sink <trouble> one time
    When it is told of until its sink has heard
    Then its sink has heard of it
    And one message tells of it

    Examples:
      | operation       | trouble          |
      | reported create | hangs up         |
      | reported create | loses its answer |
      | reported create | answers too late |

  @OBX-3 @alone
  Scenario Outline: Each attempt to tell of a <operation> is the same
    Given a <operation> whose sink is down one time
    When it is told of until its sink has heard
    Then each attempt to tell of it is the same

    Examples:
      | operation |
      | sink      |

  @OBX-4
  Scenario Outline: A repeated or refused <operation> tells nothing more
    Given a new <operation>
    When it is sent, repeated, and repeated with another payload
    Then one message tells of it

    Examples:
      | operation |
      | sink      |

  @OBX-5
  Scenario Outline: A <operation> that will <fate> is not told of
    Given a new <operation> that will <fate>
    When the request is sent
    Then no message tells of it

    Examples:
      | operation | fate                       |
      | sink      | fail once after its effect |

  @EXT-4
  Scenario Outline: One message tells of a <operation> however often it is asked for
    Given a <operation> whose sink is down one time
    When the same request is sent 3 times
    Then one message tells of it

    Examples:
      | operation |
      | sink      |

  @EXT-4
  Scenario Outline: One message tells of a <operation> however many duplicates race
    Given a new <operation>
    When 10 duplicates race until the stated confidence
    Then one message tells of each round

    Examples:
      | operation |
      | sink      |
