-- Since when the answer of a walk is being redeemed: whoever comes meanwhile doesn't redeem it again
-- (features/openid/clients/client-walks.ts).
alter table portal.oidc_client
  add column walk_finishing_at timestamptz;
