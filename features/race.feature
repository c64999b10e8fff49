Feature: Duplicates that arrive together have one effect
  A client that times out asks again while the first request still runs. One of them wins; the others are told the truth.

  @CON-1
  Scenario Outline: Racing duplicates of a <operation> have one effect
    Given a new <operation>
    When 20 duplicates race in 3 rounds
    Then each round has one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
      | delete    |

  @CON-2
  Scenario Outline: Losers of a <operation> are told the truth
    Given a new <operation>
    When 20 duplicates race in 3 rounds
    Then one wins and each loser gets its outcome or is told to wait

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
      | delete    |

  @CON-3
  Scenario Outline: A <operation> in progress says when to return
    Given a new <operation>
    When 20 duplicates race in 3 rounds
    Then each loser that is told to wait is told how long

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
      | delete    |

  @CON-4
  Scenario Outline: A loser of a <operation> that asks again gets the outcome
    Given 5 racing duplicates of a new <operation>
    When the losers ask again
    Then each gets the outcome of the winner

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
      | delete    |

  @CON-7
  Scenario Outline: Duplicates of a <operation> that race on different replicas have one effect
    Given a new <operation>
    When 20 duplicates race across the replicas in 3 rounds
    Then each round has one effect

    Examples:
      | operation |
      | create    |
      | reverse   |
      | update    |
      | delete    |
