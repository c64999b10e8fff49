-- However bookings race, the database itself gives no berth away that is not there.
create table cabins (
  id           uuid primary key,
  principal    text not null,
  name         text not null,
  berths       bigint not null check (berths > 0),
  free         bigint not null check (free between 0 and berths),
  reference    text not null,
  note         text,
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index cabins_by_reference on cabins (principal, reference);

create table bookings (
  id           uuid primary key,
  principal    text not null,
  cabin_id     uuid not null references cabins,
  guest        text not null,
  deposit      bigint not null check (deposit > 0),
  currency     text not null,
  confirmation uuid not null,
  reference    text not null,
  note         text,
  status       text not null check (status in ('confirmed', 'cancelled')),
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index bookings_by_reference on bookings (principal, reference);

create table confirmations (
  id           uuid primary key,
  principal    text not null,
  booking_id   uuid not null unique references bookings,
  guest        text not null,
  reference    text not null,
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index confirmations_by_reference on confirmations (principal, reference);

-- A booking is cancelled at most once, whoever asks.
create table booking_cancellations (
  id           uuid primary key,
  principal    text not null,
  booking_id   uuid not null unique references bookings,
  reference    text not null,
  note         text,
  operation_id uuid not null,
  created_at   timestamptz not null
);
create index booking_cancellations_by_reference on booking_cancellations (principal, reference);
