import { useLingui } from "@lingui/react/macro";
import {
  changeTicketSystem,
  type TicketSystemView,
} from "@sekimori/karte-contract/endpoints/tickets";
import type { Locale } from "@sekimori/kit-contract/locale";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { languageOptions } from "./language-options.tsx";
import { ticketFieldWords } from "./ticket-field-words.ts";
import { useProblemSentence } from "./ticket-problem.ts";

interface ChangeProps {
  readonly system: TicketSystemView;
  readonly onClose: () => void;
}

/** Gives a connection another key, and with it another user where one signs in. */
export function TicketKeyDialog({ system: { id, kind }, onClose }: ChangeProps) {
  const { t, i18n } = useLingui();
  const words = ticketFieldWords[kind];
  const sentence = useProblemSentence(kind);
  const form = useForm<
    { user: string; secret: string },
    { user?: string | undefined; secret: string }
  >({
    defaultValues: { user: "", secret: "" },
    fields: {
      user: {
        label: words.user ? i18n._(words.user.label) : "",
        requirement: "optional",
        help: t`Leave this empty to keep the present one.`,
      },
      secret: { label: i18n._(words.secret.label), requirement: "required", sentence },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).ticketKeySchema),
    place: ({ type }) => (type === "TicketSystemRefused" ? "secret" : undefined),
    async onSubmit({ user, secret }) {
      const body = { secret, ...(user === undefined ? {} : { user }) };
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
      {words.user && <TextField {...form.field("user")} autoComplete="off" />}
      <TextField {...form.field("secret")} type="password" autoComplete="off" />
    </FormDialog>
  );
}

/** Gives a connection another name, and its new tickets another language. */
export function TicketNameDialog({ system, onClose }: ChangeProps) {
  const { t } = useLingui();
  const form = useForm<{ label: string; language: string }, { label: string; language: Locale }>({
    defaultValues: { label: system.label, language: system.language },
    fields: {
      label: { label: t`Name`, requirement: "required" },
      language: {
        label: t`Language of the tickets`,
        help: t`It applies to new tickets and comments.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).ticketNameSchema),
    async onSubmit(body) {
      await client.call(changeTicketSystem, { params: { id: system.id }, body });
      await queryClient.invalidateQueries({ queryKey: ["ticket-systems"] });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Change name and language`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <TextField {...form.field("label")} autoComplete="off" />
      <Select {...form.field("language")}>{languageOptions}</Select>
    </FormDialog>
  );
}
