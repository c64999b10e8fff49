-- A run is known by the job and the id that its caller gave it: this key is what makes it happen once (JOB-1, JOB-3).
create table job_runs (
  job          text not null,
  run_id       text not null,
  operation_id uuid not null,
  -- Fences the run: whoever takes it over writes a new token. Null when nobody is at work on it.
  token        uuid,
  started_at   timestamptz not null,
  -- Renewed with each step, so that only a run that no longer moves is taken over.
  claimed_at   timestamptz not null,
  done         bigint not null default 0,
  ended_at     timestamptz,
  primary key (job, run_id)
);

-- A commission is locked for as long as what it was earned by may be undone.
create table commission_locks (
  commission_id uuid primary key references commissions,
  amount        bigint not null,
  locked_until  timestamptz not null,
  released_at   timestamptz
);
create index commission_locks_by_time on commission_locks (locked_until) where released_at is null;

alter table ledger_entries drop constraint ledger_entries_entry_type_check;
alter table ledger_entries add check (entry_type in (
  'payment', 'refund', 'void', 'settlement', 'commission', 'commission_release', 'deposit', 'deposit_return',
  'charge', 'reversal', 'order', 'order_cancellation'));
