import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formerSecretHours } from "@sekimori/console-contract/constants";
import { rotateApplicationSecret } from "@sekimori/console-contract/endpoints/integration/applications";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { Select } from "@sekimori/kit-web/primitives/select";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useState } from "react";
import { client } from "../../app/integration-client.ts";
import { useWriting } from "../../app/words/here.ts";
import { readAgain } from "./application-queries.ts";

interface RotateDialogProps {
  readonly id: string;
  /** Until when a former secret works that this ends; null: none does. */
  readonly formerSecretUntil: string | null;
  readonly onClose: () => void;
}

/** A new secret, shown once; the former one works beside it for as long as one chooses. */
export function RotateDialog({ id, formerSecretUntil, onClose }: RotateDialogProps) {
  const { t } = useLingui();
  const { moment } = useWriting();
  const [secret, setSecret] = useState<string>();
  const form = useForm({
    defaultValues: { keepHours: "24" },
    fields: {
      keepHours: {
        label: t`The former secret works`,
        help: t`Set the new one up meanwhile, and nobody notices.`,
      },
    },
    validator: async () => schemaValidator((await import("./keep-hours.ts")).keepHoursFormSchema),
    place: () => "form",
    async onSubmit({ keepHours }) {
      try {
        const body = { id, keepHours, formerSecretUntil };
        const answer = await client.call(rotateApplicationSecret, { body });
        setSecret(answer.secret);
      } finally {
        // Somebody else may have made one: then it is told what this ends, before one asks again.
        await readAgain();
      }
    },
  });
  if (secret !== undefined) {
    return (
      <Dialog
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={t`Copy the client secret now`}
        closeLabel={t`Close`}
        actions={<Button variant="primary" onClick={onClose}>{t`Done`}</Button>}
      >
        <p>{t`We don't show it again. Keep it on your server: no browser and no repository may have it.`}</p>
        <CopyField label={t`Client secret`} text={secret} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      form={form}
      title={t`Create a new secret`}
      submitLabel={t`Create`}
      pendingLabel={t`Working`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      {formerSecretUntil !== null && (
        <p>
          {t`The former secret, which was to work until ${{ until: moment(formerSecretUntil) }}, ends now. Whatever still uses it can no longer connect.`}
        </p>
      )}
      <Select {...form.field("keepHours")}>
        {formerSecretHours.map((hours) => (
          <option key={hours} value={hours}>
            {hours === 0
              ? t`No longer, from now on`
              : hours < 48
                ? plural(hours, { one: "# more hour", other: "# more hours" })
                : plural(hours / 24, { one: "# more day", other: "# more days" })}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}
