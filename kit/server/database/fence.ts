import type { Client } from "pg";
import { UnfencedRole } from "../errors/unfenced-role.ts";

/**
 * What protects rows from the process that serves them: its role owns no table, so that it can lift
 * no policy and change no record; nothing lets it pass policies by; and it only adds to the
 * append-only tables. All of it rests on one setting, the address of the database.
 */
export interface Fence {
  /** The variable that names the role, for the sentence: "DATABASE_URL". */
  readonly setting: string;
  readonly schemas: readonly string[];
  /** Tables to which rows are added and never changed: "schema.table". */
  readonly appendOnly: readonly string[];
}

/**
 * Asked of the role that signed in and not only of the present one: from a role one can switch to
 * another that it is a member of, and back.
 */
const question = `
  select session_user as role,
    exists (select from pg_roles r where r.rolsuper
      and pg_has_role(session_user, r.oid, 'member')) as super,
    exists (select from pg_roles r where r.rolbypassrls
      and pg_has_role(session_user, r.oid, 'member')) as bypasses,
    exists (select from pg_namespace n where n.nspname = any($1::text[])
      and pg_has_role(session_user, n.nspowner, 'member'))
    or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1::text[]) and pg_has_role(session_user, c.relowner, 'member')) as owns,
    array(select format('%s.%s', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1::text[]) and c.relkind in ('r', 'p') and c.relrowsecurity
      and not row_security_active(c.oid)) as open,
    array(select format('%s.%s', n.nspname, c.relname) from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where format('%s.%s', n.nspname, c.relname) = any($2::text[])
      and (has_any_column_privilege(c.oid, 'update')
        or has_table_privilege(c.oid, 'delete, truncate'))) as changeable`;

interface Answer {
  readonly role: string;
  readonly super: boolean;
  readonly bypasses: boolean;
  readonly owns: boolean;
  readonly open: readonly string[];
  readonly changeable: readonly string[];
}

/** What lets a role around the fence, most telling first; undefined when nothing does. */
function weakness({ super: isSuper, bypasses, owns, open, changeable }: Answer) {
  if (isSuper) return "is a superuser";
  if (bypasses) return "has BYPASSRLS";
  if (owns) return "owns the tables";
  if (open.length > 0) return `is not bound by row level security of ${open.join(", ")}`;
  if (changeable.length > 0) return `may change ${changeable.join(", ")}`;
  return undefined;
}

/**
 * Why nothing may be served through this connection, in one sentence; undefined when its role is
 * held by the fence. Roles that it may switch to count as itself.
 */
export async function unfencedRole(
  client: Pick<Client, "query">,
  fence: Fence,
): Promise<string | undefined> {
  const { rows } = await client.query<Answer>(question, [
    ["kit", "graphile_worker", ...fence.schemas],
    fence.appendOnly,
  ]);
  const [answer] = rows;
  const reason = answer === undefined ? "is unknown" : weakness(answer);
  if (reason === undefined) return undefined;
  return (
    `${fence.setting} names the role “${answer?.role ?? ""}”, which ${reason}, or may switch to one ` +
    "that does. A process serves as a role that owns nothing; “sekimori migrate --grant-to” gives it its rights."
  );
}

/** @throws UnfencedRole when the connection's role is not held by the fence. */
export async function refuseUnfenced(client: Pick<Client, "query">, fence: Fence): Promise<void> {
  const sentence = await unfencedRole(client, fence);
  if (sentence !== undefined) throw new UnfencedRole(sentence);
}
