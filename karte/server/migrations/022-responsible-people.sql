-- Who answers for a domain in its organisation; an account's id, null where nobody is named.
alter table karte.domain add column responsible text;
