import { useLingui } from "@lingui/react/macro";
import { addWebhook } from "@sekimori/karte-contract/endpoints/webhooks";
import { type AlertKind, alertKinds, webhookForms } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { alertWords } from "../../app/words/alert-words.ts";
import { formNames } from "../../app/words/webhook-forms.ts";
import { TickList } from "./tick-list.tsx";

type Values = { label: string; url: string; form: string; events: string };
type Output = {
  label: string;
  url: string;
  form: (typeof webhookForms)[number];
  events: AlertKind[];
};

interface WebhookDialogProps {
  /** What it begins with. */
  readonly form: (typeof webhookForms)[number];
  /** Called with the signing secret of the new one; null where its form has none. */
  readonly onAdded: (secret: string | null) => void;
  readonly onClose: () => void;
}

/** Adds an address that is told of events. */
export function WebhookDialog({ form: first, onAdded, onClose }: WebhookDialogProps) {
  const { t, i18n } = useLingui();
  const form = useForm<Values, Output>({
    defaultValues: {
      label: first === "standard" ? "" : formNames[first],
      url: "",
      form: first,
      events: alertKinds.join(","),
    },
    fields: {
      label: { label: t`Name`, requirement: "required" },
      url: {
        label: t`URL`,
        requirement: "required",
        help: t`An https:// URL reachable from the internet. We don't follow redirects.`,
        sentence: ({ code }) =>
          code === "AddressRefused"
            ? t`We can't reach this URL. It must start with https:// and be reachable from the internet.`
            : undefined,
      },
      form: {
        label: t`Format`,
        help: t`For a chat, enter the URL of its incoming webhook; for Microsoft Teams, that of a workflow. It gets one message per scan.`,
      },
      events: { label: t`Events` },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).webhookFormSchema),
    place: (error) =>
      error.type === "AddressRefused" ? "url" : error.type === "PlanLimit" ? "form" : undefined,
    async onSubmit(body) {
      const { secret } = await client.call(addWebhook, { body });
      await queryClient.invalidateQueries({ queryKey: ["webhooks"] });
      onAdded(body.form === "standard" ? secret : null);
    },
  });
  const events = form.texts("events");
  return (
    <FormDialog
      form={form}
      title={t`Add a webhook`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <TextField {...form.field("label")} autoComplete="off" />
      <TextField {...form.field("url")} type="url" inputMode="url" autoComplete="off" />
      <Select {...form.field("form")}>
        {webhookForms.map((one) => (
          <option key={one} value={one}>
            {formNames[one]}
          </option>
        ))}
      </Select>
      <TickList
        label={events.label}
        error={events.error}
        id={form.idOf("events")}
        choices={alertKinds.map((kind) => ({ id: kind, name: i18n._(alertWords[kind]) }))}
        value={String(form.watch("events"))}
        onChange={(value) => form.set("events", value)}
      />
    </FormDialog>
  );
}
