alter table idempotency add primary key (id);
