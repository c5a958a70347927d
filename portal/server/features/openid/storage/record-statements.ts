// Written out, because every request of an application runs several of them and building them each
// time costs more than sending them.

const insert = `
  insert into portal.oidc_record (model, id_digest, payload, grant_id, expires_at)
  values ($1, $2, $3::jsonb, $4, $5)`;

export const upsertRecord = `${insert}
  on conflict (model, id_digest) do update set
    payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`;

export const insertNewRecord = `${insert} on conflict do nothing returning id_digest`;

export const selectRecord = `
  select payload, consumed_at from portal.oidc_record where model = $1 and id_digest = $2`;

/** What a person typed names a device's request by (migration 033 has its index). */
export const selectByUserCode = `
  select id_digest, payload, consumed_at from portal.oidc_record
  where model = 'DeviceCode' and payload ->> 'userCode' = $1`;

/** The digest of a text as `hashToken` makes it. */
const digestOf = (text: string) =>
  `translate(rtrim(encode(sha256(convert_to(${text}, 'UTF8')), 'base64'), '='), '+/', '-_')`;

/** A grant that belongs to a session is there while the session lasts. */
export const selectGrant = `
  select g.payload, null as consumed_at
  from portal.oidc_record g left join portal.session s on s.id = g.session_id
  where g.model = 'Grant' and g.id_digest = $1 and (g.session_id is null or s.expires_at > $2)`;

/** The grant of which the id is `grantId`, as `g`; its session as \`gs\`, and $now the clock's time. */
const joinGrant = (grantId: string, now: string) => `
  left join (
    portal.oidc_record g left join portal.session gs on gs.id = g.session_id
  ) on g.model = 'Grant' and g.id_digest = ${digestOf(grantId)}
    and (g.session_id is null or gs.expires_at > ${now})`;

/**
 * A code or token with what the engine asks for next: its grant, and whether its account is one
 * that applications know.
 */
export const selectToken = `
  select r.payload, r.consumed_at, r.successor is not null as has_successor, r.grant_id, g.payload as grant_payload, a.id as account_id
  from portal.oidc_record r ${joinGrant("r.grant_id", "$3")}
  left join portal.account a on a.id = (r.payload ->> 'accountId')::uuid
    and a.closed_at is null and a.access_ended_at is null and a.is_agree_service
  where r.model = $1 and r.id_digest = $2`;

/** What relying parties have of a session, with the grant that the application $4 has of it. */
export const selectSession = `
  select o.payload, o.payload -> 'authorizations' -> $4::text ->> 'grantId' as grant_id,
    g.payload as grant_payload
  from portal.oidc_session o
  left join portal.session s on s.id = o.session_id
  ${joinGrant("o.payload -> 'authorizations' -> $4::text ->> 'grantId'", "$3")}
  where o.id_digest = $1 and o.expires_at > $2
    and (o.session_id is null or s.expires_at > $3)`;

/** What relying parties have of a session; nothing is written for one that ended under way. */
export const upsertSession = `
  insert into portal.oidc_session (id_digest, uid, session_id, payload, expires_at)
  select $1, $2, $3::uuid, $4::jsonb, $5::timestamptz
  where $3::uuid is null or exists (select from portal.session s where s.id = $3::uuid for key share)
  on conflict (id_digest) do update set payload = excluded.payload, expires_at = excluded.expires_at`;

/** What a refresh token that was used a moment ago was exchanged for. */
export const selectSuccessor = `
  select successor, consumed_at from portal.oidc_record
  where model = $1 and id_digest = $2 and successor is not null`;

const consume = `
  update portal.oidc_record set consumed_at = $3
  where model = $1 and id_digest = $2 and consumed_at is null
  returning id_digest`;

/** Uses a code or token up: of uses at the same time a single one gets the row. */
export const consumeRecord = consume;

/**
 * The same, with `count` records that come into being only if it was this one that got the row, and
 * with the sealed answer ($4) that the application is given.
 */
export function exchangeRecords(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const at = 5 + index * 5;
    return `($${at}, $${at + 1}, $${at + 2}::jsonb, $${at + 3}, $${at + 4}::timestamptz)`;
  });
  return `
    with used as (${consume.replace("consumed_at = $3", "consumed_at = $3, successor = $4::bytea")})
    insert into portal.oidc_record (model, id_digest, payload, grant_id, expires_at)
    select new.* from used, (values ${rows.join(", ")})
      as new (model, id_digest, payload, grant_id, expires_at)
    returning id_digest`;
}
