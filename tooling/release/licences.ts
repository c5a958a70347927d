import { linkable, permissive } from "../permitted-licences.ts";
import type { Part } from "./parts.ts";

/** "(MIT OR Apache-2.0)" is permitted by either, "MIT AND ISC" by both. */
const isPermitted = ({ licence, address }: Part): boolean =>
  licence
    .replaceAll(/[()]/g, "")
    .split(" AND ")
    .every((all) => all.split(" OR ").some((one) => permissive.has(one.trim()))) ||
  // A library of the system is linked to, and never copied into our own files.
  (address?.startsWith("pkg:deb/") === true && linkable.has(licence));

/**
 * The file that tells who made the parts of an artefact and what they permit.
 *
 * @throws Error naming each part whose licence does not permit what we do with it
 */
export function licencesText(product: string, parts: readonly Part[]): string {
  const strange = parts.filter((part) => !isPermitted(part));
  if (strange.length > 0) {
    throw new Error(
      `Not permitted: ${strange.map(({ name, licence }) => `${name} (${licence})`).join(", ")}`,
    );
  }
  const head = `${product} contains these works of others, each under its own licence.\n`;
  const rule = "-".repeat(72);
  return [
    head,
    ...parts.map(({ name, version, licence, text }) =>
      [rule, `${name} ${version}: ${licence}`, ...(text === "" ? [] : ["", text]), ""].join("\n"),
    ),
  ].join("\n");
}
