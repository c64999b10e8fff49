Feature: A key lives as long as promised
  A client that retries within the lifetime gets its response. After it the key is forgotten as the contract says. What a
  crash left unfinished is recovered.

  @TTL-1 @alone
  Scenario Outline: The outcome of a completed <operation> lives as long as promised
    Given a completed <operation> that is almost as old as its lifetime
    When the request is sent again
    Then the response is the same as the first
    And there is one effect

    Examples:
      | operation |
      | any       |

  @TTL-1 @alone @optional
  Scenario Outline: The outcome of a declined <operation> lives as long as promised
    Given a declined <operation> that is almost as old as its lifetime
    When the request is sent again without what declined it
    Then there is no effect

    Examples:
      | operation |
      | create    |

  @TTL-2 @alone
  Scenario Outline: The key of a completed <operation> is new after its lifetime
    Given a completed <operation> that is older than its lifetime
    When the request is sent again 2 times
    Then the response is what the contract says of an expired key

    Examples:
      | operation       |
      | create          |
      | partial reverse |

  @TTL-2 @alone
  Scenario Outline: A repeat of a completed <operation> does not make the lifetime of its key longer
    Given a completed <operation> that was repeated and is older than its lifetime
    When the request is sent again 2 times
    Then the response is what the contract says of an expired key

    Examples:
      | operation |
      | create    |

  # Where nothing new is made, only the mark of the contract shows a replay.
  @TTL-2 @alone @optional
  Scenario Outline: A completed <operation> that was replayed is not replayed after its lifetime
    Given a completed <operation> that was replayed and is older than its lifetime
    When the request is sent again
    Then the response is no replay of the first

    Examples:
      | operation |
      | reverse   |
      | update    |
      | delete    |

  @TTL-2 @alone
  Scenario Outline: Another payload under the key of a completed <operation> after its lifetime is no mismatch
    Given a completed <operation> that is older than its lifetime
    When the request is sent again with another payload
    Then the response is what the contract says of an expired key

    Examples:
      | operation |
      | create    |

  @TTL-2 @alone
  Scenario Outline: The key of a declined <operation> is new after its lifetime
    Given a declined <operation> that is older than its lifetime
    When the request is sent again without what declined it
    Then the response is what the contract says of an expired key

    Examples:
      | operation |
      | create    |

  @TTL-2 @alone @chance
  Scenario Outline: Simultaneous requests for a completed <operation> after its lifetime share its key
    Given a completed <operation> that is older than its lifetime
    When 20 simultaneous duplicates in one round are sent
    Then every response is what the contract says of an expired key

    Examples:
      | operation       |
      | create          |
      | partial reverse |

  @TTL-3 @alone
  Scenario Outline: A completed <operation> of high stakes keeps its key longer
    Given a completed <operation> that is older than the lifetime of low stakes
    When the request is sent again
    Then the response is the same as the first
    And there is one effect

    Examples:
      | operation   |
      | high stakes |

  @TTL-4
  Scenario: The lifetime of a key is longer than all retries
    Given the contract
    When it is read
    Then it says a lifetime that is longer than all retries

  @TTL-5 @alone
  Scenario Outline: The cleanup removes an expired <operation>
    Given a completed <operation> that is older than its lifetime
    And its record is read
    When the cleanup runs
    Then its record is gone

    Examples:
      | operation |
      | create    |
      | reverse   |

  @TTL-5 @alone
  Scenario Outline: The cleanup keeps a completed <operation> that has not expired
    Given a completed <operation> that is almost as old as its lifetime
    And the cleanup runs
    When the request is sent again
    Then the response is the same as the first

    Examples:
      | operation |
      | create    |
      | reverse   |

  @TTL-5 @alone
  Scenario Outline: The cleanup keeps a slow <operation> in progress
    Given a slow <operation> in progress that is older than its lifetime
    When the cleanup runs
    Then its record still exists
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @TTL-6
  Scenario Outline: The record of a completed <operation> says when it expires
    Given a completed <operation>
    When its record is read
    Then its record expires when the contract says

    Examples:
      | operation |
      | any       |

  @TTL-7 @crash
  Scenario Outline: A new <operation> that a crash has left unfinished is recovered
    Given a new <operation> interrupted by a crash before its effect
    And the processing timeout has passed
    When the request is sent again 2 times
    Then every response is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @TTL-7 @crash @alone
  Scenario Outline: A new <operation> that a crash has left unfinished is recovered though it was asked for meanwhile
    Given a new <operation> interrupted by a crash before its effect and asked for until the processing timeout has passed
    When the request is sent again 2 times
    Then every response is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @TTL-7 @crash @chance
  Scenario Outline: Simultaneous requests recover a new <operation> that a crash has left unfinished only once
    Given a new <operation> interrupted by a crash before its effect
    And the processing timeout has passed
    When 20 simultaneous duplicates in one round are sent
    Then each round has one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @TTL-8 @alone
  Scenario Outline: A slow <operation> that was taken over has no effect of its own
    Given a slow <operation> in progress
    And the processing timeout has passed
    When the request is sent again
    Then only the takeover has an effect

    Examples:
      | operation |
      | create    |
      | reverse   |
