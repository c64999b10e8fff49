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
      | create    |
      | reverse   |
      | update    |
      | delete    |

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
