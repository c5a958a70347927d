import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { maintenanceMinutes } from "@sekimori/console-contract/constants";
import { startMaintenance } from "@sekimori/console-contract/endpoints/maintenance";
import type { MaintenanceArea } from "@sekimori/kit-contract/maintenance";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { areaWords } from "./area-words.ts";
import { readAgain } from "./maintenance-query.ts";

interface StartDialogProps {
  readonly area: MaintenanceArea;
  /** What is said of it already, where it is closed. */
  readonly present: { readonly ja: string; readonly en: string } | undefined;
  readonly onClose: () => void;
}

/** Why an area is closed, as people read it in both languages, and for how long. */
export function StartDialog({ area, present, onClose }: StartDialogProps) {
  const { t, i18n } = useLingui();
  const name = i18n._(areaWords[area].name);
  const form = useForm({
    defaultValues: { reasonJa: present?.ja ?? "", reasonEn: present?.en ?? "", minutes: "60" },
    fields: {
      reasonJa: { label: t`Reason in Japanese`, requirement: "required" },
      reasonEn: {
        label: t`Reason in English`,
        requirement: "required",
        help: t`Members read these.`,
      },
      minutes: {
        label: t`Ends`,
        requirement: "required",
        help: t`Members see when it ends.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).startFormSchema),
    place: () => "form",
    async onSubmit(asked) {
      await client.call(startMaintenance, { body: { area, ...asked } });
      await readAgain();
      onClose();
      toasts.show({ tone: "success", title: t`Closed for maintenance: ${name}.` });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Close for maintenance: ${name}`}
      submitLabel={t`Close for maintenance`}
      pendingLabel={t`Working`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
      danger
    >
      <p>{i18n._(areaWords[area].about)}</p>
      <TextField {...form.field("reasonJa")} lang="ja" autoComplete="off" />
      <TextField {...form.field("reasonEn")} lang="en" autoComplete="off" />
      <Select {...form.field("minutes")}>
        {maintenanceMinutes.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutes < 60
              ? plural(minutes, { one: "In # minute", other: "In # minutes" })
              : plural(minutes / 60, { one: "In # hour", other: "In # hours" })}
          </option>
        ))}
        <option value="">{t`When someone opens it again`}</option>
      </Select>
    </FormDialog>
  );
}
