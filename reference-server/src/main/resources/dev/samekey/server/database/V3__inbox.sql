-- An event is known by its source and its id together (EVT-4).
create table inbox (
  source       text not null,
  event_id     text not null,
  payload_hash text not null,
  received_at  timestamptz not null,
  processed_at timestamptz,
  result       text,
  primary key (source, event_id)
);
