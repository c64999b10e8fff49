Feature: A client retries safely
  A client gives each operation one key, repeats what may succeed later, and stops when it cannot.

  @CLI-1
  Scenario Outline: Each retry after <failure> has the key of the first attempt
    Given a service that fails every operation once with <failure>
    When the client performs one operation
    Then every attempt has the key of the first attempt

    Examples:
      | failure                                            |
      | an internal error                                  |
      | no response                                        |
      | a lost response                                    |
      | a reset connection                                 |
      | a truncated response                               |
      | a lost response and then an operation in progress  |

  @CLI-1 @fast-clock
  Scenario: Each of many retries has the key of the first attempt
    Given a service that fails every operation always with an unavailable service
    When the client performs one operation
    Then every attempt has the key of the first attempt

  @CLI-2
  Scenario: Different operations have different keys
    Given a service that answers every operation
    When the client performs two hundred operations at once
    Then every operation has a key of its own

  @CLI-2
  Scenario: Two operations with the same payload have different keys
    Given a service that answers every operation
    When the client performs two operations with the same payload
    Then every operation has a key of its own

  @CLI-2
  Scenario: Two clients never use the same key
    Given a service that answers every operation
    When two clients perform fifty operations each at once
    Then every operation has a key of its own

  @CLI-2
  Scenario: Keys cannot be guessed
    Given a service that answers every operation
    When the client performs two hundred operations at once
    Then the keys are random

  @CLI-3
  Scenario Outline: Each retry after <failure> is the same request
    Given a service that fails every operation once with <failure>
    When the client performs one operation
    Then every attempt is the same request

    Examples:
      | failure            |
      | a rate limit       |
      | no response        |
      | a lost response    |
      | a reset connection |

  @CLI-3 @fast-clock
  Scenario: Each of many retries is the same request
    Given a service that fails every operation always with an unavailable service
    When the client performs one operation
    Then every attempt is the same request

  @CLI-4
  Scenario Outline: The client retries after <failure>
    Given a service that fails every operation once with <failure>
    When the client performs one operation
    Then the client has made two attempts
    And every operation succeeds

    Examples:
      | failure                |
      | a rate limit           |
      | an internal error      |
      | a bad gateway          |
      | an unavailable service |
      | a gateway timeout      |
      | no response            |
      | a lost response        |
      | a reset connection     |
      | a closed connection    |
      | a truncated response   |

  @CLI-4
  Scenario: The client retries until the service works again
    Given a service that fails every operation twice with an unavailable service
    When the client performs one operation
    Then the client has made three attempts
    And every operation succeeds

  @CLI-4
  Scenario: The client retries after a refused connection
    Given a service that refuses connections for a time
    When the client performs one operation
    Then every operation succeeds

  @CLI-4
  Scenario: The client waits for a response that is slow
    Given a client that has done operations before
    And a service that answers every operation slowly
    When the client performs one operation
    Then the client has made one attempt
    And every operation succeeds

  @CLI-5
  Scenario Outline: The client does not retry after <failure>
    Given a service that fails every operation always with <failure>
    When the client performs one operation
    Then the client has made one attempt
    And the client reports the last failure

    Examples:
      | failure                |
      | an invalid request     |
      | missing credentials    |
      | a lack of permission   |
      | an unknown resource    |
      | a declined operation   |
      | a reused key           |

  @CLI-6
  Scenario: An operation in progress is retried until its result is there
    Given a service that fails every operation once with a lost response and then an operation in progress
    When the client performs one operation
    Then the client has made three attempts
    And every retry waits
    And every operation succeeds
    And every operation has one effect

  @CLI-6
  Scenario: A request that is too early is retried
    Given a service that fails every operation once with a request that is too early
    When the client performs one operation
    Then the client has made two attempts
    And every retry waits
    And every operation succeeds

  @CLI-7
  Scenario Outline: No retry is earlier than <wait>
    Given a client that retries after an unavailable service
    And a service that asks every operation once to wait <wait>
    When the client performs one operation
    Then no retry is earlier than the service asked

    Examples:
      | wait                        |
      | two seconds                 |
      | until a date in two seconds |

  @CLI-7
  Scenario: A client that is asked to wait for too long gives up or waits
    Given a client that retries after an unavailable service
    And a service that asks every operation once to wait for a long time
    When the client performs three operations
    Then no retry is earlier than the service asked
    And the client gives up where the contract lets it wait no longer

  @CLI-7
  Scenario Outline: No retry after <failure> is earlier than the service asked
    Given a client that retries after <failure>
    And a service that asks every operation once to wait two seconds, with <failure>
    When the client performs one operation
    Then no retry is earlier than the service asked

    Examples:
      | failure                  |
      | a rate limit             |
      | an operation in progress |

  @CLI-7
  Scenario Outline: A client that is asked to wait <wait> still retries
    Given a client that retries after an unavailable service
    And a service that asks every operation once to wait <wait>
    When the client performs one operation
    Then the client has made two attempts
    And every operation succeeds

    Examples:
      | wait                  |
      | until a date gone by  |
      | less than no time     |
      | an unreadable time    |

  @CLI-8 @fast-clock
  Scenario: Each delay is within its bounds
    Given a client that has done operations before
    And a service that fails every operation always with an internal error
    When the client performs sixty operations in groups of ten
    Then every delay is within its bounds

  @CLI-8 @fast-clock
  Scenario: A wait that asks for no time or cannot be read shortens no delay
    Given a client that has done operations before
    And a service that asks every operation always to wait a time that cannot be kept
    When the client performs twenty-one operations
    Then no retry is earlier than the contract says

  @CLI-9 @fast-clock
  Scenario: The delays of many operations fill their bounds
    Given a client that has done operations before
    And a service that fails every operation always with an internal error
    When the client performs a hundred operations at once
    Then the delays fill their bounds

  @CLI-9 @fast-clock
  Scenario: Two clients do not retry together
    Given a service that fails every operation twice with an internal error
    When two clients perform thirty operations each, one after another
    Then the two clients do not retry together

  @CLI-10
  Scenario Outline: The client stops when every attempt ends with <failure>
    Given a service that fails every operation always with <failure>
    When the client performs one operation
    Then the client stops within its attempts
    And the client stops within its time
    And the client reports the last failure

    Examples:
      | failure                |
      | an unavailable service |
      | no response            |
      | a reset connection     |

  @CLI-10
  Scenario: The client stops although it is always asked to wait
    Given a service that asks every operation always to wait four seconds
    When the client performs one operation
    Then the client stops within its attempts
    And the client stops within its time

  @CLI-10 @fast-clock
  Scenario: The client reports the failure of its last attempt
    Given a client that reports the status of a failure
    And a service that fails every operation always with an internal error after an unavailable service
    When the client performs one operation
    Then the client reports the last failure

  @CLI-11
  Scenario Outline: The client reports every attempt after <failure>
    Given a client that has done operations before
    And a service that fails every operation once with <failure>
    When the client performs one operation
    Then the client reports as many attempts as arrived

    Examples:
      | failure                |
      | an unavailable service |
      | no response            |
      | a reset connection     |
      | a closed connection    |
      | a truncated response   |

  @CLI-11 @fast-clock
  Scenario: The client reports every attempt when nothing helps
    Given a service that fails every operation always with an unavailable service
    When the client performs one operation
    Then the client reports as many attempts as arrived

  @CLI-12 @fast-clock
  Scenario: An operation that is given up is parked, whatever has failed
    Given a service that fails every operation always, each in a way of its own
    When the client performs three operations
    Then every operation is parked

  @CLI-12 @fast-clock
  Scenario: A parked operation is resumed with its key
    Given an operation that the client has given up
    When the service works again and the client resumes the operation
    Then every attempt has the key of the first attempt
    And every attempt has the payload of the first attempt
    And every operation succeeds
    And every operation has one effect

  @CLI-12 @fast-clock
  Scenario: A parked operation survives the end of its client
    Given an operation that the client has given up
    When the service works again and another process of the client resumes the operation
    Then every attempt has the key of the first attempt
    And every attempt has the payload of the first attempt
    And every operation succeeds
    And every operation has one effect

  @CLI-13
  Scenario: A success after a redirect is one that was done
    Given a service that redirects every operation once, each in a way of its own
    When the client performs five operations
    Then the client reports no success of what was not done under its key
