Feature: What Acme promises besides

  @slow @ACME-1
  Scenario Outline: A repeated <operation> has the media type of the first
    Given a completed <operation>
    When the same request is sent
    Then the answer has the media type of the first

    Examples:
      | operation |
      | create    |
