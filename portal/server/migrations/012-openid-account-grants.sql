-- A member sees which applications have a grant of the account, and takes one away with all that
-- came of it: a grant is found by its account, and names itself as its codes and tokens name it.

create index oidc_record_account on portal.oidc_record ((payload ->> 'accountId'))
  where model = 'Grant';

update portal.oidc_record g set grant_id = known.grant_id
from (select distinct grant_id from portal.oidc_record where grant_id is not null) known
where g.model = 'Grant' and g.id_digest =
  translate(rtrim(encode(sha256(convert_to(known.grant_id, 'UTF8')), 'base64'), '='), '+/', '-_');
