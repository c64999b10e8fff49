-- How far tests have put the clock forward: a restart must not bring the old time back.
create table control_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null
);
