import { type RawBuilder, type SqlBool, sql } from "kysely";

/** That `karte.member m` works here and sees a domain: all of them, or those of the groups they are restricted to. */
export const seesDomain = (domainId: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`(
  m.suspended_at is null and (not m.restricted or exists (select from karte.member_group mine
    join karte.group_member its on its.group_id = mine.group_id and its.domain_id = ${domainId}
    where mine.account_id = m.account_id)))`;

/** That `karte.member m` works here and sees a group; null stands for the whole workspace. */
export const seesGroup = (groupId: string | null): RawBuilder<SqlBool> => sql<SqlBool>`(
  m.suspended_at is null and (not m.restricted or exists (select from karte.member_group mine
    where mine.account_id = m.account_id and mine.group_id = ${groupId})))`;
