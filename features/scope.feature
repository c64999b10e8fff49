Feature: A key means something only where it was made
  Two clients may choose the same key, and one client may use a key on two routes. None gets the response of another.

  @SCP-1
  Scenario Outline: The same key from another principal is a new <operation>
    Given a completed <operation>
    When a new request is sent by another principal under the same key
    Then the response is a new result
    And there are two effects

    Examples:
      | operation |
      | create    |
      | reverse   |

  @SCP-1
  Scenario Outline: The same key with another payload from another principal is a new <operation>
    Given a completed <operation>
    When a new request is sent by another principal with another payload under the same key
    Then the response is a new result
    And there are two effects

    Examples:
      | operation |
      | create    |
      | reverse   |

  @SCP-1
  Scenario Outline: A completed <operation> keeps its outcome when another principal uses its key
    Given a completed <operation> whose key another principal has used since
    When the request is sent again
    Then the response is the same as the first
    And there are two effects

    Examples:
      | operation |
      | create    |
      | reverse   |

  @SCP-1 @optional
  Scenario Outline: The key of a slow <operation> in progress is a new key for another principal
    Given a slow <operation> in progress
    When a new request is sent by another principal under the same key
    Then it gets a result of its own while the slow one is in progress
    And there are two effects

    Examples:
      | operation |
      | create    |
      | reverse   |

  @SCP-2
  Scenario Outline: The response to a completed <operation> never reaches another principal
    Given a completed <operation>
    When the request is sent again by another principal
    Then the response reveals nothing of the first request

    Examples:
      | operation |
      | any       |

  @SCP-3
  Scenario Outline: The key of a completed <operation> means nothing on another route
    Given a completed <operation>
    When a new request is sent to another operation under the same key
    Then the response is what the contract says of another route

    Examples:
      | operation |
      | any       |

  @SCP-3
  Scenario Outline: The same payload and key as a completed <operation> <place> is no replay
    Given a completed <operation>
    When a new request is sent <place> with the same payload under the same key
    Then the response is what the contract says of another route

    Examples:
      | operation | place                |
      | create    | to another operation |
      | reverse   | to another operation |
      | update    | to another operation |
      | create    | for another parent   |
      | reverse   | for another parent   |
      | update    | for another parent   |

  @SCP-4
  Scenario Outline: The same key in another tenant is a new <operation>
    Given a completed <operation>
    When a new request is sent in another tenant under the same key
    Then the response is a new result
    And there are two effects

    Examples:
      | operation |
      | create    |
      | reverse   |

  @SCP-4
  Scenario Outline: A completed <operation> keeps its outcome when another tenant uses its key
    Given a completed <operation> whose key another tenant has used since
    When the request is sent again
    Then the response is the same as the first
    And there are two effects

    Examples:
      | operation |
      | create    |
      | reverse   |

  @SCP-4 @optional
  Scenario Outline: The key of a slow <operation> in progress is a new key in another tenant
    Given a slow <operation> in progress
    When a new request is sent in another tenant under the same key
    Then it gets a result of its own while the slow one is in progress
    And there are two effects

    Examples:
      | operation |
      | create    |
      | reverse   |

  @SCP-4
  Scenario Outline: The response to a completed <operation> never reaches another tenant
    Given a completed <operation>
    When the request is sent again in another tenant
    Then the response reveals nothing of the first request

    Examples:
      | operation |
      | any       |

  @SCP-5
  Scenario Outline: A completed <operation> is the same over another connection
    Given a completed <operation>
    When the request is sent again over another connection
    Then the response is the same as the first
    And there is one effect

    Examples:
      | operation |
      | any       |

  @SCP-5 @optional
  Scenario Outline: A completed <operation> is the same for another principal of the same tenant
    Given a completed <operation>
    When the request is sent again by another principal of the same tenant
    Then the response is the same as the first
    And there is one effect

    Examples:
      | operation |
      | any       |

  @SCP-6
  Scenario Outline: A caller without credentials who knows the key of a completed <operation> learns nothing
    Given a completed <operation>
    When the request is sent again without credentials
    Then the request is refused for missing credentials
    And the response reveals nothing of the first request

    Examples:
      | operation |
      | any       |
