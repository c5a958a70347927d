import { useLingui } from "@lingui/react/macro";
import { consentStatements, consentVersion } from "@sekimori/karte-contract/consent-statements";
import { giveConsent } from "@sekimori/karte-contract/endpoints/domains";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";

type Values = { organisation: string; thirdPartyHosting: string; agreed: boolean };
type Output = { organisation: string; thirdPartyHosting: "yes" | "no" | "unknown"; agreed: true };

interface ConsentDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks for the authority over the domain, and records who gave it. */
export function ConsentDialog({ id, onClose }: ConsentDialogProps) {
  const { t } = useLingui();
  const form = useForm<Values, Output>({
    defaultValues: { organisation: "", thirdPartyHosting: "unknown", agreed: false },
    fields: {
      organisation: { label: t`Organization that owns the domain`, requirement: "required" },
      thirdPartyHosting: {
        label: t`Does another company host it?`,
        help: t`Some hosting companies ask for notice before a scan.`,
      },
      agreed: { label: consentStatements[consentVersion][language.current()] },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).consentSchema),
    async onSubmit(values) {
      await client.call(giveConsent, {
        params: { id },
        body: { ...values, version: consentVersion },
      });
      await queryClient.invalidateQueries({ queryKey: ["domain", id] });
      onClose();
    },
  });
  const { label, error } = form.texts("agreed");
  return (
    <FormDialog
      form={form}
      title={t`Agree to scans`}
      submitLabel={t`Agree`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <TextField {...form.field("organisation")} autoComplete="organization" />
      <Select {...form.field("thirdPartyHosting")}>
        <option value="unknown">{t`I don't know`}</option>
        <option value="yes">{t`Yes`}</option>
        <option value="no">{t`No`}</option>
      </Select>
      <Checkbox
        {...form.control("agreed")}
        id={form.idOf("agreed")}
        label={label}
        error={error}
        mandatory
      />
    </FormDialog>
  );
}
