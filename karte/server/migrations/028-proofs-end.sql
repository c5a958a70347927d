-- A proof stands for 30 days after its token was seen last. Whose days are over is looked for again.

create index domain_proof_until on karte.domain (proof_until) where proof = 1 and deleted_at is null;

-- Over all workspaces, for a job: it tells no more than which domains are to be looked at.
create function karte.proofs_due(at timestamptz, most integer)
returns table (workspace_id uuid, domain_id uuid)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select d.workspace_id, d.id from karte.domain d
  where d.proof = 1 and d.deleted_at is null and d.proof_until <= at
  order by d.proof_until limit most
$$;
