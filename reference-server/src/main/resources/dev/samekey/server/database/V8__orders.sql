-- Lines and shipping are JSON as it was ordered; nothing looks into them again.
create table orders (
  id           uuid primary key,
  principal    text not null,
  customer     text not null,
  currency     text not null,
  total        bigint not null check (total > 0),
  lines        text not null,
  shipping     text not null,
  reference    text not null,
  note         text,
  status       text not null check (status in ('placed', 'cancelled')),
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index orders_by_reference on orders (principal, reference);

-- An order is cancelled at most once, whoever asks.
create table order_cancellations (
  id           uuid primary key,
  principal    text not null,
  order_id     uuid not null unique references orders,
  reference    text not null,
  note         text,
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index order_cancellations_by_reference on order_cancellations (principal, reference);
