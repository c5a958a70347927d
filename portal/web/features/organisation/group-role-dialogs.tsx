import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Select } from "@sekimori/kit-web/primitives/select";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { groupNameMost } from "@sekimori/portal-contract/constants";
import {
  type GroupMapping,
  type GroupRolesPage,
  setGroupRoles,
} from "@sekimori/portal-contract/endpoints/group-roles";
import { groupRoles } from "@sekimori/portal-contract/group-roles";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { readMapping, type TypedMapping } from "./group-role-fields.ts";
import { roleWords } from "./group-role-words.ts";
import { GroupRolesPreview } from "./group-roles-preview.tsx";
import { keepGroupRoles, type WantedRoles } from "./group-roles-query.ts";

interface DialogProps {
  readonly page: GroupRolesPage;
  readonly onClose: () => void;
}

const placeInForm = ({ type }: { readonly type: string }) =>
  ["NotFound", "OrganisationNotIncluded", "TooManyRequest", "InvalidInput"].includes(type)
    ? ("form" as const)
    : undefined;

/** Saves a whole set, after proving oneself where that is long ago. */
function useSave(onClose: () => void) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  return {
    dialog: stepUp.dialog,
    async save(body: WantedRoles) {
      keepGroupRoles(await stepUp.run(() => client.call(setGroupRoles, { body })));
      toasts.show({ tone: "success", title: t`Roles saved` });
      onClose();
    },
  };
}

/** One more group, or another role of one that is there. */
export function AddGroupDialog({ page, onClose }: DialogProps) {
  const { t, i18n } = useLingui();
  const { save, dialog } = useSave(onClose);
  const { claim, mappings, known } = page;
  const withOne = (one: GroupMapping): WantedRoles => ({
    claim,
    mappings: [...mappings.filter(({ value }) => value !== one.value), one],
  });
  const [shown, setShown] = useState<WantedRoles>();
  const form = useForm<TypedMapping, GroupMapping>({
    defaultValues: { value: "", role: "viewer", domainGroups: "" },
    fields: {
      value: {
        label: t`Group`,
        requirement: "required",
        help:
          known.length > 0
            ? t`Its name or identifier. Known now: ${{ list: known.map(({ value }) => value).join(", ") }}`
            : t`Its name or identifier, as your directory or provider has it.`,
      },
      role: { label: t`Role in the management application` },
      domainGroups: {
        label: t`Groups of domains that a viewer sees`,
        help: t`Names divided by commas. Leave it empty for all.`,
      },
    },
    validator: async () => (typed) => {
      const read = readMapping(typed);
      return "issue" in read ? { issues: [read.issue] } : { values: read.mapping };
    },
    onSubmit: (mapping) => save(withOne(mapping)),
    place: placeInForm,
  });
  const preview = (change: Partial<TypedMapping>) => {
    const read = readMapping({ ...form.values(), ...change });
    setShown("mapping" in read ? withOne(read.mapping) : undefined);
  };
  const value = form.field("value");
  const role = form.field("role");
  const domainGroups = form.field("domainGroups");
  return (
    <>
      <FormDialog
        form={form}
        title={t`Give a group a role`}
        submitLabel={t`Save`}
        pendingLabel={t`Saving`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <TextField
          {...value}
          autoComplete="off"
          onBlur={(event) => {
            preview({ value: event.currentTarget.value });
            return value.onBlur(event);
          }}
        />
        <Select
          {...role}
          onChange={(event) => {
            preview({ role: event.currentTarget.value });
            return role.onChange(event);
          }}
        >
          {groupRoles.map((one) => (
            <option key={one} value={one}>
              {i18n._(roleWords[one])}
            </option>
          ))}
        </Select>
        <TextField
          {...domainGroups}
          autoComplete="off"
          onBlur={(event) => {
            preview({ domainGroups: event.currentTarget.value });
            return domainGroups.onBlur(event);
          }}
        />
        {shown && <GroupRolesPreview wanted={shown} />}
      </FormDialog>
      {dialog}
    </>
  );
}

/** The claim or attribute in which the provider says groups. */
export function GroupsClaimDialog({ page, onClose }: DialogProps) {
  const { t } = useLingui();
  const { save, dialog } = useSave(onClose);
  const { claim, mappings } = page;
  const [shown, setShown] = useState<WantedRoles>({ claim, mappings });
  const read = (typed: string) => (typed.trim() === "" ? null : typed.trim());
  const form = useForm<{ claim: string }, { claim: string | null }>({
    defaultValues: { claim: claim ?? "" },
    fields: {
      claim: {
        label: t`Claim or attribute`,
        help: t`Like groups, roles or memberOf. Leave it empty to use only the groups your directory provisions.`,
      },
    },
    validator: async () => (typed) =>
      typed.claim.trim().length > groupNameMost
        ? { issues: [{ name: "claim", code: "too_long", params: { maximum: groupNameMost } }] }
        : { values: { claim: read(typed.claim) } },
    onSubmit: (typed) => save({ ...typed, mappings }),
    place: placeInForm,
  });
  const field = form.field("claim");
  return (
    <>
      <FormDialog
        form={form}
        title={t`Where your provider says groups`}
        submitLabel={t`Save`}
        pendingLabel={t`Saving`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <TextField
          {...field}
          autoComplete="off"
          onBlur={(event) => {
            setShown({ claim: read(event.currentTarget.value), mappings });
            return field.onBlur(event);
          }}
        />
        <GroupRolesPreview wanted={shown} />
      </FormDialog>
      {dialog}
    </>
  );
}

/** A group stands for nothing any more. */
export function RemoveGroupDialog({
  page,
  value,
  onClose,
}: DialogProps & { readonly value: string }) {
  const { t } = useLingui();
  const { save, dialog } = useSave(onClose);
  const { claim, mappings } = page;
  const wanted = { claim, mappings: mappings.filter((one) => one.value !== value) };
  const form = useActForm({ onSubmit: () => save(wanted), place: placeInForm });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Take the role from ${{ value }}`}
        submitLabel={t`Remove`}
        pendingLabel={t`Removing`}
        cancelLabel={t`Cancel`}
        danger
        onClose={onClose}
      >
        <GroupRolesPreview wanted={wanted} />
      </FormDialog>
      {dialog}
    </>
  );
}
