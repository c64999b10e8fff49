Feature: A client has a budget for its retries
  Retries must not multiply the load of a service that is down. A client spends a share of its requests on them, and no more.

  @BUD-1
  Scenario: The retries of an outage stay within the budget
    Given a service that fails every operation always with an unavailable service
    When the client performs two hundred operations at once
    Then the retries stay within the budget

  @BUD-1 @fast-clock
  Scenario: The retries of a long outage stay within the budget
    Given a service that fails every operation always with an unavailable service
    When the client performs two hundred operations in groups of ten
    Then the retries stay within the budget

  @BUD-2
  Scenario: A failure past the budget is reported at once
    Given a client that has done operations before
    And an outage that has used up the budget of the client
    When the client performs twenty operations at once
    Then every operation without a retry fails at once

  @BUD-3 @fast-clock
  Scenario: The budget comes back with the successes
    Given an outage that has used up the budget of the client
    And a service that has answered enough operations to fill the budget
    When the client performs one operation that fails once
    Then the client has made two attempts
    And every operation succeeds

  @BUD-3 @fast-clock
  Scenario: The budget does not come back with refusals
    Given an outage that has used up the budget of the client
    And a service that has refused as many operations as would fill the budget
    When the client performs one operation that fails once
    Then the client has made one attempt
