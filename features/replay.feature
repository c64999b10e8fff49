Feature: A retry gets the first answer again
  Networks lose answers. Who asks again with the same key gets what the first attempt got, and nothing happens twice.

  @RPL-1
  Scenario Outline: A repeated <operation> has the status of the first
    Given a completed <operation>
    When the same request is sent
    Then the answer has the status of the first

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
      | delete    |

  @RPL-2
  Scenario Outline: A repeated <operation> has the body of the first
    Given a completed <operation>
    When the same request is sent
    Then the answer has the body of the first

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
      | delete    |

  @RPL-3
  Scenario Outline: A repeated <operation> is marked as a replay
    Given a completed <operation>
    When the same request is sent
    Then the answers are marked as the first and a replay

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
      | delete    |

  @RPL-4
  Scenario Outline: Repeating a <operation> changes nothing
    Given a completed <operation>
    When the same request is sent 5 times
    Then there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
      | delete    |

  Scenario Outline: <row>: a <operation> that <fate>, then <again>
    Given a <operation> that <fate>
    When <again>
    Then <answer>
    And there is <effects> effect

    # Each row is tagged with its clause.
    Examples: seed replay-outcomes
      | row | clause | operation | fate | again | answer | effects |

  @RPL-8
  Scenario Outline: Any replica can replay a <operation>
    Given a completed <operation>
    When the same request is sent to another replica
    Then the answer is the first one
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @RPL-9
  Scenario Outline: A <operation> whose answer was lost is recovered by asking again
    Given a new <operation> whose answer is lost on the way
    When the same request is sent
    Then the answer is a replayed success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
      | delete    |
