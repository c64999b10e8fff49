Feature: Logs, metrics and spans say what happened
  Log, metrics and spans say of each request what its caller saw: no more, no less, and nothing else.

  @OBS-1
  Scenario Outline: Each request of a new <operation> is in the log once
    Given a new <operation>
    When the request is sent three times, the last time with another payload
    Then the log has one complete line for each request

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-2
  Scenario Outline: The log names the outcome of each request of a new <operation>
    Given a new <operation>
    When the request is sent three times, the last time with another payload
    Then the log names the outcome of each request

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-2 @chance
  Scenario Outline: The log names the outcomes of simultaneous duplicates of a new <operation>
    Given a new <operation>
    When 20 simultaneous duplicates in one round are sent
    Then the log names the outcome of each request

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-3 @alone
  Scenario Outline: The counters move with the outcomes of a new <operation>
    Given a new <operation>
    And the counters are read
    When the request is sent three times, the last time with another payload
    Then the counters moved with the outcomes

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-4
  Scenario Outline: The metrics say how retries of a completed <operation> end
    Given a completed <operation>
    When the request is sent again
    Then the health figures exist

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-5
  Scenario Outline: The spans of a new <operation> carry its key
    Given a new <operation>
    When the request is sent three times, the last time with another payload
    Then each attempt has a span with its key and number

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-6
  Scenario Outline: The log contains no secret of a completed <operation>
    Given a completed <operation>
    When the request is sent again
    Then the log contains no secret

    Examples:
      | operation |
      | any       |

  @OBS-6
  Scenario Outline: The log contains no secret of a completed <operation> whose payload mismatches
    Given a completed <operation>
    When the request is sent again with another payload
    Then the log contains no secret

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-7
  Scenario Outline: An operator sees a completed <operation>
    Given a completed <operation>
    When its key is looked up
    Then the operator sees a completed operation with its result

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-7
  Scenario Outline: An operator sees a slow <operation> in progress
    Given a slow <operation> in progress
    When its key is looked up
    Then the operator sees a running operation

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-7
  Scenario Outline: An operator sees a declined <operation>
    Given a declined <operation>
    When its key is looked up
    Then the operator sees a refused operation

    Examples:
      | operation |
      | create    |
      | reverse   |

  @OBS-8 @alone
  Scenario Outline: All sources agree about a new <operation>
    Given a new <operation>
    And the counters are read
    When the request is sent three times, the last time with another payload
    Then all sources agree

    Examples:
      | operation |
      | create    |
      | reverse   |
