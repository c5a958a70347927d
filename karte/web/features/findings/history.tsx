import { useLingui } from "@lingui/react/macro";
import type { FindingPage } from "@sekimori/karte-contract/endpoints/findings";
import { Moment } from "../../app/words/moment.tsx";
import { findingStateWords } from "../../app/words/words.ts";
import { reasonOf } from "./reason-words.ts";

type Event = FindingPage["history"][number];

/** What became of a finding, by whom and when. */
export function History({ events }: { readonly events: readonly Event[] }) {
  const { t, i18n } = useLingui();

  function sentenceOf({ kind, to, assignee }: Event): string {
    if (kind === "comment") return t`Comment`;
    if (kind === "assignment") {
      return assignee ? t`Assigned to ${{ person: assignee.name }}` : t`Assignee removed`;
    }
    if (kind === "acceptance-notice") return t`Risk acceptance expires soon`;
    if (kind === "severity") return t`Severity changed`;
    return to === null ? t`Changed` : i18n._(findingStateWords[to]);
  }

  /** Nobody by name: a scan did it, or the day came that ends an acceptance. */
  function byWhom({ by, run }: Event): string {
    if (by !== null) return by.name || t`A former member`;
    return run === null ? t`Automatic` : t`Scan`;
  }

  return (
    <ol className="border-l border-border-strong pl-5">
      {events.map((event) => {
        const reason = reasonOf(event);
        return (
          <li key={`${event.at} ${event.kind} ${event.to ?? ""}`} className="pb-4">
            <p>
              <span className="font-700">{sentenceOf(event)}</span>{" "}
              <span className="text-[0.875rem] text-muted">
                <Moment at={event.at} withExact /> <bdi>{byWhom(event)}</bdi>
              </span>
            </p>
            {reason && <p className="text-[0.875rem] text-muted">{i18n._(reason)}</p>}
            {event.text !== null && <p className="whitespace-pre-line">{event.text}</p>}
          </li>
        );
      })}
    </ol>
  );
}
