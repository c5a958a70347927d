import { folded } from "@sekimori/karte-contract/query/fields";
import { isMe } from "@sekimori/karte-contract/query/print";
import type { Query, Term } from "@sekimori/karte-contract/query/query";
import type { KarteTransaction } from "../../../context.ts";
import { openPerson } from "../../principals/person.ts";
import { type FoundWords, findWords } from "../finding-search.ts";
import { type Asking, leaves, termsOf } from "./asking.ts";
import { type AssetField, isOfAsset, lookUpAssets } from "./asset-terms.ts";
import { type DomainField, isOfDomain, lookUpDomains } from "./domain-terms.ts";
import { isPattern } from "./is-like.ts";
import { type Breadth, type Found, isStored, lookUpTerm, type StoredField } from "./term-rows.ts";

/** Fields that stand in other rows than the finding's. */
export type LookedUpField = StoredField | DomainField | AssetField;

/** What names, words and terms of a query stand for in a workspace. */
export interface Looked {
  /** Accounts that an owner's name or address means; none for a stranger's. */
  owners(item: string): readonly string[];
  groups(item: string): readonly string[];
  words(text: string): FoundWords | undefined;
  term(term: Term): Found | undefined;
  /** Whether some of it is only found out finding by finding: then few are counted. */
  readonly walks: boolean;
}

const itemsOf = (query: Query, field: Term["field"]) =>
  termsOf(query, field).flatMap(({ values }) =>
    values.flatMap((value) => (value.kind === "is" ? [value.item] : [])),
  );

/** Ids by the names that mean them, in one width and case; several may have the same. */
function byName(all: readonly { readonly id: string; readonly names: readonly string[] }[]) {
  const ids = new Map<string, string[]>();
  for (const { id, names } of all) {
    for (const name of new Set([id, ...names].map(folded))) {
      ids.set(name, [...(ids.get(name) ?? []), id]);
    }
  }
  return (item: string): readonly string[] => ids.get(folded(item)) ?? [];
}

/** Members are few and sealed: they are opened, not searched. */
async function membersOf(tx: KarteTransaction, { sealer }: Asking) {
  const rows = await tx
    .selectFrom("karte.member")
    .select(["workspace_id", "account_id", "personal"])
    .execute();
  return rows.map((row) => {
    const { id, name, email } = openPerson(sealer, row);
    return { id, names: [name, email] };
  });
}

async function groupsOf(tx: KarteTransaction, { groups }: Asking) {
  const rows = await tx.selectFrom("karte.domain_group").select(["id", "name"]).execute();
  return rows
    .filter(({ id }) => groups === null || groups.includes(id))
    .map(({ id, name }) => ({ id, names: [name] }));
}

/** Looks up what a query names: people, groups and words, only as far as it names any. */
export async function lookUp(
  tx: KarteTransaction,
  query: Query,
  asking: Asking,
  breadth: Breadth,
): Promise<Looked> {
  const owners = itemsOf(query, "owner");
  const members = owners.some((item) => !isMe(item)) ? await membersOf(tx, asking) : [];
  const groups = itemsOf(query, "group").length > 0 ? await groupsOf(tx, asking) : [];
  const words = new Map<string, FoundWords | undefined>();
  const terms = new Map<Term, Found>();
  for (const leaf of leaves(query)) {
    if (leaf.kind === "text") words.set(leaf.text, await findWords(tx, leaf.text));
    else if (isStored(leaf.field)) {
      terms.set(leaf, await lookUpTerm(tx, leaf.field, leaf.values, breadth));
    } else if (isOfDomain(leaf.field)) {
      terms.set(leaf, await lookUpDomains(tx, leaf.field, leaf.values));
    } else if (isOfAsset(leaf.field)) {
      terms.set(leaf, await lookUpAssets(tx, leaf.field, leaf.values, asking.now, breadth));
    }
  }
  const hosts = (["host", "check", "cause"] as const).flatMap((field) => itemsOf(query, field));
  const ownersNamed = byName(members);
  return {
    owners: (item) => {
      if (!isMe(item)) return ownersNamed(item);
      return asking.me === undefined ? [] : [asking.me];
    },
    groups: byName(groups),
    words: (text) => words.get(text),
    term: (term) => terms.get(term),
    walks:
      hosts.some(isPattern) ||
      [...words.values()].some((found) => found?.areMany) ||
      [...terms.values()].some((found) => found.walks),
  };
}
