import { useLingui } from "@lingui/react/macro";
import { addTicketSystem } from "@sekimori/karte-contract/endpoints/tickets";
import { type TicketKind, ticketFields, ticketKinds } from "@sekimori/karte-contract/words";
import type { Locale } from "@sekimori/kit-contract/locale";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { ticketKindNames } from "../../app/tickets/ticket-words.ts";
import { languageOptions } from "./language-options.tsx";
import { ticketFieldWords } from "./ticket-field-words.ts";
import { useProblemSentence } from "./ticket-problem.ts";

type Values = {
  kind: string;
  label: string;
  url: string;
  project: string;
  issueType: string;
  language: string;
  user: string;
  secret: string;
};
type Output = {
  kind: TicketKind;
  label: string;
  url: string;
  project: string;
  issueType?: string | undefined;
  language: Locale;
  user?: string | undefined;
  secret: string;
};

const fields = ["url", "project", "issueType", "secret"] as const;

const placeOf = (field: unknown) => fields.find((one) => one === field) ?? "form";

/** Connects a ticket system; it is asked before it is kept. */
export function TicketDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui();
  const [kind, setKind] = useState<TicketKind>(ticketKinds[0]);
  const words = ticketFieldWords[kind];
  const sentence = useProblemSentence(kind);
  const form = useForm<Values, Output>({
    defaultValues: {
      kind,
      label: "",
      url: "",
      project: "",
      issueType: "",
      language: language.current(),
      user: "",
      secret: "",
    },
    fields: {
      kind: { label: t`Ticket system` },
      label: { label: t`Name`, requirement: "required" },
      url: { label: t`URL`, requirement: "required", help: i18n._(words.url), sentence },
      project: {
        label: i18n._(words.project.label),
        requirement: "required",
        help: i18n._(words.project.help),
        sentence,
      },
      issueType: {
        label: t`Issue type`,
        requirement: "optional",
        help: t`As your project names it. If empty, its first one.`,
        sentence,
      },
      language: { label: t`Language of the tickets` },
      user: {
        label: words.user ? i18n._(words.user.label) : "",
        requirement: "required",
        ...(words.user && { help: i18n._(words.user.help) }),
      },
      secret: {
        label: i18n._(words.secret.label),
        requirement: "required",
        help: i18n._(words.secret.help),
        sentence,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).ticketFormSchema),
    place: ({ type, data }) =>
      type === "TicketSystemRefused"
        ? placeOf(data?.field)
        : type === "PlanLimit"
          ? "form"
          : undefined,
    async onSubmit({ issueType, user, ...body }) {
      await client.call(addTicketSystem, {
        body: {
          ...body,
          ...(issueType === undefined ? {} : { issueType }),
          ...(user === undefined ? {} : { user }),
        },
      });
      await queryClient.invalidateQueries({ queryKey: ["ticket-systems"] });
      onClose();
    },
  });
  function choose(next: TicketKind) {
    setKind(next);
    // What was typed for another system is none of this one's.
    for (const name of ["user", "issueType"] as const) {
      if (!ticketFields[next].includes(name)) form.set(name, "");
    }
  }
  const kinds = form.field("kind");
  return (
    <FormDialog
      form={form}
      title={t`Connect a ticket system`}
      submitLabel={t`Connect`}
      pendingLabel={t`Asking the ticket system`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <Select
        {...kinds}
        onChange={(event) => {
          kinds.onChange(event);
          choose(ticketKinds.find((one) => one === event.currentTarget.value) ?? kind);
        }}
      >
        {ticketKinds.map((one) => (
          <option key={one} value={one}>
            {ticketKindNames[one]}
          </option>
        ))}
      </Select>
      <TextField {...form.field("label")} autoComplete="off" />
      <TextField {...form.field("url")} type="url" inputMode="url" autoComplete="off" />
      <TextField {...form.field("project")} autoComplete="off" />
      {ticketFields[kind].includes("issueType") && (
        <TextField {...form.field("issueType")} autoComplete="off" />
      )}
      <Select {...form.field("language")}>{languageOptions}</Select>
      {words.user && <TextField {...form.field("user")} autoComplete="off" />}
      <TextField {...form.field("secret")} type="password" autoComplete="off" />
    </FormDialog>
  );
}
