Feature: A handler that fails is tried again, and disturbs nobody
  What was acknowledged is not lost when its handler fails. It is tried again, each time later, and after the last time somebody can see it and have it done.

  @EVT-5
  Scenario Outline: A failing handler of a <operation> neither stops nor repeats another
    Given a new <operation> that will fail once
    When it is sent and its retries come due
    Then the other handlers did not wait for it
    And there is one effect

    Examples:
      | operation |
      | event     |

  @EVT-7 @alone
  Scenario Outline: A <operation> whose handler fails is tried again, each time later
    Given a new <operation> that will fail three times
    When it is sent and its retries come due
    Then there is one effect
    And whoever failed once was tried before it

    Examples:
      | operation |
      | event     |

  @EVT-8 @alone
  Scenario Outline: A <operation> that cannot be handled ends as a dead letter
    Given a new <operation> that will always fail
    When it is sent and its retries come due
    Then it is a dead letter after its last attempt, kept whole
    And others were not held up
    And it is handled once when it is redriven

    Examples:
      | operation |
      | event     |
