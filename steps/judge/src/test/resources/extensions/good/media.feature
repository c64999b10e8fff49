Feature: What Acme promises, too

  @slow @ACME-1
  Scenario Outline: A repeated <operation> has the media type of the first response
    Given a completed <operation>
    When the request is sent again
    Then the response has the media type of the first

    Examples:
      | operation |
      | create    |
