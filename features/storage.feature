Feature: The store keeps what was promised
  A key that has a response keeps it, whatever happens to the process that gave it or to what that process depends on.

  @STO-1 @crash @chance
  Scenario Outline: A crash at any moment leaves a new <operation> complete or not begun
    Given at least 30 requests, each for a new <operation>, interrupted by a crash
    When each request is sent until it succeeds
    Then each request has one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @STO-2 @crash
  Scenario Outline: A new <operation> interrupted after its effect is replayed
    Given a new <operation> interrupted by a crash after its effect
    When the request is sent until it succeeds
    Then there is one effect
    And the response is a success

    Examples:
      | operation |
      | create    |
      | reverse   |

  @STO-3 @crash
  Scenario Outline: A new <operation> interrupted before its effect is executed by the retry
    Given a new <operation> interrupted by a crash before its effect
    When the request is sent until it succeeds
    Then only the last response is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @STO-3 @crash @optional
  Scenario Outline: A new <operation> interrupted before its effect is executed by a retry at another replica
    Given a new <operation> interrupted by a crash before its effect
    When the request is sent until it succeeds at another replica
    Then only the last response is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @STO-4 @crash
  Scenario Outline: A restart forgets no completed <operation>
    Given a completed <operation>
    And the target has restarted
    When the request is sent again
    Then the response is the same as the first
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @STO-4 @crash
  Scenario Outline: A restart forgets no declined <operation>
    Given a declined <operation>
    When the request is sent again before and after a restart
    Then the response is the same as before
    And there is no effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @STO-5
  Scenario Outline: The success after a transient failure is the outcome of a new <operation>
    Given a new <operation> that will fail once
    When the request is sent until it succeeds and once more
    Then the response is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @STO-5
  Scenario Outline: A transient failure is not the outcome of a new <operation>
    Given a new <operation> that will fail once
    When the request is sent until it succeeds
    Then only the last response is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @STO-5
  Scenario Outline: A new <operation> whose provider is down succeeds when the provider is back
    Given a new <operation> whose provider is down
    When the request is sent until it succeeds
    Then only the last response is a success
    And its provider acted once

    Examples:
      | operation |
      | provider  |

  @STO-6
  Scenario Outline: The database keeps the key of a completed <operation> unique
    Given a completed <operation>
    When its record is read
    Then its record is protected by a unique constraint

    Examples:
      | operation |
      | create    |

  @STO-7
  Scenario Outline: The record of a completed <operation> has what recovery needs
    Given a completed <operation>
    When its record is read
    Then its record has what recovery needs

    Examples:
      | operation |
      | any       |

  @STO-8 @optional
  Scenario Outline: The record of a completed <operation> never changes
    Given a completed <operation>
    And its record is read
    When the request is sent again unchanged, and then with another payload
    Then its record is completed and unchanged

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @STO-8 @alone @pairs @optional
  Scenario Outline: What happens to the key of a new <operation> depends on its state and not on the way to it
    Given a new <operation>
    When each two events that can follow each other happen to its key
    Then each event leads where the life of a key says

    Examples:
      | operation |
      | create    |

  @STO-8
  Scenario Outline: A key keeps its outcome whatever is done to a new <operation> under other keys
    Given a new <operation>
    When random histories of it, of all that comes after it and of their retries are sent
    Then each key keeps its outcome and its effects

    Examples:
      | operation |
      | create    |

  @STO-9 @alone
  Scenario Outline: A new <operation> is refused while the store is unreachable
    Given a new <operation>
    When the request is sent while the store is unreachable
    Then the request is refused for an unavailable dependency
    And there is no effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @STO-10
  Scenario Outline: A new <operation> that fails after its effect takes the effect back
    Given a new <operation> that will fail once after its effect
    When the request is sent until it succeeds
    Then only the last response is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
