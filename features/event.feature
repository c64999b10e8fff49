Feature: An event that is delivered again is handled once
  Producers deliver at least once and in any order, and anybody may send a request to the consumer. The consumer accepts only the
  producer, remembers what it handled, and says so. A handler that fails is retried and does not disturb others.

  Scenario Outline: A new <operation> that is delivered <deliveries> times is handled once
    Given a new <operation>
    When the request is sent <deliveries> times
    Then there is one effect

    # Each row is tagged with its clause.
    Examples: seed consumer-inbox
      | row | operation | deliveries |

  @EVT-1
  Scenario Outline: A completed <operation> that another one has followed is not handled again
    Given a completed <operation> that another one about the same thing has followed
    When the request is sent again
    Then there is one effect

    Examples:
      | operation |
      | event     |

  @EVT-1 @optional
  Scenario Outline: A new <operation> that is published three times, twice under one message id, is handled once
    Given a new <operation>
    When it is published three times, twice under one message id
    Then there is one effect

    Examples:
      | operation      |
      | brokered event |

  @EVT-1 @optional
  Scenario Outline: A new <operation> that is acknowledged too late is delivered again and handled once
    Given a new <operation> that will be acknowledged too late
    When it is delivered until it is acknowledged
    Then there is one effect

    Examples:
      | operation      |
      | brokered event |

  @EVT-1 @crash @optional
  Scenario Outline: A new <operation> whose consumer crashes before it acknowledges is delivered again and handled once
    Given a new <operation> interrupted by a crash after its effect
    When it is delivered until it is acknowledged
    Then there is one effect

    Examples:
      | operation      |
      | brokered event |

  @EVT-2
  Scenario Outline: A duplicate <operation> is acknowledged
    Given a completed <operation>
    When the request is sent again
    Then every response is a success

    Examples:
      | operation |
      | event     |

  @EVT-3 @chance
  Scenario Outline: Simultaneous deliveries of a new <operation> have one effect
    Given a new <operation>
    When 10 simultaneous duplicates are sent
    Then each round has one effect
    And none was acknowledged before its effect

    Examples:
      | operation |
      | event     |

  @EVT-3 @chance
  Scenario Outline: Simultaneous deliveries of a new <operation> to different replicas have one effect
    Given a new <operation>
    When 10 simultaneous duplicates to all replicas are sent
    Then each round has one effect

    Examples:
      | operation |
      | event     |

  @EVT-4
  Scenario Outline: The id of a completed <operation> means another event at another source
    Given a completed <operation>
    When a new request is sent from another source under the same id
    Then every response is a success
    And there are two effects

    Examples:
      | operation |
      | event     |

  @EVT-4
  Scenario Outline: Another <operation> about the same thing is another event
    Given a completed <operation>
    When a new request is sent under an id of its own about the same thing
    Then there are two effects

    Examples:
      | operation |
      | event     |

  @EVT-5
  Scenario Outline: A failing handler of a new <operation> neither delays nor repeats another
    Given a new <operation> that will fail once
    When it is sent and its retries come due one after the other
    Then the other handlers did not wait for it
    And there is one effect

    Examples:
      | operation |
      | event     |

  @EVT-6
  Scenario Outline: A new <operation> that arrives before an earlier one ends in the same state
    Given a new <operation>
    When it and an earlier one are delivered in both orders
    Then both orders end in the same state

    Examples:
      | operation |
      | event     |

  @EVT-7 @alone
  Scenario Outline: A new <operation> whose handler fails is retried after growing delays
    Given a new <operation> that will fail three times
    When it is sent and its retries come due one after the other
    Then there is one effect
    And an event that failed only once was retried before it

    Examples:
      | operation |
      | event     |

  @EVT-7
  Scenario Outline: A new <operation> that could not be handled is handled when it is delivered again
    Given a new <operation> that will be refused once
    When the request is sent until it succeeds
    Then there is one effect

    Examples:
      | operation |
      | event     |

  @EVT-8 @alone
  Scenario Outline: A new <operation> that cannot be handled becomes a dead letter
    Given a new <operation> that will always fail
    When it is sent and its retries come due one after the other
    Then it is a dead letter after its last attempt
    And other events were not delayed

    Examples:
      | operation |
      | event     |

  @EVT-8 @alone
  Scenario Outline: A new <operation> that cannot be handled and is delivered again becomes a dead letter
    Given a new <operation> that will always fail
    When it is sent and its retries come due while it is delivered again
    Then it is a dead letter after its last attempt

    Examples:
      | operation |
      | event     |

  @EVT-8 @alone
  Scenario Outline: A dead letter of a new <operation> is handled once when it is redriven
    Given a new <operation> that has become a dead letter
    When it is redriven
    Then there is one effect

    Examples:
      | operation |
      | event     |

  @EVT-9
  Scenario Outline: The inbox says of a completed <operation> what arrived and what became of it
    Given a completed <operation>
    When its inbox row is read
    Then its inbox row says what arrived and what became of it

    Examples:
      | operation |
      | event     |

  @EVT-9 @crash
  Scenario Outline: A new <operation> interrupted before its effect has left its inbox row and is handled once
    Given a new <operation> interrupted by a crash before its effect
    And its inbox row is read
    When the request is sent again
    Then its inbox row was there before the effect
    And there is one effect

    Examples:
      | operation |
      | event     |

  @EVT-10
  Scenario Outline: Another payload under the id of a completed <operation> is flagged
    Given a completed <operation>
    When the request is sent again with another payload
    Then its inbox row is flagged
    And there is one effect

    Examples:
      | operation |
      | event     |

  @EVT-10 @alone
  Scenario Outline: Another payload under the id of a new <operation> that is not handled yet does not take its place
    Given a new <operation> that will <fate>
    When it is sent and its retries come due while another payload is delivered under its id
    Then its inbox row is flagged
    And <end>

    Examples:
      | operation | fate        | end                                       |
      | event     | fail once   | there is one effect                       |
      | event     | always fail | it is a dead letter after its last attempt |

  @EVT-11
  Scenario Outline: A new <operation> is accepted only from its producer
    Given a new <operation>
    When the request is sent with each kind of wrong signature
    Then each request is refused for a wrong signature
    And there is no effect

    Examples:
      | operation |
      | event     |

  @EVT-11
  Scenario Outline: A new <operation> with a signature that is nearly stale is handled
    Given a new <operation>
    When the request is sent with a signature that is nearly stale
    Then the response is a success
    And there is one effect

    Examples:
      | operation |
      | event     |

  @EVT-11
  Scenario Outline: A new <operation> is handled in each way in which its producer may write it
    Given a new <operation>
    When the request is sent in each way in which its producer may write it
    Then every response is a success
    And there is one effect

    Examples:
      | operation |
      | event     |

  @EVT-11
  Scenario Outline: A new <operation> that its producer did not sign leaves no row in the inbox
    Given a new <operation>
    When the request is sent with each kind of wrong signature
    Then the inbox has no row of it

    Examples:
      | operation |
      | event     |

  @EVT-12
  Scenario Outline: A new <operation> without an id is refused
    Given a new <operation>
    When the request is sent without its id
    Then the request is refused for a missing id
    And there is no effect

    Examples:
      | operation |
      | event     |

  @EVT-13
  Scenario Outline: Each delivery of a completed <operation> is in the log
    Given a completed <operation>
    When the request is sent again
    Then the log has one complete line for each delivery

    Examples:
      | operation |
      | event     |
