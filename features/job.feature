Feature: A run of a job happens once
  A client gives each run of a job an id, and starts the run again when it gets no response. The id tells a retry from the
  next run.

  @JOB-1 @alone
  Scenario Outline: A completed <operation> that is started again under its run id does nothing more
    Given a completed <operation>
    And there is new work for it
    When the request is sent again
    Then there is one effect
    And the response is the same as the first

    Examples:
      | operation |
      | job       |

  @JOB-1 @alone
  Scenario Outline: A completed <operation> that is started again after its next run does nothing more
    Given a completed <operation> whose next run is completed too
    And there is new work for it
    When the request is sent again
    Then there are two effects
    And the response is the same as the first

    Examples:
      | operation |
      | job       |

  @JOB-2 @alone
  Scenario Outline: A completed <operation> that is started under another run id does the new work
    Given a completed <operation>
    And there is new work for it
    When the request is sent again under another key
    Then every response is a success
    And there are two effects

    Examples:
      | operation |
      | job       |

  @JOB-3 @alone @chance
  Scenario Outline: Simultaneous starts of a new <operation> under one run id do its work once
    Given a new <operation>
    When 10 simultaneous duplicates are sent
    Then each round has one effect
    And all successes of a round are the same

    Examples:
      | operation |
      | job       |

  @JOB-3 @alone
  Scenario Outline: A slow <operation> that is started again while it runs does its work once
    Given a slow <operation> in progress
    When duplicates are sent until it ends and once after it
    Then each duplicate gets its outcome or is refused as in progress
    And there is one effect

    Examples:
      | operation |
      | job       |

  @JOB-4 @crash @alone
  Scenario Outline: A new <operation> that is interrupted halfway does the rest when it is started again
    Given a new <operation> interrupted by a crash halfway through its work
    When the request is sent until it succeeds
    Then each item of its work is done once

    Examples:
      | operation |
      | job       |

  @JOB-4 @crash @alone
  Scenario Outline: A new <operation> that is interrupted halfway, as is its retry, does the rest when it is started again
    Given a new <operation> interrupted by a crash halfway through its work and again in its retry
    When the request is sent until it succeeds
    Then each item of its work is done once

    Examples:
      | operation |
      | job       |

  @JOB-5 @alone
  Scenario Outline: A new <operation> that has failed and is started again does the rest
    Given a new <operation> that will fail halfway through its work
    When the request is sent until it succeeds
    Then each item of its work is done once

    Examples:
      | operation |
      | job       |

  @JOB-5 @alone
  Scenario Outline: A new <operation> that has failed and is started again after its next run does the rest
    Given a new <operation> that will fail halfway before its next run is completed
    When the request is sent until it succeeds
    Then each item of its work is done once

    Examples:
      | operation |
      | job       |

  @JOB-5 @alone @chance
  Scenario Outline: A new <operation> that has failed and is started again by several at once does the rest once
    Given a new <operation> that will fail halfway through its work
    When 10 simultaneous duplicates in one round are sent
    And the request is sent until it succeeds
    Then each item of its work is done once

    Examples:
      | operation |
      | job       |

  @JOB-5 @alone @optional
  Scenario Outline: A new <operation> that has failed and is started again before its own retry is due does the rest once
    Given a new <operation> that will fail halfway through its work
    When the request is sent until it succeeds and its own retry comes due
    Then each item of its work is done once

    Examples:
      | operation |
      | job       |
