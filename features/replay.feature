Feature: A retry gets the first answer again
  Networks lose answers. Who asks again with the same key gets what the first attempt got, and nothing happens twice.

  @RPL-1
  Scenario Outline: A repeated <operation> has the status of the first
    Given a completed <operation>
    When the same request is sent
    Then the answer has the status of the first

    Examples:
      | operation |
      | any       |

  @RPL-2
  Scenario Outline: A repeated <operation> has the body of the first
    Given a completed <operation>
    When the same request is sent
    Then the answer has the body of the first

    Examples:
      | operation |
      | any       |

  @RPL-3
  Scenario Outline: A repeated <operation> is marked as a replay
    Given a completed <operation>
    When the same request is sent
    Then the answers are marked as the first and a replay

    Examples:
      | operation |
      | any       |

  @RPL-4
  Scenario Outline: Repeating a <operation> changes nothing
    Given a completed <operation>
    When the same request is sent 5 times
    Then there is one effect

    Examples:
      | operation |
      | any       |

  Scenario Outline: <row>: a <operation> that <fate>, then <again>
    Given a <operation> that <fate>
    When <again>
    Then <answer>
    And there is <effects> effect

    # Each row is tagged with its clause.
    Examples: seed replay-outcomes
      | row | clause | operation | fate | again | answer | effects |

  @RPL-5
  Scenario Outline: A repeated <operation> tells its own outcome though the result moved on
    Given a completed <operation> whose result moved on
    When the same request is sent
    Then the answer is the first one
    And there is one effect

    Examples:
      | operation       |
      | followed create |
      | update          |

  @RPL-7
  Scenario Outline: A repeated <operation> has the headers that matter
    Given a completed <operation>
    When the same request is sent
    Then the answer has what else the first one said of its result

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @RPL-8
  Scenario Outline: Any replica can replay a <operation>
    Given a completed <operation>
    When the same request is sent to another replica
    Then the answer is the first one
    And there is one effect

    Examples:
      | operation |
      | any       |

  @RPL-9
  Scenario Outline: A <operation> whose <misfortune> is recovered by asking again
    Given a new <operation> whose <misfortune>
    When the same request is sent
    Then the answer is a replayed success
    And there is one effect

    Examples:
      | operation | misfortune                       |
      | any       | answer is lost on the way        |
      | create    | answer is truncated              |
      | reverse   | answer is truncated              |
      | create    | answer becomes a bad gateway     |
      | reverse   | answer becomes a bad gateway     |
      | create    | answer becomes a gateway timeout |
      | reverse   | answer becomes a gateway timeout |
      | create    | answer comes too late            |
      | reverse   | answer comes too late            |

  @RPL-10
  Scenario Outline: Repeating a slow <operation> is cheap
    Given a completed <operation> that was slow
    When the same request is sent
    Then the answer came without the work
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @RPL-11
  Scenario Outline: A <operation> that answers with nothing answers so again
    Given a completed <operation> that answered with nothing
    When the same request is sent
    Then the answer is the first one, marked as replayed
    And there is one effect

    Examples:
      | operation |
      | delete    |

  @RPL-12
  Scenario Outline: Nothing in the request of a <operation> can forge a replay
    Given a new <operation>
    When it is sent and repeated with the marks of a replay in the request
    Then the marks in the request are not believed
    And there is one effect

    Examples:
      | operation |
      | any       |

  @RPL-13
  Scenario Outline: The replay of a <operation> arrives whole
    Given a completed <operation>
    When the same request is sent
    Then the answer arrives whole and in time

    Examples:
      | operation |
      | any       |
