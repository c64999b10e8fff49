create table partners (
  id           uuid primary key,
  principal    text not null,
  name         text not null,
  email        text not null,
  reference    text not null,
  note         text,
  version      integer not null check (version > 0),
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index partners_by_reference on partners (principal, reference);

-- What happened to a partner outlives it, as do its commissions.
create table partner_changes (
  id           uuid primary key,
  principal    text not null,
  partner_id   uuid not null,
  kind         text not null check (kind in ('created', 'updated', 'deleted')),
  reference    text not null,
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index partner_changes_by_reference on partner_changes (principal, reference);

create table commissions (
  id           uuid primary key,
  principal    text not null,
  partner_id   uuid not null,
  amount       bigint not null check (amount > 0),
  currency     text not null,
  reference    text not null,
  note         text,
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index commissions_by_reference on commissions (principal, reference);
