-- The management application is called what every page calls it, in both languages, wherever its name
-- is still the one that its preset gave it.
update portal.oidc_client
set metadata = metadata || '{"client_name#ja": "管理アプリケーション", "client_name#en": "Management application"}'
where metadata ->> 'client_name' = 'Karte' and metadata ->> 'first_party' = 'true'
  and not metadata ? 'client_name#ja' and not metadata ? 'client_name#en';
