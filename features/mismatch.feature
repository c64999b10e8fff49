Feature: A key belongs to its payload
  A key that is sent with another payload is a mistake of the client. The request is refused and nothing happens.

  @MIS-1
  Scenario Outline: Another payload under the key of a completed <operation> gets what the contract says
    Given a completed <operation>
    When the request is sent again with another payload
    Then the response is as the contract says for a payload mismatch

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-1
  Scenario Outline: Another payload under the key of a completed <operation> that failed at first gets what the contract says
    Given a completed <operation> that failed at first
    When the request is sent again with another payload
    Then the response is as the contract says for a payload mismatch
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-1
  Scenario Outline: Another payload under the key of a declined <operation> gets what the contract says
    Given a declined <operation>
    When the request is sent again with another payload
    Then the response is as the contract says for a payload mismatch
    And there is no effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @MIS-2
  Scenario Outline: A payload mismatch after a completed <operation> changes nothing
    Given a completed <operation>
    When the request is sent again with another payload, and then unchanged
    Then there is one effect
    And the response is the same as the first

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-3
  Scenario Outline: Member order and white space of a completed <operation> do not count
    Given a completed <operation>
    When the request is sent again with its members in another order
    Then the response is the same as the first
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-4
  Scenario Outline: Equal numbers and texts of a completed <operation> are equal in every notation
    Given a completed <operation>
    When the request is sent again in other notations
    Then every response is the same as the first
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-5
  Scenario Outline: Volatile fields of a completed <operation> do not count
    Given a completed <operation>
    When the request is sent again with other volatile fields
    Then the response is the same as the first
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-6
  Scenario Outline: Every intent field of a completed <operation> counts
    Given a completed <operation>
    When the request is sent again with each intent field changed in turn
    Then each request is refused for a payload mismatch
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-6
  Scenario Outline: Every added or removed member of a new <operation> counts
    Given a new <operation>
    When the request is sent with members added and removed in turn
    Then no request is mistaken for another
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-6
  Scenario Outline: Every part of a completed <operation> outside its payload counts
    Given a completed <operation>
    When the request is sent again with each part outside its payload changed in turn
    Then no request is mistaken for another

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-7
  Scenario Outline: A payload mismatch after a completed <operation> reveals nothing
    Given a completed <operation>
    When the request is sent again with another payload, after an unrelated one
    Then the response reveals nothing of the first request

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-8
  Scenario Outline: Another payload under the key of a slow <operation> in progress is refused
    Given a slow <operation> in progress
    When requests with another payload are sent until it ends and once after it
    Then each request is refused for a payload mismatch or a request in progress
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-9
  Scenario Outline: The stored fingerprint of a completed <operation> is a digest
    Given a completed <operation>
    When its record is read
    Then its record has a digest as its fingerprint

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @MIS-10
  Scenario Outline: Two payloads of a new <operation> that look alike are two payloads
    Given a new <operation>
    When the request is sent with payloads that only look alike
    Then no request is mistaken for another

    Examples:
      | operation |
      | create    |
      | reverse   |
