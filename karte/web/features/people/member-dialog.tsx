import { useLingui } from "@lingui/react/macro";
import { changeMember, type Member } from "@sekimori/karte-contract/endpoints/people";
import { actOfChange, canBeRestricted, type Role } from "@sekimori/karte-contract/rights";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useMayDo } from "../../app/session/session-query.ts";
import { GroupChoice, RoleChoice } from "./role-and-groups.tsx";

/** What speaks of this member or of whoever changes them. */
const refusals: ReadonlySet<string> = new Set([
  "BillingOwner",
  "LastOwner",
  "NotAllowed",
  "NotFound",
]);

interface MemberDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
}

/** Role of a member, and for a viewer what they see. */
export function MemberDialog({ member, onClose }: MemberDialogProps) {
  const { t } = useLingui();
  const may = useMayDo();
  const [role, setRole] = useState<Role>(member.role);
  // Somebody who becomes a viewer may have been restricted once: what they see then is asked.
  const [groups, setGroups] = useState<readonly string[] | null | undefined>(
    canBeRestricted(member.role) ? (member.groups?.map(({ id }) => id) ?? null) : undefined,
  );
  const [isMissing, setMissing] = useState(false);
  const change = { role, groups: canBeRestricted(role) ? groups && [...groups] : null };
  // The role that is had can be chosen again, but not by everybody be saved.
  const maySave = may(actOfChange(member, change));
  const form = useForm<Record<never, string>, unknown>({
    defaultValues: {},
    fields: {},
    // Nothing is typed here: what one chooses only the server may refuse.
    validator: async () => (values) => ({ values }),
    place: ({ type }) => (refusals.has(type) ? "form" : undefined),
    async onSubmit() {
      setMissing(change.groups === undefined);
      if (change.groups === undefined) return;
      try {
        await client.call(changeMember, { params: { id: member.id }, body: change });
      } finally {
        // A refusal, too, tells of somebody else's change.
        await queryClient.invalidateQueries();
      }
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Role of ${{ name: member.name }}`}
      submitLabel={t`Save`}
      pendingLabel={t`Saving`}
      cancelLabel={t`Cancel`}
      unavailable={!maySave}
      onClose={onClose}
    >
      <RoleChoice
        name="role"
        value={role}
        had={member.role}
        actOf={(given) => actOfChange(member, { role: given })}
        onChange={setRole}
      />
      {maySave && (
        <GroupChoice
          role={role}
          value={groups}
          isMissing={isMissing && groups === undefined}
          onChange={setGroups}
        />
      )}
    </FormDialog>
  );
}
