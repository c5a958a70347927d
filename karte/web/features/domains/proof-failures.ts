import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ProofMethod } from "@sekimori/karte-contract/words";

type Words = Readonly<Record<ProofMethod, MessageDescriptor>>;

/** What was looked for by each method and does not stand there. */
export const absentWords: Words = {
  "dns-txt": msg`DNS record: we didn't find the value.`,
  file: msg`File: we didn't find the text.`,
  meta: msg`Meta tag: we didn't find it.`,
};

/** Where we could not look at all. */
export const unreadWords: Words = {
  "dns-txt": msg`DNS record: the name servers didn't answer.`,
  file: msg`File: the web server didn't answer over HTTPS.`,
  meta: msg`Meta tag: the web server didn't answer over HTTPS.`,
};
