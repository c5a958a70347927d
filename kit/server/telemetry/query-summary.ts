/** Distinct statements that are remembered; those beyond are read anew. */
const capacity = 500;
const known = new Map<string, string>();

const verb = /\b(select|insert|update|delete|begin|start transaction|commit|rollback|savepoint)\b/i;
/** `extract(epoch from …)` and its like name no table. */
const inFunction = /\b(?:extract|substring|trim|position|overlay)\s*\(\s*\w*\s*from\b/gi;
/** What is followed by a bracket is a function. */
const table =
  /\b(?:from|into|update|join)\s+(?:only\s+)?("?[a-z_]\w*\b"?(?:\."?[a-z_]\w*\b"?)?)(?!\w|\.|\s*\()/i;

/** What a statement does to which table first, and none of its values: "INSERT kit.rate_limit". */
export function querySummary(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const operation = verb.exec(text)?.[1]?.toUpperCase() ?? "OTHER";
  const target = table.exec(text.replace(inFunction, ""))?.[1]?.replaceAll('"', "");
  const summary = target === undefined ? operation : `${operation} ${target}`;
  if (known.size < capacity) known.set(text, summary);
  return summary;
}
