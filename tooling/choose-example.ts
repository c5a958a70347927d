import type { RecordedExamples } from "@sekimori/kit-server/reference/recorded-example";

type Example = RecordedExamples[string];

/** How much a value shows: its fields that hold something. */
function filled(value: unknown): number {
  if (value === null || value === "" || value === undefined) return 0;
  if (typeof value !== "object") return 1;
  // One entry of a list shows what all are; a second one adds little.
  if (Array.isArray(value)) return value.length === 0 ? 0 : 1 + Math.max(...value.map(filled));
  return Object.values(value).reduce((sum: number, part) => sum + filled(part), 0);
}

/** What a value says in words; those with a digit in them are mostly made up by a test. */
export function wordsOf(value: unknown, words: Set<string> = new Set()): ReadonlySet<string> {
  if (typeof value === "string") {
    const said = value.split(/[\s"]/).filter((word) => !/\d/.test(word));
    words.add(said.join(" "));
  } else if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) wordsOf(part, words);
  }
  return words;
}

/**
 * Of what the tests were answered, what shows most, and of those the shortest. The example of before
 * stays while none shows more and the tests are still answered all that it says in words: a renewal
 * changes what has changed, and not times, names and figures. Whoever wants those anew deletes it.
 *
 * @param before the example that there is, while it fits the contract.
 * @param said the words of all calls: in one list each run may have other entries first.
 */
export function chooseExample(
  found: readonly Example[],
  before: Example | undefined,
  said: ReadonlySet<string> = wordsOf(found),
): Example | undefined {
  const seen = found.map((example) => {
    const text = JSON.stringify(example);
    return { example, text, shows: filled(example) };
  });
  const most = Math.max(...seen.map(({ shows }) => shows));
  if (before !== undefined && filled(before) >= most) {
    if ([...wordsOf(before)].every((words) => said.has(words))) return before;
  }
  const [best] = seen
    .filter(({ shows }) => shows === most)
    .sort((a, b) => a.text.length - b.text.length || (a.text < b.text ? -1 : 1));
  return best?.example ?? before;
}
