-- What others are to be told, written in the transaction of what it tells of: the two commit together, or neither does.
create table outbox (
  -- Derived from operation and kind, so an operation has one message of a kind however often it is attempted.
  id              uuid primary key,
  destination     text not null,
  kind            text not null,
  operation_id    uuid not null,
  body            text not null,
  created_at      timestamptz not null,
  -- When the next attempt is due stands in scheduled_tasks, whose instance is the id.
  attempts        integer not null default 0,
  acknowledged_at timestamptz
);
create index outbox_by_operation on outbox (operation_id);
