-- The day of closing that the members were mailed, while the last owners leave; null when none is.
alter table karte.workspace add column closing_on date;
