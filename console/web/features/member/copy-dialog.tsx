import { useLingui } from "@lingui/react/macro";
import { copyMember } from "@sekimori/console-contract/endpoints/members";
import { saveFile } from "@sekimori/kit-web/client/save-file";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { TextArea } from "@sekimori/kit-web/primitives/text-area";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { readAgain } from "./member-queries.ts";

interface CopyDialogProps {
  readonly member: string;
  /** What stands in the field at first. */
  readonly reason: string;
  readonly onClose: () => void;
}

/** For whose key a copy of a member's data is sealed, and why; the file is saved at once. */
export function CopyDialog({ member, reason, onClose }: CopyDialogProps) {
  const { t } = useLingui();
  const form = useForm({
    defaultValues: { recipient: "", incomplete: false as boolean, reason },
    fields: {
      recipient: {
        label: t`Public key or certificate (PEM)`,
        requirement: "required",
        help: t`Of the person who may open the copy. Never enter a private key.`,
      },
      incomplete: { label: t`Leave out applications that don't answer` },
      reason: {
        label: t`Reason`,
        requirement: "required",
        help: t`Enter a ticket number, not a name. The audit log keeps it.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).copyFormSchema),
    place: ({ type }) => (type === "RecipientRefused" ? "recipient" : "form"),
    async onSubmit(wish) {
      const { sealed, missing } = await client.call(copyMember, { body: { member, ...wish } });
      saveFile(`${member}.jwe`, sealed, "application/jose");
      await readAgain(member);
      onClose();
      toasts.show({
        tone: "success",
        title:
          missing.length === 0
            ? t`The sealed copy is saved.`
            : t`The sealed copy is saved, without the part of ${{ missing: missing.join(", ") }}.`,
      });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Copy the member's data`}
      submitLabel={t`Create and save`}
      pendingLabel={t`Working`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <p>
        {t`For a request for disclosure of someone who can't log in. The file holds all of the member's data, and only the owner of the key can open it.`}
      </p>
      <TextArea {...form.field("recipient")} rows={5} spellCheck={false} autoComplete="off" />
      <Checkbox
        {...form.control("incomplete")}
        id={form.idOf("incomplete")}
        label={t`Leave out applications that don't answer`}
      />
      <TextField {...form.field("reason")} autoComplete="off" />
    </FormDialog>
  );
}
