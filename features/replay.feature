Feature: A retry gets the response of the first request
  The same request under the same key gets what the first one got, and nothing happens twice.

  @RPL-1
  Scenario Outline: A repeated <operation> has the status of the first response
    Given a completed <operation>
    When the request is sent again
    Then the response has the status of the first

    Examples:
      | operation |
      | any       |

  @RPL-2
  Scenario Outline: A repeated <operation> has the body of the first response
    Given a completed <operation>
    When the request is sent again
    Then the response has the body of the first

    Examples:
      | operation |
      | any       |

  @RPL-3
  Scenario Outline: The first response to a new <operation> and its replay are marked
    Given a completed <operation>
    When the request is sent again
    Then every response is marked as what it is

    Examples:
      | operation |
      | any       |

  @RPL-3 @optional
  Scenario Outline: The first response to a declined <operation> and its replay are marked
    Given a declined <operation>
    When the request is sent again
    Then every response is marked as what it is

    Examples:
      | operation |
      | create    |
      | reverse   |

  @RPL-4
  Scenario Outline: A repeated <operation> changes nothing
    Given a completed <operation>
    When the request is sent again 5 times
    Then there is one effect

    Examples:
      | operation |
      | any       |

  @RPL-4 @alone @chance
  Scenario Outline: A new <operation> that is sent again the moment it is answered has one effect
    Given a new <operation>
    When 20 requests like it are each sent again the moment they are answered
    Then each request has one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @RPL-5
  Scenario Outline: A repeated <operation> has its own outcome after its result has changed
    Given a completed <operation> whose result has changed since
    When the request is sent again
    Then the response is the same as the first
    And there is one effect

    Examples:
      | operation       |
      | followed create |
      | partial reverse |
      | update          |

  Scenario Outline: A declined <operation> that is sent <times> times more stays declined
    Given a declined <operation>
    When the request is sent again <times> times
    Then the response is the same as the first
    And there is no effect

    # Each row is tagged with its clause.
    Examples: seed replay-outcomes
      | row | operation | times |

  @RPL-7
  Scenario Outline: A repeated <operation> has the metadata of the first response
    Given a completed <operation>
    When the request is sent again
    Then the response has the metadata of the first

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @RPL-7
  Scenario Outline: A repeated <operation> has its own metadata after its result has changed
    Given a completed <operation> whose result has changed since
    When the request is sent again
    Then the response has the metadata of the first

    Examples:
      | operation       |
      | followed create |
      | update          |

  @RPL-8
  Scenario Outline: Any replica can replay a completed <operation>
    Given a completed <operation>
    When the request is sent again to another replica
    Then the response is the same as the first
    And there is one effect

    Examples:
      | operation |
      | any       |

  @RPL-8
  Scenario Outline: Any replica can replay a declined <operation>
    Given a declined <operation>
    When the request is sent again to each replica
    Then every response is the same as the first, and marked alike by each replica

    Examples:
      | operation |
      | create    |
      | reverse   |

  @RPL-9
  Scenario Outline: A new <operation> whose <fault> is recovered by a retry
    Given a new <operation> whose <fault>
    When the request is sent again
    Then the response is a success
    And there is one effect

    Examples:
      | operation | fault                                     |
      | any       | response is lost                          |
      | create    | response is truncated                     |
      | reverse   | response is truncated                     |
      | create    | response is replaced by a bad gateway     |
      | reverse   | response is replaced by a bad gateway     |
      | create    | response is replaced by a gateway timeout |
      | reverse   | response is replaced by a gateway timeout |
      | create    | response arrives too late                 |
      | reverse   | response arrives too late                 |

  @RPL-9 @chance
  Scenario Outline: A new <operation> that loses its connection at any moment is recovered by a retry
    Given at least 20 requests, each for a new <operation>, interrupted by the loss of its connection
    When each request is sent until it succeeds
    Then each request has one effect

    Examples:
      | operation |
      | any       |

  @RPL-9 @optional
  Scenario Outline: A slow <operation> that has lost its connection is recovered by a retry
    Given a slow <operation> in progress that has lost its connection
    When the request is sent until it succeeds
    Then the response is a success
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @RPL-10
  Scenario Outline: The replay of a slow <operation> is fast
    Given a completed <operation> that was slow
    When the request is sent again 4 times
    Then a replay takes less than half the time of the first response
    And every response is the same as the first
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @RPL-10
  Scenario Outline: A repeated <operation> does not call its provider again
    Given a completed <operation>
    When the request is sent again 5 times
    Then its provider was called once

    Examples:
      | operation |
      | provider  |

  @RPL-11
  Scenario Outline: A completed <operation> with an empty response has an empty replay
    Given a completed <operation> with an empty response
    When the request is sent again
    Then the response is the same as the first, and not a new one
    And there is one effect

    Examples:
      | operation |
      | delete    |

  @RPL-12
  Scenario Outline: Nothing in the request of a new <operation> can forge a replay
    Given a new <operation>
    When the request is sent twice with the marks of a replay
    Then the first response is new and the second is its replay
    And there is one effect

    Examples:
      | operation |
      | any       |

  @RPL-13 @optional
  Scenario Outline: The replay of a completed <operation> with a long payload is not cut off
    Given a completed <operation> with a long payload
    When the request is sent again
    Then the response has the body of the first

    Examples:
      | operation |
      | create    |
      | reverse   |

  @RPL-13
  Scenario Outline: The replay of a completed <operation> arrives complete and in time
    Given a completed <operation>
    When the request is sent again 4 times
    Then every response is complete and in time

    Examples:
      | operation |
      | any       |

  @RPL-14
  Scenario Outline: A repeated <operation> brings back no cookie or challenge of the first response
    Given a completed <operation>
    When the request is sent again after an unrelated one
    Then the response is without a cookie or challenge of the first

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @RPL-15
  Scenario Outline: A repeated <operation> brings back no request id of the first response
    Given a completed <operation>
    When the request is sent again after an unrelated one
    Then the response is without the request id of the first

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
