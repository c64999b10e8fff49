-- A claim that was given back leaves its operation's id behind: the next attempt goes on as the same operation, for that
-- is the name by which others may know it already (EXT-1).
create table released_operations (
  scope        text not null,
  key          text not null,
  payload_hash text not null,
  operation_id uuid not null,
  expires_at   timestamptz not null,
  primary key (scope, key, payload_hash)
);
create index released_operations_by_expiry on released_operations (expires_at);

create table rewards (
  id           uuid primary key,
  principal    text not null,
  partner_id   uuid not null,
  gift         text not null,
  shop_order   text not null,
  reference    text not null,
  note         text,
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index rewards_by_reference on rewards (principal, reference);

-- What the shop was asked for, written before it was asked: it knows no keys, so this is what keeps it from being asked
-- twice (EXT-3).
create table shop_purchases (
  operation_id uuid primary key,
  asked_at     timestamptz not null,
  shop_order   text
);

-- The stand-in shop's own book: one row for each order, whatever became of the operation.
create table sandbox_shop_orders (
  id           bigint generated always as identity primary key,
  operation_id uuid not null,
  reference    text not null
);
create index sandbox_shop_orders_by_operation on sandbox_shop_orders (operation_id);
