import type { Language } from "../engine/text.ts";

/**
 * The language of a command line, read before the rest of it, so that an error about the rest is said in
 * that language too. Anything but `en` means the default.
 */
export function languageOf(argv: readonly string[]): Language {
  const given = argv.flatMap((word, at) => {
    if (word === "-l" || word === "--language") return [argv[at + 1]];
    return [/^(?:-l|--language=)(.+)$/.exec(word)?.[1]].filter((one) => one !== undefined);
  });
  return given.at(-1) === "en" ? "en" : "ja";
}

type Words = readonly string[];

/** commander's own sentences (version 15, which the lock file pins) and how they are said in Japanese. */
const SENTENCES: readonly (readonly [RegExp, (words: Words) => string])[] = [
  [
    /^unknown option '(.+?)'(?:\s*\(Did you mean (?:one of )?(.+)\?\))?$/s,
    ([name = "", near]) =>
      `${name}というオプションはありません。${near === undefined ? "" : `${near}のことですか。`}`,
  ],
  [/^unknown command '(.+?)'/s, ([name = ""]) => `${name}というコマンドはありません。`],
  [/^missing required argument '(.+)'$/, ([name = ""]) => `引数${name}を指定してください。`],
  [
    /^command-argument value '(.*)' is invalid for argument '(.+?)'\. Allowed choices are (.+)\.$/s,
    ([value = "", name = "", choices = ""]) =>
      `引数${name}に「${value}」は指定できません。指定できる値：${choices}`,
  ],
  [
    /^option '(.+)' argument missing$/,
    ([flags = ""]) => `オプション${flags}に値を指定してください。`,
  ],
  [
    /^option '(.+?)' argument '(.*)' is invalid\. Allowed choices are (.+)\.$/s,
    ([flags = "", value = "", choices = ""]) =>
      `オプション${flags}に「${value}」は指定できません。指定できる値：${choices}`,
  ],
  [
    /^option '(.+?)' argument '(.*)' is invalid\. (.+)$/s,
    ([flags = "", value = "", why = ""]) =>
      `オプション${flags}に「${value}」は指定できません。${why}`,
  ],
];

/**
 * What commander says of a wrong command line, in `language`; as it is where this table does not know it.
 * What it repeats of our own readers of values is in that language already.
 */
export function usageSentence(message: string, language: Language): string {
  const said = message.replace(/^error: /, "");
  if (language === "en") return said;
  for (const [form, say] of SENTENCES) {
    const words = form.exec(said);
    if (words) return say(words.slice(1));
  }
  return said;
}
