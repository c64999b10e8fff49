-- The ledger is for all that moves money: its subject is a payment, a booking, a charge ...
alter table ledger_entries drop constraint ledger_entries_payment_id_fkey;
alter table ledger_entries drop constraint ledger_entries_entry_type_check;
alter table ledger_entries rename column payment_id to subject_id;
alter table ledger_entries add check (entry_type in (
  'payment', 'refund', 'void', 'settlement', 'commission', 'deposit', 'deposit_return',
  'charge', 'reversal', 'order', 'order_cancellation'));
create index ledger_entries_by_subject on ledger_entries (subject_id);

alter table refunds add reason text;
alter table voids add reason text;
alter table voids add status text not null default 'succeeded';

-- The sandbox provider's own book: one row for each call, whatever became of the operation.
create table provider_calls (
  id           bigint generated always as identity primary key,
  operation_id uuid not null,
  kind         text not null,
  reference    text,
  called_at    timestamptz not null
);
create index provider_calls_by_reference on provider_calls (reference);
create index provider_calls_by_operation on provider_calls (operation_id);

-- What was asked to fail at its first attempt, and had it.
create table sandbox_attempts (
  word      text not null,
  operation text not null,
  primary key (word, operation)
);
