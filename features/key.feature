Feature: A key names one operation
  The client names each unsafe operation with a key of its own. The key, and nothing else, tells a retry from a new wish.

  @KEY-1
  Scenario Outline: A <operation> without a key is refused
    Given a new <operation>
    When the request is sent without its key
    Then it is refused as missing its key
    And there is no effect

    Examples:
      | operation |
      | any       |

  @KEY-2
  Scenario Outline: Any legal key of a <operation> is accepted
    Given a new <operation>
    When one is sent under each kind of legal key
    Then every key is accepted

    Examples:
      | operation |
      | any       |

  @KEY-3
  Scenario Outline: An illegal key of a <operation> is refused clearly
    Given a new <operation>
    When it is sent under each kind of illegal key
    Then each is refused as a malformed key
    And there is no effect

    Examples:
      | operation |
      | any       |

  @KEY-4
  Scenario Outline: The key of a <operation> is exact
    Given a new <operation>
    When others are sent under keys that differ only in case and only at their end
    Then each is an operation of its own

    Examples:
      | operation |
      | any       |

  @KEY-5
  Scenario Outline: A <operation> under a fresh key is a fresh operation
    Given a completed <operation>
    When the same payload is sent under another key
    Then it is a new operation
    And there are two effects

    Examples:
      | operation       |
      | create          |
      | partial reverse |

  @KEY-6
  Scenario Outline: Reading the result of a <operation> needs no key and ignores one
    Given a completed <operation>
    When its result is read without a key, and twice with one
    Then the readings are alike and none is a replay

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @KEY-7
  Scenario Outline: A <operation> honours its key
    Given a completed <operation>
    When the same request is sent
    Then the answer is the first one, marked as replayed
    And there is one effect

    Examples:
      | operation |
      | any       |

  @KEY-8
  Scenario Outline: A <operation> that was refused as invalid goes through when it is corrected
    Given a new <operation> that will be invalid
    When the request is sent, corrected and sent again
    Then it was refused as invalid and then went through
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @KEY-9
  Scenario Outline: Two <operation> requests without a key share nothing
    Given a new <operation>
    When the request is sent twice without its key
    Then each is an operation of its own
    And there are two effects

    Examples:
      | operation       |
      | create          |
      | partial reverse |

  @KEY-10
  Scenario Outline: A <operation> under two keys is refused
    Given a new <operation>
    When the request is sent under two keys
    Then it is refused as a malformed key
    And there is no effect

    Examples:
      | operation |
      | any       |
