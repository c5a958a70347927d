import { useLingui } from "@lingui/react/macro";
import { addTicketSystem, changeTicketSystem } from "@sekimori/karte-contract/endpoints/tickets";
import { type TicketKind, ticketKinds, ticketProblems } from "@sekimori/karte-contract/words";
import type { Locale } from "@sekimori/kit-contract/locale";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import type { FieldSettings } from "@sekimori/kit-web/form/fields";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { ticketKindNames, ticketProblemWords } from "../../app/tickets/ticket-words.ts";

type Values = {
  kind: string;
  label: string;
  url: string;
  project: string;
  issueType: string;
  language: string;
  secret: string;
};
type Output = {
  kind: TicketKind;
  label: string;
  url: string;
  project: string;
  issueType?: string | undefined;
  language: Locale;
  secret: string;
};

const githubUrl = "https://api.github.com";
const fields = ["url", "project", "issueType", "secret"] as const;

const placeOf = (field: unknown) => fields.find((one) => one === field) ?? "form";

/** What the ticket system answered, at the field by which it is mended. */
function useProblemSentence(): NonNullable<FieldSettings["sentence"]> {
  const { i18n } = useLingui();
  return ({ code, params }) => {
    const problem = ticketProblems.find((one) => one === params?.problem);
    return code === "TicketSystemRefused" && problem !== undefined
      ? i18n._(ticketProblemWords[problem])
      : undefined;
  };
}

/** Connects a ticket system; it is asked before it is kept. */
export function TicketDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const sentence = useProblemSentence();
  const form = useForm<Values, Output>({
    defaultValues: {
      kind: ticketKinds[0],
      label: "",
      url: "",
      project: "",
      issueType: "",
      language: language.current(),
      secret: "",
    },
    fields: {
      kind: { label: t`Ticket system` },
      label: { label: t`Name`, requirement: "required" },
      url: {
        label: t`URL`,
        requirement: "required",
        help: t`For Backlog, that of your space. For GitHub ${{ address: githubUrl }}, or the API of your Enterprise Server.`,
        sentence,
      },
      project: {
        label: t`Project`,
        requirement: "required",
        help: t`For Backlog, the project key. For GitHub, the repository as owner/name.`,
        sentence,
      },
      issueType: {
        label: t`Issue type (Backlog)`,
        requirement: "optional",
        help: t`As your project names it. If empty, its first one.`,
        sentence,
      },
      language: { label: t`Language of the tickets` },
      secret: {
        label: t`API key or token`,
        requirement: "required",
        help: t`We store it encrypted and never show it again. For GitHub, a fine-grained token that may read and write issues of this repository.`,
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
    async onSubmit({ issueType, ...body }) {
      await client.call(addTicketSystem, {
        body: { ...body, ...(issueType === undefined ? {} : { issueType }) },
      });
      await queryClient.invalidateQueries({ queryKey: ["ticket-systems"] });
      onClose();
    },
  });
  const isBacklog = String(form.watch("kind")) === "backlog";
  return (
    <FormDialog
      form={form}
      title={t`Connect a ticket system`}
      submitLabel={t`Connect`}
      pendingLabel={t`Asking the ticket system`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <Select {...form.field("kind")}>
        {ticketKinds.map((one) => (
          <option key={one} value={one}>
            {ticketKindNames[one]}
          </option>
        ))}
      </Select>
      <TextField {...form.field("label")} autoComplete="off" />
      <TextField {...form.field("url")} type="url" inputMode="url" autoComplete="off" />
      <TextField {...form.field("project")} autoComplete="off" />
      {isBacklog && <TextField {...form.field("issueType")} autoComplete="off" />}
      <Select {...form.field("language")}>
        <option value="ja" lang="ja">
          日本語
        </option>
        <option value="en" lang="en">
          English
        </option>
      </Select>
      <TextField {...form.field("secret")} type="password" autoComplete="off" />
    </FormDialog>
  );
}

interface KeyDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Gives a connection another key. */
export function TicketKeyDialog({ id, onClose }: KeyDialogProps) {
  const { t } = useLingui();
  const sentence = useProblemSentence();
  const form = useForm<{ secret: string }, { secret: string }>({
    defaultValues: { secret: "" },
    fields: {
      secret: {
        label: t`API key or token`,
        requirement: "required",
        sentence,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).ticketKeySchema),
    place: ({ type }) => (type === "TicketSystemRefused" ? "secret" : undefined),
    async onSubmit(body) {
      await client.call(changeTicketSystem, { params: { id }, body });
      await queryClient.invalidateQueries({ queryKey: ["ticket-systems"] });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Replace the key`}
      submitLabel={t`Save`}
      pendingLabel={t`Asking the ticket system`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <TextField {...form.field("secret")} type="password" autoComplete="off" />
    </FormDialog>
  );
}
