Feature: A run of a job happens once
  Whoever starts a job gives the run an id, and starts it again when no answer comes. The id tells a retry from the next run.

  @JOB-1 @alone
  Scenario Outline: A <operation> that is started again under its run id does nothing more
    Given a completed <operation>
    And more work for it
    When the same request is sent
    Then there is one effect
    And the answer is the first one

    Examples:
      | operation |
      | job       |

  @JOB-2 @alone
  Scenario Outline: A <operation> under another run id does the new work
    Given a completed <operation>
    And more work for it
    When the same request is sent under another key
    Then every answer is a success
    And there are two effects

    Examples:
      | operation |
      | job       |

  @JOB-3 @alone
  Scenario Outline: Simultaneous starts of a <operation> under one run id do its work once
    Given a new <operation>
    When 10 duplicates race until the stated confidence
    Then each round has one effect
    And all that succeeded in a round said the same

    Examples:
      | operation |
      | job       |

  @JOB-4 @crash @alone
  Scenario Outline: A <operation> that was killed half-way does the rest when it is started again
    Given a <operation> that was killed half-way through its work
    When it is asked for until it is done
    Then all of its work was done once

    Examples:
      | operation |
      | job       |
