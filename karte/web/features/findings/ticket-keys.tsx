import { useLingui } from "@lingui/react/macro";
import type { FindingRow } from "@sekimori/karte-contract/endpoints/findings";
import { Link } from "@sekimori/kit-web/primitives/link";
import { ticketStateWords } from "../../app/tickets/ticket-words.ts";

/** The tickets of a finding's cause, each by its key, with its state. */
export function TicketKeys({ tickets }: Pick<FindingRow, "tickets">) {
  const { t, i18n } = useLingui();
  if (tickets.length === 0) return "–";
  return tickets.map(({ key, url, state }) => (
    <span key={`${key} ${url}`} className="block">
      {key !== null && url !== null && (
        <Link href={url} newTabLabel={t`opens in a new tab`}>
          {key}
        </Link>
      )}
      <span className="ml-2 text-[0.8125rem] text-muted">{i18n._(ticketStateWords[state])}</span>
    </span>
  ));
}
