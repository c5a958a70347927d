import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { invitationDays, invitedAtOnceMost } from "@sekimori/karte-contract/constants";
import { invitePeople } from "@sekimori/karte-contract/endpoints/people";
import { actOfInvitation, canBeRestricted, type Role } from "@sekimori/karte-contract/rights";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextArea } from "@sekimori/kit-web/primitives/text-area";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { GroupChoice, RoleChoice } from "./role-and-groups.tsx";

type Values = { emails: string };
type Output = { emails: string[] };

/** Invites many people at once, all with the same role. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const [role, setRole] = useState<Role>("viewer");
  const [groups, setGroups] = useState<readonly string[] | null>(null);
  const form = useForm<Values, Output>({
    defaultValues: { emails: "" },
    fields: {
      emails: {
        label: t`Email addresses`,
        requirement: "required",
        help: t`One per line, up to ${{ invitedAtOnceMost }}. Each person gets a link that's valid for ${{ invitationDays }} days.`,
        sentence: ({ code }) => {
          if (code === "too_many")
            return t`Invite up to ${{ invitedAtOnceMost }} people at a time.`;
          return code === "invalid" ? t`One of these isn't an email address.` : undefined;
        },
      },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).inviteSchema),
    place: ({ type }) => (type === "PlanLimit" || type === "NotFound" ? "form" : undefined),
    async onSubmit({ emails }) {
      const { invitations } = await client.call(invitePeople, {
        body: { emails, role, groups: canBeRestricted(role) ? groups && [...groups] : null },
      });
      await queryClient.invalidateQueries({ queryKey: ["people"] });
      onClose();
      const count = invitations.length;
      toasts.show({
        tone: "success",
        title: plural(count, { one: "# invitation was sent", other: "# invitations were sent" }),
      });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Invite people`}
      submitLabel={t`Send invitations`}
      pendingLabel={t`Sending`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <TextArea
        {...form.field("emails")}
        rows={3}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <RoleChoice name="role" value={role} actOf={actOfInvitation} onChange={setRole} />
      <GroupChoice role={role} value={groups} onChange={setGroups} />
    </FormDialog>
  );
}
