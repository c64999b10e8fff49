Feature: Whoever is called is called for the operation and not for the attempt
  A payment provider or a shop may act and lose its answer too. What it did for an operation it did once, however often
  the operation is asked for.

  @EXT-1
  Scenario Outline: A <operation> whose provider <trouble> comes back under the same key
    Given a <operation> whose provider <trouble>
    When it is asked for until it is done
    Then each attempt at its provider carries the same key

    Examples:
      | operation | trouble          |
      | provider  | loses its answer |
      | provider  | hangs up         |
      | provider  | is down          |

  @EXT-2
  Scenario Outline: A <operation> whose provider <trouble> is not paid twice
    Given a <operation> whose provider <trouble>
    When it is asked for until it is done
    Then its provider acted once
    And there is one effect

    Examples:
      | operation | trouble          |
      | provider  | loses its answer |
      | provider  | answers too late |

  @EXT-3
  Scenario Outline: A <operation> asks a vendor that <trouble> only once
    Given a <operation> whose vendor <trouble>
    When the same request is sent 3 times
    Then its vendor was asked once

    Examples:
      | operation | trouble          |
      | vendor    | loses its answer |
      | vendor    | answers too late |

  @EXT-5
  Scenario Outline: A <operation> goes through though its provider takes it for a duplicate
    Given a <operation> whose provider takes it for a duplicate
    When the same request is sent
    Then every answer is a success
    And there is one effect

    Examples:
      | operation |
      | provider  |

  @STO-5
  Scenario Outline: A <operation> whose provider is down goes through when it is back
    Given a <operation> whose provider is down
    When it is asked for until it is done
    Then only the last answer is a success
    And its provider acted once

    Examples:
      | operation |
      | provider  |

  @RPL-10
  Scenario Outline: Repeating a <operation> asks its provider no more
    Given a completed <operation>
    When the same request is sent 5 times
    Then its provider was asked once

    Examples:
      | operation |
      | provider  |

  @CON-7
  Scenario Outline: Duplicates of a <operation> that race on different replicas ask its provider once
    Given a new <operation>
    When 20 duplicates race across the replicas until the stated confidence
    Then its provider was asked once

    Examples:
      | operation |
      | provider  |

  @EXT-7
  Scenario Outline: One operation id runs through all that a <operation> does
    Given a completed <operation>
    When its story is followed
    Then one operation id runs through it

    Examples:
      | operation |
      | provider  |

  @EXT-6
  Scenario Outline: What a <operation> takes is taken once, and then others are told that nothing is left
    Given a new <operation>
    When as many as fit are sent twice each, and then one more
    Then each that fits was done once
    And it is refused as beyond what is left

    Examples:
      | operation      |
      | partial create |
