create table payments (
  id           uuid primary key,
  principal    text not null,
  amount       bigint not null check (amount > 0),
  currency     text not null,
  payer        text not null,
  payee        text not null,
  reference    text not null,
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index payments_by_reference on payments (principal, reference);

create table refunds (
  id           uuid primary key,
  payment_id   uuid not null references payments,
  principal    text not null,
  amount       bigint not null check (amount > 0),
  currency     text not null,
  reference    text not null,
  status       text not null check (status in ('pending', 'succeeded')),
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index refunds_by_reference on refunds (principal, reference);
create index refunds_by_payment on refunds (payment_id);

-- A payment is voided at most once, whoever asks.
create table voids (
  id           uuid primary key,
  payment_id   uuid not null unique references payments,
  principal    text not null,
  reference    text not null,
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index voids_by_reference on voids (principal, reference);

-- Money in is positive, money out negative. A settlement repeats the amount of the refund that it confirms.
create table ledger_entries (
  id           bigint generated always as identity primary key,
  entry_type   text not null check (entry_type in ('payment', 'refund', 'void', 'settlement')),
  amount       bigint not null,
  payment_id   uuid not null references payments,
  operation_id uuid not null,
  reference    text not null,
  created_at   timestamptz not null
);
create index ledger_entries_by_reference on ledger_entries (reference);
create index ledger_entries_by_operation on ledger_entries (operation_id);
