import type { z } from "zod";

/** Longer lists help nobody; `fields` has them all. */
const mostNamed = 3;

/** A name as a contract writes one, and no sentence of the caller's. */
const isName = (text: string) => /^[\w.-]{1,80}$/.test(text);

const shown = (path: string) => (isName(path) ? `\`${path}\`` : "a field");

function complaintOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.map((key) => (isName(key) ? `\`${key}\`` : "a name that isn't shown"));
    return `No field of this call: ${names.join(", ")}`;
  }
  // The library names what it expected and the type that came, and never the value.
  const said = issue.code === "custom" ? "Invalid value" : issue.message;
  return path === "" ? said : `${shown(path)}: ${said}`;
}

/** What an engineer reads of a request that a declaration does not take: each field, what came, what is expected. */
export function inputSentence(error: z.core.$ZodError): string {
  const named = error.issues.slice(0, mostNamed).map(complaintOf);
  const more = error.issues.length - named.length;
  return `The request isn't valid. ${named.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`;
}
