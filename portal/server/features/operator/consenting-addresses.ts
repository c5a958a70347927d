import { csvLines, csvText } from "@sekimori/kit-server/csv";
import { transaction } from "@sekimori/kit-server/database";
import type { Sealer } from "@sekimori/kit-server/sealing";
import {
  type ConsentingMember,
  consentingMembers,
  countConsenting,
} from "../promotional-mail/consenting-members.ts";
import { type ActingOperator, type OperatorTables, recordAct } from "./operator-audit.ts";

const columns = ["address", "language", "company", "name", "consented at"];

const row = ({ email, language, company, name, consentedAt }: ConsentingMember) =>
  [email, language, company, name, consentedAt.toISOString()] as const;

async function* asCsv(pages: AsyncIterable<readonly ConsentingMember[]>): AsyncGenerator<string> {
  yield csvText([columns]);
  for await (const page of pages) yield csvLines(page.map(row));
}

async function* asJson(pages: AsyncIterable<readonly ConsentingMember[]>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const page of pages) {
    for (const member of page) {
      yield `${before}${JSON.stringify(member)}`;
      before = ",\n";
    }
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

/**
 * The addresses to which promotional mail may be sent now, piece by piece, each with language, name
 * and the moment of consent: CSV for spreadsheets, or a JSON array.
 *
 * @throws DryRun with their count.
 */
export async function consentingAddresses(
  tables: OperatorTables & { readonly sealer: Sealer },
  acting: ActingOperator,
  form: "csv" | "json",
): Promise<AsyncIterable<string>> {
  // Written down before anything leaves the house: names and addresses of members stand in it.
  await transaction(tables.db, async (tx) => {
    const count = await countConsenting(tx);
    await recordAct(tx, tables, acting, "operator.consenting-exported", { count, form });
  });
  const pages = consentingMembers(tables);
  return form === "json" ? asJson(pages) : asCsv(pages);
}
