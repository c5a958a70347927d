import type { LocalText } from "../engine/text.ts";

/** What `--i-am-authorised` means; the version is stored with every scan that rests on it. */
export const AUTHORITY_STATEMENT: { readonly version: string; readonly text: LocalText } = {
  version: "2026-11-1",
  text: {
    ja: "私は、指定した対象を所有しているか、所有者から診断の許可を得ています。第三者の設備で運用されている場合は、その規約に反しないことを確認しました。",
    en: "I own the target I named, or its owner allowed me to examine it. Where a third party runs it, I made sure that its rules allow this.",
  },
};
