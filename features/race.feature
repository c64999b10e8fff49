Feature: Duplicates that arrive together have one effect
  A client that times out asks again while the first request still runs. One of them wins; the others are told the truth.

  @CON-1
  Scenario Outline: Racing duplicates of a <operation> have one effect
    Given a new <operation>
    When 20 duplicates race until the stated confidence
    Then each round has one effect

    Examples:
      | operation |
      | any       |

  @CON-2
  Scenario Outline: Losers of a <operation> are told the truth
    Given a new <operation>
    When 20 duplicates race until the stated confidence
    Then one wins and each loser gets its outcome or is told to wait

    Examples:
      | operation |
      | any       |

  @CON-3
  Scenario Outline: A <operation> in progress says when to return
    Given a new <operation>
    When 20 duplicates race until one is told to wait
    Then each loser that is told to wait is told how long

    # What is taken away is often gone too soon for anybody to wait.
    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-4
  Scenario Outline: A loser of a <operation> that asks again gets the outcome
    Given a new <operation>
    And 5 duplicates race until one is told to wait
    When the losers ask again
    Then each gets the outcome of the winner

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-5
  Scenario Outline: Two payloads that race for the key of a <operation> have one winner
    Given a new <operation>
    When 20 requests with two payloads race for one key until the stated confidence
    Then one payload wins and each other is refused as a mismatch or told to wait
    And each round has one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-6
  Scenario Outline: A slow <operation> does not hold up others
    Given a slow <operation> in progress
    When others are sent under keys of their own
    Then every one of them succeeds without waiting for it

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-7
  Scenario Outline: Duplicates of a <operation> that race on different replicas have one effect
    Given a new <operation>
    When 20 duplicates race across the replicas until the stated confidence
    Then each round has one effect

    Examples:
      | operation |
      | any       |

  @CON-8
  Scenario Outline: Waiting for a slow <operation> is bounded
    Given a slow <operation> in progress
    When the same request is sent
    Then the wait ended within the contract's bound

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-9
  Scenario Outline: What is left for a <operation> is spent once
    Given a new <operation>
    When 10 of them under keys of their own race for what is left
    Then no more go through than fit

    Examples:
      | operation       |
      | partial reverse |
      | partial create  |

  @CON-10
  Scenario Outline: A slow <operation> is not overtaken
    Given a slow <operation> in progress
    When the same request is sent until it is done
    Then each gets its outcome or is told to wait
    And there is one effect when all is done

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-11
  Scenario Outline: A duplicate of a failing <operation> gets no failure of its own
    Given a slow <operation> in progress that will fail
    When the same request is sent, and again when it has failed
    Then the duplicate got the failure or was told to wait, and the retry went through
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
