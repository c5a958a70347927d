-- Few of all mails are ever given up; those are looked at, and all others passed by.
create index mail_outbox_given_up on mail_outbox (finished_at)
  where state in ('refused', 'expired');
