create table charges (
  id           uuid primary key,
  principal    text not null,
  amount       bigint not null check (amount > 0),
  currency     text not null,
  customer     text not null,
  reference    text not null,
  note         text,
  reversed     bigint not null check (reversed between 0 and amount),
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index charges_by_reference on charges (principal, reference);

create table reversals (
  id           uuid primary key,
  principal    text not null,
  charge_id    uuid not null references charges,
  amount       bigint not null check (amount > 0),
  currency     text not null,
  reference    text not null,
  note         text,
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index reversals_by_reference on reversals (principal, reference);
