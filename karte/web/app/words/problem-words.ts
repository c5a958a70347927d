import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { RowProblem } from "@sekimori/karte-contract/endpoints/imports";

/** Why a value is refused, and what to do about it. */
export const problemWords: Readonly<Record<RowProblem, MessageDescriptor>> = {
  required: msg`Enter a name.`,
  "not-a-name": msg`This isn't a domain name.`,
  "ip-address": msg`You can't register an IP address. Enter a hostname.`,
  "local-name": msg`This name only works inside a private network.`,
  "public-suffix": msg`This is a public suffix. Enter your own domain under it.`,
  "opted-out": msg`The owner of this name doesn't want it scanned.`,
  "unknown-top-level": msg`This top-level domain doesn't exist.`,
  homograph: msg`This name mixes look-alike letters from different scripts. Check the spelling.`,
  "right-to-left": msg`The text direction changes within the name.`,
  "control-character": msg`The value contains an invisible character.`,
  symbol: msg`Domain names can't contain emoji or other symbols.`,
  "no-letter": msg`The value needs a letter or digit.`,
  "unshown-letter": msg`Our reports can't show this character. Use another one.`,
  "too-long": msg`The value is too long.`,
  "owned-elsewhere": msg`Another organization has verified that it owns this domain.`,
  "twice-in-file": msg`This name is in the file twice.`,
  "unknown-column": msg`We don't know this column.`,
  "too-many-values": msg`The row has more values than columns.`,
  "over-plan": msg`Your plan doesn't allow this many domains.`,
};
