Feature: Simultaneous duplicates have one effect
  A client that times out retries while its first request is still in progress. One request wins. Each other one gets a correct response.

  @CON-1 @chance
  Scenario Outline: Simultaneous duplicates of a new <operation> have one effect
    Given a new <operation>
    When 20 simultaneous duplicates are sent
    Then each round has one effect

    Examples:
      | operation |
      | any       |

  @CON-2 @chance
  Scenario Outline: Each loser among simultaneous duplicates of a new <operation> gets a correct response
    Given a new <operation>
    When 20 simultaneous duplicates are sent
    Then one request wins and each loser gets a correct response

    Examples:
      | operation |
      | any       |

  @CON-3 @chance
  Scenario Outline: A response that a new <operation> is in progress says when to retry
    Given a new <operation>
    When 20 simultaneous duplicates are sent, and each that is refused as in progress is sent again
    Then each refusal says when to retry

    # What is taken away is often gone too soon for anybody to wait.
    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-3
  Scenario Outline: Each replica says of a slow <operation> in progress when to retry
    Given a slow <operation> in progress
    When the request is sent again to each replica
    Then each refusal says when to retry

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-4 @chance
  Scenario Outline: A loser among simultaneous duplicates of a new <operation> gets the outcome when it retries
    Given a new <operation>
    When 5 simultaneous duplicates are sent, and each that is refused as in progress is sent again
    Then every response is that of the winner

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-5 @chance
  Scenario Outline: Two simultaneous payloads under the key of a new <operation> have one winner
    Given a new <operation>
    When 20 simultaneous requests with two payloads under one key are sent
    Then one request wins and each loser gets a correct response
    And each round has one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-6
  Scenario Outline: A slow <operation> does not delay others
    Given a slow <operation> in progress
    When other requests are sent under keys of their own
    Then they succeed without waiting for it

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-7 @chance
  Scenario Outline: Simultaneous duplicates of a new <operation> on different replicas have one effect
    Given a new <operation>
    When 20 simultaneous duplicates to all replicas are sent
    Then each round has one effect

    Examples:
      | operation |
      | any       |

  @CON-7 @chance
  Scenario Outline: Simultaneous duplicates of a new <operation> on different replicas call its provider once
    Given a new <operation>
    When 20 simultaneous duplicates to all replicas are sent
    Then its provider was called once

    Examples:
      | operation |
      | provider  |

  @CON-7
  Scenario Outline: A duplicate of a slow <operation> on another replica does not overtake it
    Given a slow <operation> in progress
    When the request is sent again to another replica
    Then each duplicate gets its outcome or is refused as in progress
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-7 @alone @optional
  Scenario Outline: The restart of another replica does not touch a slow <operation> in progress
    Given a slow <operation> in progress while another replica restarts
    When the request is sent again to another replica
    Then each duplicate gets its outcome or is refused as in progress
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @CON-8
  Scenario Outline: A duplicate of a slow <operation> does not wait longer than the contract allows
    Given a new <operation> that will be slow
    When 3 requests like it are each duplicated while in progress
    Then a duplicate is answered within the longest wait of the contract

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-9 @chance
  Scenario Outline: Simultaneous requests for a new <operation> do not exceed what is left
    Given a new <operation>
    When 10 simultaneous requests under keys of their own are sent
    Then no more succeed than fit

    Examples:
      | operation       |
      | partial reverse |
      | partial create  |

  @CON-9 @chance
  Scenario Outline: Simultaneous reversals of a completed <operation> take back no more than there is
    Given a completed <operation>
    When 10 simultaneous reversals of every kind are sent
    Then no more succeed than fit

    Examples:
      | operation |
      | create    |

  @CON-10
  Scenario Outline: A duplicate does not overtake a slow <operation>
    Given a slow <operation> in progress
    When duplicates are sent until it ends and once after it
    Then each duplicate gets its outcome or is refused as in progress
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |

  @CON-10 @alone @optional
  Scenario Outline: A duplicate does not overtake a slow <operation> just before its processing timeout
    Given a slow <operation> in progress that is nearly as old as its processing timeout
    When the request is sent again 2 times
    Then each duplicate gets its outcome or is refused as in progress
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |

  @CON-11
  Scenario Outline: A duplicate of a failing <operation> does not fail on its own
    Given a slow <operation> in progress that will fail
    When duplicates are sent until it ends and once after it
    Then no duplicate fails on its own and the last one succeeds
    And there is one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
