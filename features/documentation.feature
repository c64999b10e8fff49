Feature: A client developer can read how to retry
  A contract that only the server knows helps nobody. A client developer must find it in the description of the API.

  @DOC-1
  Scenario Outline: The description declares the contract of the <operation>
    Given the API description of the <operation>
    When it is read
    Then it says how to send a key
    And it says how a key is refused

    Examples:
      | operation |
      | any       |

  @DOC-2
  Scenario: The description says how long a key lives
    Given the API description
    When it is read
    Then it says how long a key lives

  @DOC-2
  Scenario: The description says when to retry
    Given the API description
    When it is read
    Then it says when to retry
