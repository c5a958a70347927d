import { useLingui } from "@lingui/react/macro";
import {
  type ApplicationKind,
  editedAs,
  type Registration,
} from "@sekimori/console-contract/application-schema";
import {
  type ApplicationView,
  changeApplication,
} from "@sekimori/console-contract/endpoints/integration/applications";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useEditForm } from "@sekimori/kit-web/form/use-edit-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { client } from "../../app/integration-client.ts";
import { toasts } from "../../app/toasts.ts";
import { applicationQuery, readAgain } from "./application-queries.ts";
import { RegistrationFields } from "./registration-fields.tsx";
import { type RegistrationValues, valuesOf } from "./registration-values.ts";
import { useRegistrationFields } from "./use-registration-fields.ts";

interface EditDialogProps {
  readonly application: ApplicationView;
  readonly onClose: () => void;
}

interface Output {
  readonly kind: ApplicationKind;
  readonly id: string | undefined;
  readonly registration: Registration;
}

/** Changes what is registered; what an application is stays. */
export function EditDialog({ application, onClose }: EditDialogProps) {
  const { t } = useLingui();
  const { id } = application;
  const kind = editedAs(application.kind, application.registration);
  const form = useEditForm<RegistrationValues, Output, ApplicationView>({
    record: application,
    reread: () => queryClient.fetchQuery({ ...applicationQuery(id), staleTime: 0 }),
    valuesOf: ({ registration }) => valuesOf(kind, registration),
    fields: useRegistrationFields(),
    validator: async () => schemaValidator((await import("./schemas.ts")).registrationFormSchema),
    place: ({ type }) => (type === "PrivateAddress" ? "backChannelLogoutUri" : "form"),
    async save({ registration }, was) {
      await client.call(changeApplication, { body: { id, registration, was: was.registration } });
      await readAgain();
      onClose();
      toasts.show({ tone: "success", title: t`Saved. It holds at once.` });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Edit ${{ name: application.name }}`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <RegistrationFields form={form} kind={kind} />
    </FormDialog>
  );
}
