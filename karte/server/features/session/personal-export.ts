import type { Localized } from "@sekimori/kit-contract/locale";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { openPerson } from "../principals/person.ts";

interface Part {
  readonly table: string;
  /** What a person calls it. */
  readonly name: Localized;
  /** The columns that name the person. */
  readonly by: readonly string[];
  /** What of a row is about them; never a digest, a sealed value or somebody else's words. */
  readonly keep: readonly string[];
  /** What it was done to. It is the workspace's, and told only to those who may see all of it now. */
  readonly inside?: readonly string[];
}

/** Where karte keeps something about a person inside a workspace. A new such table belongs here. */
export const personalParts: readonly Part[] = [
  {
    table: "member",
    name: { ja: "メンバー", en: "Membership" },
    by: ["account_id"],
    keep: [
      "role",
      "restricted",
      "two_factor",
      "locale",
      "joined_at",
      "last_seen_at",
      "suspended_at",
    ],
  },
  {
    table: "member_group",
    name: { ja: "閲覧できるグループ", en: "Groups you may see" },
    by: ["account_id"],
    keep: ["group_id"],
  },
  {
    table: "activity",
    name: { ja: "操作の履歴", en: "Activity" },
    by: ["account_id"],
    keep: ["at", "action", "ip_address"],
    inside: ["detail"],
  },
  {
    table: "finding_event",
    name: { ja: "検出事項の経過", en: "What you did with findings" },
    by: ["account_id", "assignee"],
    keep: ["at", "kind", "text"],
    inside: ["finding_id"],
  },
  {
    table: "finding",
    name: { ja: "担当・受容した検出事項", en: "Findings assigned to or accepted by you" },
    by: ["assignee", "accepted_by"],
    keep: ["accepted_text", "accepted_until"],
    inside: ["id", "domain_id", "check_id", "host"],
  },
  {
    table: "consent",
    name: { ja: "診断への同意", en: "Consents to scans" },
    by: ["account_id"],
    keep: ["at", "organisation", "version", "ip_address", "withdrawn_at"],
    inside: ["domain_id"],
  },
  {
    table: "domain",
    name: {
      ja: "追加した、または責任者であるドメイン",
      en: "Domains you added or are responsible for",
    },
    by: ["added_by", "responsible"],
    keep: ["added_at"],
    inside: ["id", "name"],
  },
  {
    table: "run",
    name: { ja: "開始した診断", en: "Scans you started" },
    by: ["account_id"],
    keep: ["queued_at"],
    inside: ["id", "domain_id"],
  },
  {
    table: "import",
    name: { ja: "一括登録", en: "Imports" },
    by: ["account_id"],
    keep: ["at"],
    inside: ["id", "file_name", "state"],
  },
  {
    table: "bulk_act",
    name: { ja: "ドメインの一括操作", en: "Bulk actions on domains" },
    by: ["account_id"],
    keep: ["at"],
    inside: ["id", "act", "done"],
  },
  {
    table: "finding_act",
    name: { ja: "検出事項の一括操作", en: "Bulk actions on findings" },
    by: ["account_id"],
    keep: ["at", "undone_at"],
    inside: ["id", "act"],
  },
  {
    table: "selection",
    name: { ja: "選択", en: "Selections" },
    by: ["account_id"],
    keep: ["id", "at"],
  },
  {
    table: "saved_view",
    name: { ja: "保存した表示", en: "Saved views" },
    by: ["account_id"],
    keep: ["id", "list", "name", "query", "saved_at"],
  },
  {
    table: "list_columns",
    name: { ja: "一覧の列", en: "Columns of lists" },
    by: ["account_id"],
    keep: ["list", "columns"],
  },
  {
    table: "report",
    name: { ja: "レポート", en: "Reports" },
    by: ["account_id"],
    keep: ["requested_at"],
    inside: ["id", "from_day", "to_day", "view_name"],
  },
  {
    table: "report_schedule",
    name: { ja: "定期レポート", en: "Monthly reports" },
    by: ["created_by"],
    keep: ["id", "created_at"],
    inside: ["view_name"],
  },
  {
    table: "invitation",
    name: { ja: "招待", en: "Invitations you sent" },
    by: ["invited_by"],
    keep: ["sent_at", "expires_at"],
    inside: ["id", "role"],
  },
  {
    table: "offer",
    name: { ja: "譲渡・契約の引き受けの依頼", en: "Transfer requests" },
    by: ["from_account", "to_account"],
    keep: ["id", "what", "offered_at", "expires_at"],
  },
  {
    table: "alert_rule",
    name: { ja: "通知ルール", en: "Alert rules" },
    by: ["created_by"],
    keep: ["kind", "created_at"],
    inside: ["id", "view_name"],
  },
  {
    table: "alert_receipt",
    name: { ja: "受け取った通知", en: "Alerts you received" },
    by: ["account_id"],
    keep: ["at", "read_at", "mailed_at"],
    inside: ["alert_id"],
  },
  {
    table: "api_token",
    name: { ja: "APIトークン", en: "API tokens" },
    by: ["created_by"],
    keep: ["id", "label", "scopes", "created_at", "expires_at", "last_used_at"],
  },
];

type Row = Readonly<Record<string, unknown>>;

export interface PersonalData {
  readonly account: string;
  readonly exportedAt: Date;
  readonly firstSeenAt: Date | null;
  readonly visits: readonly Row[];
  readonly workspaces: readonly {
    readonly workspace: { readonly id: string; readonly name: string; readonly created_at: Date };
    /** As the membership has them; null where they have left. */
    readonly name: string | null;
    readonly email: string | null;
    /** By table. */
    readonly parts: Readonly<Record<string, readonly Row[]>>;
  }[];
}

async function rowsOf(
  tx: KarteTransaction,
  { table, by, keep, inside = [] }: Part,
  { accountId, isInside }: { readonly accountId: string; readonly isInside: boolean },
) {
  const isTheirs = sql.join(
    by.map((column): RawBuilder<SqlBool> => sql`t.${sql.ref(column)} = ${accountId}`),
    sql` or `,
  );
  const { rows } = await sql<{ row: Row }>`
    select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t))
      where key = any (${isInside ? [...keep, ...inside] : [...keep]})) as row
    from ${sql.table(`karte.${table}`)} t where ${isTheirs}`.execute(tx);
  return rows.map(({ row }) => row);
}

/** Everything that karte holds about a person, over all workspaces they are in or have been in. */
export async function personalData(
  { db, clock, sealer }: Pick<KarteContext, "db" | "clock" | "sealer">,
  accountId: string,
): Promise<PersonalData> {
  // Who is suspended or restricted to groups does not see all that they once worked on.
  const { rows: found } = await sql<{ id: string; inside: boolean }>`
    select t.id, exists (select from karte.workspaces_of(${accountId}) w
      where w.workspace_id = t.id and not w.restricted) as inside
    from karte.traces_of(${accountId}) t (id)`.execute(db);
  const workspaces: PersonalData["workspaces"][number][] = [];
  for (const { id, inside: isInside } of found) {
    workspaces.push(
      await inScope(db, wholeWorkspace(id), async (tx) => {
        const workspace = await tx
          .selectFrom("karte.workspace")
          .select(["id", "name", "created_at"])
          .executeTakeFirstOrThrow();
        const member = await tx
          .selectFrom("karte.member")
          .select(["workspace_id", "account_id", "personal"])
          .where("account_id", "=", accountId)
          .executeTakeFirst();
        const { name, email } = member ? openPerson(sealer, member) : { name: null, email: null };
        const parts: Record<string, readonly Row[]> = {};
        for (const part of personalParts) {
          parts[part.table] = await rowsOf(tx, part, { accountId, isInside });
        }
        return { workspace, name, email, parts };
      }),
    );
  }
  const visits = await db
    .selectFrom("karte.place")
    .select(["workspace_id", "at"])
    .where("account_id", "=", accountId)
    .execute();
  const first = await db
    .selectFrom("karte.known_account")
    .select("first_seen_at")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return {
    account: accountId,
    exportedAt: clock.now(),
    firstSeenAt: first?.first_seen_at ?? null,
    visits,
    workspaces,
  };
}
