import { type Kysely, type Selectable, sql } from "kysely";
import PostalMime, { decodeWords } from "postal-mime";
import type { SandboxTables } from "../database/tables.ts";

/** A mail as the JSON feed gives it. */
export interface MailMessage {
  readonly id: number;
  /** Sandbox time, ISO 8601. */
  readonly received_at: string;
  readonly from: string;
  /** Envelope recipients: who it was really delivered to, in lower case. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Header fields by lower-case name; of a repeated one, all values in order, one a line. */
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly {
    readonly filename: string;
    readonly mime_type: string;
    readonly size: number;
  }[];
}

interface MailQuery {
  /** A recipient's address. */
  readonly to?: string | undefined;
  /** Part of a recipient's address. */
  readonly search?: string | undefined;
  /** Only mails with a greater id. */
  readonly after?: number | undefined;
  readonly limit: number;
}

type Books = Kysely<SandboxTables>;
type MailRow = Selectable<SandboxTables["sandbox.mail"]>;

/** Stores a mail as it came; it is parsed when read. */
export async function keepMail(
  database: Books,
  mail: { from: string; to: readonly string[]; raw: Buffer; receivedAt: Date },
): Promise<void> {
  await database
    .insertInto("sandbox.mail")
    .values({
      received_at: mail.receivedAt,
      envelope_from: mail.from.toLowerCase(),
      envelope_to: mail.to.map((address) => address.toLowerCase()),
      raw: mail.raw,
    })
    .execute();
}

async function readMail(row: MailRow): Promise<MailMessage> {
  const parsed = await PostalMime.parse(row.raw);
  const headers: Record<string, string> = {};
  for (const { key, value: encoded } of parsed.headers) {
    const value = decodeWords(encoded);
    headers[key] = headers[key] === undefined ? value : `${headers[key]}\n${value}`;
  }
  return {
    id: Number(row.id),
    received_at: row.received_at.toISOString(),
    from: row.envelope_from,
    to: row.envelope_to,
    subject: parsed.subject ?? "",
    text: parsed.text ?? "",
    html: parsed.html ?? "",
    headers,
    attachments: parsed.attachments.map((attachment) => ({
      filename: attachment.filename ?? "",
      mime_type: attachment.mimeType,
      size:
        typeof attachment.content === "string"
          ? attachment.content.length
          : attachment.content.byteLength,
    })),
  };
}

/** Newest first. */
export async function listMail(database: Books, query: MailQuery): Promise<MailMessage[]> {
  let mails = database.selectFrom("sandbox.mail").selectAll();
  if (query.after !== undefined) mails = mails.where("id", ">", String(query.after));
  if (query.to !== undefined) {
    mails = mails.where(sql<boolean>`envelope_to @> array[${query.to.toLowerCase()}]`);
  }
  if (query.search !== undefined) {
    const part = query.search.toLowerCase();
    mails = mails.where(
      sql<boolean>`exists (select from unnest(envelope_to) as address where strpos(address, ${part}) > 0)`,
    );
  }
  return await Promise.all(
    (await mails.orderBy("id", "desc").limit(query.limit).execute()).map(readMail),
  );
}

export async function findMail(database: Books, id: number): Promise<MailMessage | undefined> {
  const row = await database
    .selectFrom("sandbox.mail")
    .selectAll()
    .where("id", "=", String(id))
    .executeTakeFirst();
  return row === undefined ? undefined : await readMail(row);
}

export async function findRawMail(database: Books, id: number): Promise<Buffer | undefined> {
  const row = await database
    .selectFrom("sandbox.mail")
    .select("raw")
    .where("id", "=", String(id))
    .executeTakeFirst();
  return row?.raw;
}

/** Deletes one mail, all to one recipient, or all; tells how many. */
export async function deleteMail(
  database: Books,
  which: { readonly id?: number; readonly to?: string | undefined },
): Promise<number> {
  let mails = database.deleteFrom("sandbox.mail");
  if (which.id !== undefined) mails = mails.where("id", "=", String(which.id));
  if (which.to !== undefined) {
    mails = mails.where(sql<boolean>`envelope_to @> array[${which.to.toLowerCase()}]`);
  }
  const { numDeletedRows } = await mails.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** True the first time an address asks. */
export async function greylist(database: Books, address: string): Promise<boolean> {
  const noted = await database
    .insertInto("sandbox.mail_greylist")
    .values({ address: address.toLowerCase() })
    .onConflict((conflict) => conflict.doNothing())
    .returning("address")
    .executeTakeFirst();
  return noted !== undefined;
}
