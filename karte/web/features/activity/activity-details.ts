import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { ActivityEntry } from "@sekimori/karte-contract/endpoints/activity";
import type { DomainAct } from "@sekimori/karte-contract/words";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import { assetStateWords } from "../../app/assets/asset-words.ts";
import { candidateStateWords } from "../../app/assets/candidate-words.ts";
import { language } from "../../app/language.ts";
import { acceptanceWords } from "../../app/words/acceptance-words.ts";
import { alertWords } from "../../app/words/alert-words.ts";
import { roleWords, scheduleWords } from "../../app/words/words.ts";

type Value = ActivityEntry["detail"][string];
type Say = (value: Value, i18n: I18n) => string | undefined;

const plain: Say = (value) => String(value);

/** A word of the data as people read it; one that no table knows is left out. */
const oneOf =
  (words: Readonly<Record<string, MessageDescriptor>>): Say =>
  (value, i18n) => {
    const word = words[String(value)];
    return word && i18n._(word);
  };

/** What was done to many at once, and what of it was undone. */
const actWords: Readonly<Record<DomainAct | "assign" | "due" | "accept", MessageDescriptor>> = {
  "add-to-group": msg`Added to a group`,
  "remove-from-group": msg`Removed from a group`,
  "add-labels": msg`Labels added`,
  "remove-labels": msg`Labels removed`,
  label: msg`Label changed`,
  schedule: msg`Automatic scans`,
  responsible: msg`Responsible person changed`,
  diagnose: msg`Scan started`,
  delete: msg`Deleted`,
  assign: msg`Finding assigned`,
  due: msg`Due date of findings changed`,
  accept: msg`Risk accepted`,
};

const counted: Say = (value, i18n) => {
  const count = Number(value);
  return i18n._(msg`${plural(count, { one: "# item", other: "# items" })}`);
};

/** The day of a moment, or of a day. */
const day: Say = (value) => {
  const moment = String(value);
  return /^\d{4}-\d{2}-\d{2}/.test(moment)
    ? formatMoment(moment, language.current()).replace(/ \d{2}:\d{2}$/, "")
    : undefined;
};

/**
 * In the order in which it is read. Accounts, references and the like mean something to machines
 * alone: the file has them all.
 */
const details: Readonly<Record<string, Say>> = {
  act: oneOf(actWords),
  name: plain,
  domain: plain,
  group: plain,
  reason: oneOf(acceptanceWords),
  state: oneOf({ ...assetStateWords, ...candidateStateWords }),
  label: plain,
  ticket: plain,
  file: plain,
  form: (value) => String(value).toUpperCase(),
  count: counted,
  added: counted,
  role: oneOf(roleWords),
  schedule: oneOf(scheduleWords),
  kind: oneOf(alertWords),
  from: day,
  to: day,
  until: day,
  suspended: (value, i18n) => i18n._(value === true ? msg`Suspended` : msg`Suspension lifted`),
};

/** What an entry of the log tells beside what was done, in the reader's words. */
export function detailsOf(detail: ActivityEntry["detail"], i18n: I18n): string {
  const said = Object.entries(details)
    .map(([key, say]) => (detail[key] === undefined ? undefined : say(detail[key], i18n)))
    .filter((one) => one !== undefined && one !== "");
  return unbrokenCounts(said.join(language.current() === "ja" ? "、" : ", "));
}
