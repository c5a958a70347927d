import { useLingui } from "@lingui/react/macro";
import { requestAppointment, type StaffView } from "@sekimori/console-contract/endpoints/staff";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { RolesField } from "./roles-field.tsx";

interface AppointDialogProps {
  /** Undefined: somebody new. */
  readonly person: StaffView | undefined;
  readonly onClose: () => void;
}

/** Whom another administrator is asked to appoint, as what, and why. */
export function AppointDialog({ person, onClose }: AppointDialogProps) {
  const { t } = useLingui();
  const form = useForm({
    defaultValues: {
      whom: person?.account ?? "",
      name: person?.name ?? "",
      roles: person?.roles.join(",") ?? "",
      reason: "",
    },
    fields: {
      whom: {
        label: t`Email address or account`,
        requirement: "required",
        help: t`The person registers as a member first, and adds a passkey to log in here.`,
      },
      name: {
        label: t`Name in the audit log`,
        requirement: "required",
        help: t`It names this person alone. Everything they do here is recorded under it.`,
      },
      roles: {
        label: t`Roles`,
        requirement: "required",
        sentence: () => t`Choose at least one role.`,
      },
      reason: {
        label: t`Reason`,
        requirement: "required",
        help: t`Enter a ticket number, not a name. The audit log keeps it.`,
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).appointmentFormSchema),
    place: ({ type }) =>
      type === "MemberNotFound" ? "whom" : type === "StaffNameTaken" ? "name" : "form",
    async onSubmit(body) {
      await client.call(requestAppointment, { body });
      onClose();
      toasts.show({
        tone: "success",
        title: t`Another administrator has to confirm this under Requests.`,
      });
    },
  });
  const roles = form.field("roles");
  return (
    <FormDialog
      form={form}
      title={
        person === undefined ? t`Appoint someone` : t`Change the roles of ${{ name: person.name }}`
      }
      submitLabel={t`Ask`}
      pendingLabel={t`Working`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <p>{t`This asks another administrator to confirm. Until then nothing changes.`}</p>
      {person === undefined && (
        <>
          <TextField {...form.field("whom")} autoComplete="off" spellCheck={false} />
          <TextField {...form.field("name")} autoComplete="off" />
        </>
      )}
      <RolesField
        label={roles.label}
        error={roles.error}
        id={form.idOf("roles")}
        value={String(form.watch("roles"))}
        onChange={(value) => form.set("roles", value)}
      />
      <TextField {...form.field("reason")} autoComplete="off" />
    </FormDialog>
  );
}
