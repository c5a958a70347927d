import { useLingui } from "@lingui/react/macro";
import { type Act, canBeRestricted, type Role, roles } from "@sekimori/karte-contract/rights";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { Radio, RadioGroup } from "@sekimori/kit-web/primitives/radio-group";
import { useQuery } from "@tanstack/react-query";
import { useMayDo } from "../../app/session/session-query.ts";
import { groupsQuery } from "../../app/session/workspace-queries.ts";
import { roleWords } from "../../app/words/words.ts";

interface RoleChoiceProps {
  readonly name: string;
  readonly value: Role;
  /** The act that it is to give a role here. */
  readonly actOf: (role: Role) => Act;
  /** Roles that can be given here; all unless said. */
  readonly given?: readonly Role[];
  /** The role that is had, which stands there whether or not it could be given. */
  readonly had?: Role;
  readonly onChange: (role: Role) => void;
}

/** The roles that this person may give, each with what it may do. */
export function RoleChoice({ name, value, actOf, given = roles, had, onChange }: RoleChoiceProps) {
  const { t, i18n } = useLingui();
  const may = useMayDo();
  const help: Readonly<Record<Role, string>> = {
    viewer: t`Can view and export. Can be limited to groups.`,
    member: t`Can also comment, assign findings, start scans and request reports.`,
    admin: t`Can also manage domains, groups and people, and accept risks.`,
    owner: t`Can also manage owners and the contract, and close the workspace.`,
  };
  return (
    <RadioGroup label={t`Role`}>
      {roles
        .filter((role) => role === had || (given.includes(role) && may(actOf(role))))
        .map((role) => (
          <Radio
            key={role}
            name={name}
            value={role}
            checked={role === value}
            onChange={() => onChange(role)}
            label={i18n._(roleWords[role])}
            help={help[role]}
          />
        ))}
    </RadioGroup>
  );
}

interface GroupChoiceProps {
  readonly role: Role;
  /** Null sees everything; undefined while nothing is chosen. */
  readonly value: readonly string[] | null | undefined;
  /** The choice is missing, and somebody wanted to go on. */
  readonly isMissing?: boolean;
  readonly onChange: (groups: readonly string[] | null) => void;
}

/** Which groups a viewer sees; nothing for the other roles, which see everything. */
export function GroupChoice({ role, value, isMissing = false, onChange }: GroupChoiceProps) {
  const { t } = useLingui();
  const { data } = useQuery(groupsQuery, queryClient);
  if (!canBeRestricted(role)) return null;
  const groups = data?.groups ?? [];
  return (
    <div className="grid gap-4">
      <RadioGroup label={t`Access`} error={isMissing ? t`Select what they can see.` : undefined}>
        <Radio
          name="sees"
          checked={value === null}
          onChange={() => onChange(null)}
          label={t`All domains`}
        />
        <Radio
          name="sees"
          checked={Array.isArray(value)}
          disabled={groups.length === 0}
          onChange={() => onChange([])}
          label={t`Only domains in selected groups`}
          help={groups.length === 0 ? t`No groups yet.` : undefined}
        />
      </RadioGroup>
      {value && (
        <fieldset className="ml-9 grid gap-3">
          <legend className="sr-only">{t`Groups`}</legend>
          {groups.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={value.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...value, id] : value.filter((one) => one !== id))
              }
            />
          ))}
          {value.length === 0 && (
            <p className="text-[0.875rem] text-muted">{t`Without a group, they can't see any domains.`}</p>
          )}
        </fieldset>
      )}
    </div>
  );
}
