import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { invitationDays, invitedAtOnceMost } from "@sekimori/karte-contract/constants";
import { type Invitation, invitePeople } from "@sekimori/karte-contract/endpoints/people";
import { actOfInvitation, canBeRestricted, type Role } from "@sekimori/karte-contract/rights";
import type { Locale } from "@sekimori/kit-contract/locale";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextArea } from "@sekimori/kit-web/primitives/text-area";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { toasts } from "../../app/toasts.ts";
import { LanguageSelect } from "../../app/words/language-select.tsx";
import type { InviteDraft } from "./invite-draft.ts";
import { GroupChoice, RoleChoice } from "./role-and-groups.tsx";

type Values = { emails: string; language: string };
type Output = { emails: string[]; language: Locale };

interface InviteDialogProps {
  /** What was filled in before. */
  readonly draft: InviteDraft | undefined;
  /** This role takes a recent sign-in; what is filled in must come back after it. */
  readonly onStepUp: (draft: InviteDraft) => void;
  readonly onClose: () => void;
}

/** Invites many people at once, all with the same role. */
export function InviteDialog({ draft, onStepUp, onClose }: InviteDialogProps) {
  const { t, i18n } = useLingui();
  const [role, setRole] = useState<Role>(draft?.role ?? "viewer");
  const [groups, setGroups] = useState<readonly string[] | null>(draft?.groups ?? null);
  const form = useForm<Values, Output>({
    defaultValues: {
      emails: draft?.emails ?? "",
      language: draft?.language ?? (i18n.locale === "en" ? "en" : "ja"),
    },
    fields: {
      emails: {
        label: t`Email addresses`,
        requirement: "required",
        help: t`One per line, up to ${{ invitedAtOnceMost }}. Each person gets a link that's valid for ${{ invitationDays }} days.`,
        sentence: ({ code, params }) => {
          if (code === "too_many")
            return t`Invite up to ${{ invitedAtOnceMost }} people at a time.`;
          const address = params?.address;
          if (code === "invalid" && typeof address === "string")
            return t`“${{ address }}” isn't an email address.`;
          return code === "invalid" ? t`One of these isn't an email address.` : undefined;
        },
      },
      language: { label: t`Language of the email` },
    },
    validator: async () => schemaValidator((await import("./schemas.ts")).inviteSchema),
    place: ({ type }) => (type === "PlanLimit" || type === "NotFound" ? "form" : undefined),
    async onSubmit({ emails, language }) {
      const restriction = canBeRestricted(role) ? groups && [...groups] : null;
      const body = { emails, language, role, groups: restriction };
      let invitations: readonly Invitation[];
      try {
        invitations = (await client.call(invitePeople, { body })).invitations;
      } catch (error) {
        if (!isApiError(error, "RecentSignInRequired")) throw error;
        onStepUp({ emails: emails.join("\n"), language, role, groups });
        return;
      }
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
      <LanguageSelect {...form.field("language")} />
      <RoleChoice name="role" value={role} actOf={actOfInvitation} onChange={setRole} />
      <GroupChoice role={role} value={groups} onChange={setGroups} />
    </FormDialog>
  );
}
