Feature: Who calls the API can read how to retry
  A contract that only the server knows helps nobody: a client developer must find it in the API's own description.

  @DOC-1
  Scenario Outline: The description declares the contract of a <operation>
    Given the description of a <operation>
    When it is read
    Then it declares the key
    And it declares how a request is refused on account of its key

    Examples:
      | operation |
      | any       |

  @DOC-2
  Scenario: The description says how long a key lives
    Given the description
    When it is read
    Then it says how long a key lives

  @DOC-2
  Scenario: The description says what to retry
    Given the description
    When it is read
    Then it says when to retry
