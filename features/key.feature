Feature: A key names one operation
  The client names each operation that changes something with a key of its own. The key alone tells a retry from a new request.

  @KEY-1
  Scenario Outline: A new <operation> without a key is refused
    Given a new <operation>
    When the request is sent without its key
    Then the request is refused for a missing key
    And there is no effect

    Examples:
      | operation |
      | any       |

  @KEY-2
  Scenario Outline: Each legal key of a new <operation> is accepted
    Given a new <operation>
    When a new request is sent under each kind of legal key
    Then every response is an acceptance of its key

    Examples:
      | operation |
      | any       |

  @KEY-3
  Scenario Outline: Each illegal key of a new <operation> is refused
    Given a new <operation>
    When the request is sent under each kind of illegal key
    Then each request is refused for a malformed key
    And there is no effect

    Examples:
      | operation |
      | any       |

  @KEY-4
  Scenario Outline: Two keys of a new <operation> that look alike are two keys
    Given a new <operation>
    When a new request is sent under each of two keys that differ only in case or in the last character
    Then every response is a result of its own

    Examples:
      | operation |
      | any       |

  @KEY-5
  Scenario Outline: A completed <operation> under another key is a new one
    Given a completed <operation>
    When the request is sent again under another key
    Then the response is a new result
    And there are two effects

    Examples:
      | operation       |
      | create          |
      | partial reverse |

  # What no change shows in may have been kept.
  @KEY-6
  Scenario Outline: A completed <operation> that was read with a key is read anew when its result has changed
    Given a completed <operation> that was read with a key before its result changed
    When its result is read without a key, twice with one, once with its own, and again without one
    Then all readings are the same and none is a replay

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @KEY-7
  Scenario Outline: Every kind of <operation> honours its key
    Given a completed <operation>
    When the request is sent again
    Then the response is the same as the first, and not a new one
    And there is one effect

    Examples:
      | operation |
      | any       |

  @KEY-8
  Scenario Outline: A new <operation> that will <fate> is refused and succeeds when it is corrected
    Given a new <operation> that will <fate>
    When the request is sent as it is, and then corrected
    Then the invalid request is refused and its correction succeeds
    And there is one effect

    Examples:
      | operation | fate         |
      | create    | be invalid   |
      | reverse   | be invalid   |
      | update    | be invalid   |
      | any       | lack its key |

  @KEY-8 @alone @chance
  Scenario Outline: A new <operation> that is corrected the moment it is refused succeeds
    Given a new <operation> that will be invalid
    When 20 requests like it are each corrected the moment they are refused
    Then each invalid request is refused and its correction succeeds

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @KEY-8 @optional
  Scenario Outline: A new <operation> that will be too large is refused and succeeds with the largest body
    Given a new <operation> that will be too large
    When the request is sent as it is, and then corrected
    Then the invalid request is refused and its correction succeeds
    And there is one effect

    Examples:
      | operation |
      | create    |

  @KEY-8 @optional
  Scenario Outline: A new <operation> that will be almost too large is executed
    Given a new <operation> that will be almost too large
    When the request is sent
    Then the response is a success
    And there is one effect

    Examples:
      | operation |
      | create    |

  @KEY-8 @optional
  Scenario Outline: A new <operation> that is refused for its credentials succeeds with the right ones
    Given a new <operation>
    When the request is sent with credentials that are refused, and then with its own
    Then the request is refused for its credentials, and done with the right ones
    And there is one effect

    Examples:
      | operation |
      | any       |

  @KEY-9
  Scenario Outline: Two requests for the same <operation> without a key are two operations
    Given a new <operation>
    When the request is sent twice without its key
    Then every response is a result of its own
    And there are two effects

    Examples:
      | operation       |
      | create          |
      | partial reverse |

  @KEY-9
  Scenario Outline: Two requests for the same <operation> under an empty key are two operations
    Given a new <operation>
    When the request is sent twice under an empty key
    Then every response is a result of its own
    And there are two effects

    Examples:
      | operation       |
      | create          |
      | partial reverse |

  @KEY-10
  Scenario Outline: A new <operation> under two keys is refused
    Given a new <operation>
    When the request is sent under two keys
    Then the request is refused for two keys
    And there is no effect

    Examples:
      | operation |
      | any       |

  @KEY-10
  Scenario Outline: A new <operation> under two keys uses neither of them up
    Given a new <operation>
    When the request is sent under two keys, and then under each of them
    Then neither key was used up

    Examples:
      | operation |
      | create    |
      | reverse   |
