-- What the button that took a card named: it is charged for these invoices, however long the holder
-- is away at the issuer's. Null: nobody was shown an amount.
alter table portal.card_attempt add column owed uuid[];
