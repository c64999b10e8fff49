Feature: An event that a broker brings is handled once
  A broker delivers again whatever was not acknowledged in time, though it may have been handled. What the broker knows a message by says nothing of the event in it.

  @EVT-1
  Scenario Outline: A <operation> that is published twice under one message id and once without is handled once
    Given a new <operation>
    When it is published twice under one message id and once without
    Then there is one effect

    Examples:
      | operation      |
      | brokered event |

  @EVT-1
  Scenario Outline: A <operation> whose acknowledgement is missed is delivered again and handled once
    Given a new <operation> that will be acknowledged too late
    When it is delivered until it is acknowledged
    Then there is one effect

    Examples:
      | operation      |
      | brokered event |

  @EVT-1 @crash
  Scenario Outline: A <operation> whose consumer was killed before it acknowledged is delivered again and handled once
    Given a <operation> that was killed after its effect
    When it is delivered until it is acknowledged
    Then there is one effect

    Examples:
      | operation      |
      | brokered event |
