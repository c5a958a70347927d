import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type TicketKind, ticketFields, ticketProblems } from "@sekimori/karte-contract/words";
import type { FieldSettings } from "@sekimori/kit-web/form/fields";
import { ticketProblemWords } from "../../app/tickets/ticket-words.ts";

const notBoth = msg`The ticket system didn't accept this user with this key, or they may not do this.`;

/** What the ticket system answered, at the field by which it is mended. */
export function useProblemSentence(kind: TicketKind): NonNullable<FieldSettings["sentence"]> {
  const { i18n } = useLingui();
  return ({ code, params }) => {
    const problem = ticketProblems.find((one) => one === params?.problem);
    if (code !== "TicketSystemRefused" || problem === undefined) return undefined;
    const isOfUser = problem === "sign-in" && ticketFields[kind].includes("user");
    return i18n._(isOfUser ? notBoth : ticketProblemWords[problem]);
  };
}
