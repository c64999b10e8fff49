Feature: Ours

  @RPL-2 @SHOP-17
  Scenario: A payment is repeated
    Given a completed payment
    When the request is sent again
    Then the response has the body of the first
