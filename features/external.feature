Feature: A downstream service is called for the operation, not for the attempt
  A payment provider or a shop may act and lose its response too. It acts once for an operation, however often the operation
  is retried.

  @EXT-1
  Scenario Outline: A new <operation> whose provider <trouble> calls it again under the same key
    Given a new <operation> whose provider <trouble>
    When the request is sent until it succeeds
    Then its provider got the same key in each attempt

    Examples:
      | operation | trouble            |
      | provider  | loses its response |
      | provider  | hangs up           |
      | provider  | is down            |

  @EXT-2
  Scenario Outline: A new <operation> whose provider <trouble> is paid once
    Given a new <operation> whose provider <trouble>
    When the request is sent until it succeeds
    Then its provider acted once
    And there is one effect

    Examples:
      | operation | trouble            |
      | provider  | loses its response |
      | provider  | responds too late  |

  @EXT-2 @crash
  Scenario Outline: A new <operation> interrupted while its provider works is paid once
    Given a new <operation> interrupted by a crash while its provider works
    When the request is sent until it succeeds
    Then its provider acted once
    And there is one effect

    Examples:
      | operation |
      | provider  |

  @EXT-2 @crash @optional
  Scenario Outline: A new <operation> interrupted while its provider works is paid once when another replica gets the retry
    Given a new <operation> interrupted by a crash while its provider works
    When the request is sent until it succeeds at another replica
    Then its provider acted once
    And there is one effect

    Examples:
      | operation |
      | provider  |

  @EXT-3
  Scenario Outline: A new <operation> whose vendor <trouble> calls it only once
    Given a new <operation> whose vendor <trouble>
    When the request is sent again 3 times
    Then its vendor was called once

    Examples:
      | operation | trouble            |
      | vendor    | loses its response |
      | vendor    | responds too late  |

  @EXT-3 @crash
  Scenario Outline: A new <operation> interrupted while its vendor works calls it only once
    Given a new <operation> interrupted by a crash while its vendor works
    When the request is sent until it succeeds
    Then its vendor was called once

    Examples:
      | operation |
      | vendor    |

  @EXT-4
  Scenario Outline: There is one message about a new <operation> after any number of retries
    Given a new <operation> whose sink is down once
    When the request is sent again 3 times
    And two later ones are reported
    Then there is one message about it

    Examples:
      | operation |
      | sink      |

  @EXT-4 @chance
  Scenario Outline: There is one message about a new <operation> after any number of simultaneous duplicates
    Given a new <operation>
    When 10 simultaneous duplicates are sent
    And two later ones are reported
    Then each round has one message

    Examples:
      | operation |
      | sink      |

  @EXT-5
  Scenario Outline: A new <operation> succeeds when its provider reports a duplicate
    Given a new <operation> whose provider reports a duplicate
    When the request is sent again
    Then every response is a success
    And there is one effect

    Examples:
      | operation |
      | provider  |

  @EXT-6
  Scenario Outline: A new <operation> takes what is left once, and the next one is refused
    Given a new <operation>
    When as many requests as fit are sent twice each, and then one more
    Then each request that fits is done once
    And the request is refused for exceeding what is left

    Examples:
      | operation      |
      | partial create |

  @EXT-7
  Scenario Outline: One operation id runs through everything that a completed <operation> does
    Given a completed <operation>
    When its traces are collected
    Then all of them carry one operation id

    Examples:
      | operation |
      | provider  |
