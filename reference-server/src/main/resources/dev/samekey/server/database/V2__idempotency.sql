-- The unique key is what makes an operation happen once: every race ends here (STO-6).
create table idempotency_records (
  scope            text not null,
  key              text not null,
  payload_hash     text not null,
  state            text not null check (state in ('in_progress', 'completed', 'failed')),
  -- Fences the claim: whoever takes it over writes a new token, and the old one commits nothing any more (TTL-8).
  token            uuid not null,
  operation_id     uuid not null,
  status_code      integer,
  response_headers text,
  response_body    text,
  error_code       text,
  created_at       timestamptz not null,
  claimed_at       timestamptz not null,
  completed_at     timestamptz,
  expires_at       timestamptz not null,
  primary key (scope, key),
  check ((state = 'in_progress') = (completed_at is null))
);
create index idempotency_records_by_expiry on idempotency_records (expires_at);
