-- Who of the staff gave money back alone, at the console: what one person gives back in a day is
-- limited. Null for what two agreed on, a command asked for, or the company told of. It refers to
-- nothing, because a refund is kept longer than an account.
alter table portal.refund add column alone_by uuid;
create index refund_alone on portal.refund (alone_by, created_at) where alone_by is not null;
