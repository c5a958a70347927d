import { useLingui } from "@lingui/react/macro";
import type { PolicyActs, PolicyView } from "@sekimori/karte-contract/endpoints/policies";
import { formatDay } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useQuery } from "@tanstack/react-query";
import { language } from "../../app/language.ts";
import { colleaguesQuery } from "../../app/session/workspace-queries.ts";
import { ticketSystemsQuery } from "../../app/tickets/use-ticket-systems.ts";
import { severityWords } from "../../app/words/words.ts";

/** What a policy does, a sentence each, in the reader's words. */
export function usePolicyActs() {
  const { t, i18n } = useLingui();
  const { data: people } = useQuery(colleaguesQuery, queryClient);
  const { data: tickets } = useQuery(ticketSystemsQuery, queryClient);
  const personOf = (id: string) => {
    const person = people?.people.find((one) => one.id === id);
    return person ? person.name || person.email : t`A former member`;
  };

  function severityAct(act: NonNullable<PolicyActs["severity"]>): string {
    const severity = i18n._(severityWords[act.to]);
    if (act.how === "raise") return t`Raise severity to ${{ severity }}`;
    const day = act.until === null ? "" : formatDay(act.until, language.current());
    return t`Lower severity to ${{ severity }} until ${{ day }}`;
  }

  return ({ acts }: Pick<PolicyView, "acts">): readonly string[] => {
    const said: string[] = [];
    if (acts.severity) said.push(severityAct(acts.severity));
    if (acts.owner !== null) said.push(t`Assign to ${{ person: personOf(acts.owner) }}`);
    if (acts.label !== null) said.push(t`Label ${{ label: acts.label }}`);
    if (acts.alert) {
      const { people: told, webhook } = acts.alert;
      if (told.length > 0) said.push(t`Notify ${{ people: told.map(personOf).join(", ") }}`);
      if (webhook) said.push(t`Notify by webhook`);
    }
    if (acts.ticket !== null) {
      const system = tickets?.systems.find(({ id }) => id === acts.ticket);
      said.push(t`Create a ticket in ${{ system: system?.label ?? t`a removed ticket system` }}`);
    }
    return said;
  };
}
