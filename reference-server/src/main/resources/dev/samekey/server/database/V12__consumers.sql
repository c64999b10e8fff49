-- An event is kept whole, so that it can be handled again.
alter table inbox add column type text;
alter table inbox add column payload text;
-- When the same id came with another payload for the first time (EVT-10).
alter table inbox add column flagged_at timestamptz;

-- How far each handler is with each event: none waits for another, none suppresses another (EVT-5).
create table inbox_handlings (
  id              uuid primary key default gen_random_uuid(),
  source          text not null,
  event_id        text not null,
  handler         text not null,
  state           text not null default 'pending' check (state in ('pending', 'done', 'dead')),
  attempts        integer not null default 0,
  next_attempt_at timestamptz not null,
  error           text,
  unique (source, event_id, handler),
  foreign key (source, event_id) references inbox
);
create index inbox_handlings_by_time on inbox_handlings (next_attempt_at) where state = 'pending';

-- What a handler has given up, for an operator to look at and to have tried again (EVT-8).
create table dead_letters (
  id          uuid primary key references inbox_handlings,
  source      text not null,
  event_id    text not null,
  handler     text not null,
  payload     text not null,
  attempts    integer not null,
  error       text not null,
  died_at     timestamptz not null,
  redriven_at timestamptz
);
create index dead_letters_by_event on dead_letters (event_id);

-- One row for each event that was counted.
create table event_counts (
  id         bigint generated always as identity primary key,
  source     text not null,
  event_id   text not null,
  type       text not null,
  reference  text,
  counted_at timestamptz not null
);
create index event_counts_by_reference on event_counts (reference);

alter table refunds drop constraint refunds_status_check;
alter table refunds add check (status in ('pending', 'processing', 'succeeded'));

-- What a shop tells of an order that a partner has brought in.
create table shop_orders (
  id           uuid primary key,
  principal    text not null,
  partner_id   uuid not null,
  reference    text not null,
  status       text not null check (status in ('placed', 'completed')),
  operation_id uuid not null,
  created_at   timestamptz not null,
  unique (partner_id, reference)
);
create index shop_orders_by_reference on shop_orders (principal, reference);
