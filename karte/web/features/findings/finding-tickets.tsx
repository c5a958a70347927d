import { useLingui } from "@lingui/react/macro";
import type { FindingPage as Finding } from "@sekimori/karte-contract/endpoints/findings";
import type { TicketView } from "@sekimori/karte-contract/endpoints/ticket-view";
import { isOpen } from "@sekimori/karte-contract/finding-life";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Link } from "@sekimori/kit-web/primitives/link";
import { useQuery } from "@tanstack/react-query";
import { TicketButton } from "../../app/tickets/ticket-button.tsx";
import {
  recheckObstacleWords,
  ticketProblemWords,
  ticketStateTones,
  ticketStateWords,
} from "../../app/tickets/ticket-words.ts";
import { useTicketSystems } from "../../app/tickets/use-ticket-systems.ts";
import { Moment } from "../../app/words/moment.tsx";
import { findingQuery } from "./finding-queries.ts";

const lookMs = 3_000;

/** The tickets of a finding's cause, and the button that makes one; nothing where no system is connected. */
export function FindingTickets({ finding }: { readonly finding: Finding }) {
  const { t } = useLingui();
  const { tickets } = finding;
  const isWaiting = tickets.some(({ state }) => state === "waiting");
  useQuery(
    { ...findingQuery(finding.id), refetchInterval: isWaiting ? lookMs : false },
    queryClient,
  );
  const taken = tickets.filter(({ state }) => state !== "failed" && state !== "gone");
  const free = useTicketSystems().filter(({ id }) => !taken.some(({ system }) => system.id === id));
  const canMake = isOpen(finding.state) && finding.cause.key !== null && free.length > 0;
  if (tickets.length === 0 && !canMake) return null;
  return (
    <div className="col-span-full">
      <dt className="text-[0.875rem] text-muted">{t`Ticket`}</dt>
      <dd className="grid gap-2">
        {tickets.map((ticket) => (
          <OneTicket key={ticket.id} ticket={ticket} />
        ))}
        {canMake && (
          <div>
            <TicketButton findings={[finding.id]} systems={free} onDone={() => undefined} />
          </div>
        )}
      </dd>
    </div>
  );
}

function OneTicket({ ticket }: { readonly ticket: TicketView }) {
  const { t, i18n } = useLingui();
  const { key, url, state, system, problem, waitsFor, heardAt } = ticket;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {key !== null && url !== null && (
          <Link href={url} newTabLabel={t`opens in a new tab`}>
            {key}
          </Link>
        )}
        <bdi>{system.label}</bdi>
        <Badge tone={ticketStateTones[state]}>{i18n._(ticketStateWords[state])}</Badge>
        {heardAt !== null && (
          <span className="text-[0.875rem] text-muted">
            {t`Last heard`} <Moment at={heardAt} />
          </span>
        )}
      </div>
      {problem !== null && (
        <p className="text-[0.875rem] text-danger">{i18n._(ticketProblemWords[problem])}</p>
      )}
      {waitsFor !== null && (
        <p className="text-[0.875rem] text-muted">{i18n._(recheckObstacleWords[waitsFor])}</p>
      )}
    </div>
  );
}
