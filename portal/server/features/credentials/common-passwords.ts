/** How many of the list are refused. */
const refusedCount = 10_000;

let refused: Promise<ReadonlySet<string>> | undefined;

/**
 * The most used passwords of published leaks, most used first, in lower case: the list that
 * zxcvbn-ts maintains. Read at the first use, because only a new password needs it.
 */
async function readList(): Promise<ReadonlySet<string>> {
  const { default: list } = await import("@zxcvbn-ts/language-common/src/passwords.json", {
    with: { type: "json" },
  });
  return new Set(list.slice(0, refusedCount));
}

/**
 * Whether a password is one of the 10,000 most common, also when it is one of them dressed up to
 * meet a composition rule: capitals, and digits or symbols put before or behind ("Password1!").
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  refused ??= readList();
  const common = await refused;
  const lower = password.toLowerCase();
  const core = lower.replace(/^[^a-z]+|[^a-z]+$/g, "");
  return (
    common.has(lower) || (core.length >= 5 && core.length > lower.length - 4 && common.has(core))
  );
}
