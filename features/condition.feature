Feature: A condition and a key work together
  An update may say which version it changes. A stale one is refused; the retry of one that succeeded is not stale.

  @CND-1
  Scenario Outline: A stale <operation> is refused
    Given a new <operation> that will be stale
    When the request is sent
    Then the request is refused for a stale condition
    And there is no effect

    Examples:
      | operation |
      | update    |

  @CND-1
  Scenario Outline: Another <operation> of the version that one has changed is refused
    Given a completed <operation> that depended on a version
    When the request is sent again with another payload under another key
    Then the request is refused for a stale condition
    And there is one effect

    Examples:
      | operation |
      | update    |

  @CND-2
  Scenario Outline: The retry of a conditional <operation> is replayed
    Given a completed <operation> that depended on a version
    When the request is sent again
    Then the response is the same as the first
    And there is one effect

    Examples:
      | operation |
      | update    |

  @CND-3
  Scenario Outline: A stale <operation> that comes back for the current version gets what the contract says
    Given a new <operation> that will be stale
    When the request is sent as it is, and then for the current version
    Then the refusal as stale is kept under its key, or not, as the contract says
    And there is an effect only if one succeeded

    Examples:
      | operation |
      | update    |
