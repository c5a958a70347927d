import { useLingui } from "@lingui/react/macro";
import { changeMember, type Member } from "@sekimori/karte-contract/endpoints/people";
import {
  actOfChange,
  canBeRestricted,
  type Role,
  rolesByHand,
} from "@sekimori/karte-contract/rights";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useEditForm } from "@sekimori/kit-web/form/use-edit-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useMayDo } from "../../app/session/session-query.ts";
import { groupsQuery } from "../../app/session/workspace-queries.ts";
import { roleWords } from "../../app/words/words.ts";
import { peopleQuery } from "./people-queries.ts";
import { GroupChoice, RoleChoice } from "./role-and-groups.tsx";

/** What speaks of this member or of whoever changes them. */
const refusals: ReadonlySet<string> = new Set([
  "BillingOwner",
  "LastOwner",
  "NotAllowed",
  "NotFound",
]);

type Groups = readonly string[] | null | undefined;
type Values = { role: Role; groups: string };

const everything = "everything";

/** What somebody sees, as a form's field: nothing chosen yet, everything, or these groups. */
const textOf = (groups: Groups): string =>
  groups === undefined ? "" : groups === null ? everything : `only ${groups.toSorted().join(" ")}`;
const groupsOf = (text: string): Groups =>
  text === "" ? undefined : text === everything ? null : text.split(" ").slice(1).filter(Boolean);

const idsOf = ({ groups }: Member) => groups?.map(({ id }) => id) ?? null;

/** Somebody who becomes a viewer may have been restricted once: what they see then is asked. */
const valuesOf = (member: Member): Values => ({
  role: member.role,
  groups: textOf(canBeRestricted(member.role) ? idsOf(member) : undefined),
});

function changeOf({ role, groups }: Values) {
  const chosen = groupsOf(groups);
  return { role, groups: canBeRestricted(role) ? chosen && [...chosen] : null };
}

interface MemberDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
}

/** Role of a member, and for a viewer what they see. */
export function MemberDialog({ member, onClose }: MemberDialogProps) {
  const { t, i18n } = useLingui();
  const may = useMayDo();
  const { data } = useQuery(groupsQuery, queryClient);
  const [isMissing, setMissing] = useState(false);

  function shown(name: keyof Values, value: string): string {
    if (name === "role") return i18n._(roleWords[value as Role]);
    const groups = groupsOf(value);
    if (groups === undefined) return "";
    const nameOf = (id: string) => data?.groups.find((group) => group.id === id)?.name ?? "";
    return groups === null ? t`All domains` : groups.map(nameOf).join(", ");
  }

  const form = useEditForm<Values, Values, Member>({
    record: member,
    async reread() {
      const { members } = await queryClient.fetchQuery({ ...peopleQuery, staleTime: 0 });
      return members.find(({ id }) => id === member.id);
    },
    valuesOf,
    shown,
    fields: { role: { label: t`Role` }, groups: { label: t`Access` } },
    // Nothing is typed here: what one chooses only the server may refuse.
    validator: async () => (values) => ({ values }),
    place: ({ type }) => (refusals.has(type) ? "form" : undefined),
    async save(values, was) {
      const change = changeOf(values);
      setMissing(change.groups === undefined);
      if (change.groups === undefined) return;
      const body = { ...change, was: { role: was.role, groups: idsOf(was) } };
      try {
        await client.call(changeMember, { params: { id: member.id }, body });
      } finally {
        // A refusal, too, tells of somebody else's change.
        await queryClient.invalidateQueries();
      }
      onClose();
    },
  });
  const role = form.watch("role") as Role;
  const groups = groupsOf(String(form.watch("groups")));
  // The role that is had can be chosen again, but not by everybody be saved.
  const isTheirs = rolesByHand(form.was).includes(role);
  const maySave =
    isTheirs && may(actOfChange(form.was, changeOf({ role, groups: textOf(groups) })));
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
        had={form.was.role}
        given={rolesByHand(form.was)}
        actOf={(given) => actOfChange(form.was, { role: given })}
        onChange={(chosen) => form.set("role", chosen)}
      />
      {maySave && (
        <GroupChoice
          role={role}
          value={groups}
          isMissing={isMissing && groups === undefined}
          onChange={(chosen) => form.set("groups", textOf(chosen))}
        />
      )}
    </FormDialog>
  );
}
