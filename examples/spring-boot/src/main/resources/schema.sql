create table payment (id varchar(36) primary key, amount bigint not null, currency varchar(3) not null, reference varchar(100) not null);
create table idempotency (id varchar(64) not null, payload varchar(2000) not null, answer varchar(2000));
