import { useLingui } from "@lingui/react/macro";
import type { Member } from "@sekimori/karte-contract/endpoints/people";
import {
  actOfChange,
  actOfRemoval,
  isKeptByGroups,
  rolesByHand,
} from "@sekimori/karte-contract/rights";
import { MoreIcon } from "@sekimori/kit-web/icons";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { IconButton } from "@sekimori/kit-web/primitives/icon-button";
import { Menu } from "@sekimori/kit-web/primitives/menu";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { useMayDo } from "../../app/session/session-query.ts";
import { Moment } from "../../app/words/moment.tsx";
import { roleWords } from "../../app/words/words.ts";

export const memberActs = ["change", "suspend", "resume", "remove"] as const;
export type MemberAct = (typeof memberActs)[number];

interface MemberTableProps {
  readonly members: readonly Member[];
  readonly onAct: (act: MemberAct, member: Member) => void;
}

/** Who works here. Two-factor is the portal's to say. */
export function MemberTable({ members, onAct }: MemberTableProps) {
  const { t, i18n } = useLingui();
  return (
    <Table label={t`Members`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Name`}</ColumnHeader>
          <ColumnHeader>{t`Role`}</ColumnHeader>
          <ColumnHeader>{t`Access`}</ColumnHeader>
          <ColumnHeader>{t`Two-factor authentication`}</ColumnHeader>
          <ColumnHeader>{t`Last active`}</ColumnHeader>
          <ColumnHeader>{t({ message: "Joined", context: "date" })}</ColumnHeader>
          <ColumnHeader>
            <span className="sr-only">{t`Actions`}</span>
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <Row key={member.id}>
            <RowHeader className="min-w-52">
              <span className="flex flex-wrap items-center gap-x-2">
                <bdi>{member.name}</bdi>
                {member.you && <Badge tone="key">{t`You`}</Badge>}
                {member.byDirectory && <Badge tone="neutral">{t`By group`}</Badge>}
                {member.suspended && <Badge tone="warning">{t`Suspended`}</Badge>}
              </span>
              <span className="block text-[0.8125rem] font-400 break-all text-muted">
                {member.email}
              </span>
            </RowHeader>
            <Cell>{i18n._(roleWords[member.role])}</Cell>
            <Cell>
              <SeenGroups groups={member.groups} />
            </Cell>
            <Cell>
              {member.twoFactor ? (
                <Badge tone="success">{t`On`}</Badge>
              ) : (
                <Badge tone="neutral">{t`Off`}</Badge>
              )}
            </Cell>
            <Cell>
              <Moment at={member.lastSeenAt} />
            </Cell>
            <Cell>
              <Moment at={member.joinedAt} />
            </Cell>
            <Cell>
              <MemberMenu member={member} onAct={onAct} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** What somebody sees: everything, or these groups. */
export function SeenGroups({ groups }: { readonly groups: Member["groups"] }) {
  const { t } = useLingui();
  if (groups === null) return t`Everything`;
  if (groups.length === 0) return <span className="text-muted">{t`Nothing`}</span>;
  return <bdi>{groups.map(({ name }) => name).join(", ")}</bdi>;
}

interface MemberMenuProps {
  readonly member: Member;
  readonly onAct: (act: MemberAct, member: Member) => void;
}

/** What may be done with this member; nothing where that is nothing. */
function MemberMenu({ member, onAct }: MemberMenuProps) {
  const { t } = useLingui();
  const may = useMayDo();
  const mayChange = rolesByHand(member).some(
    (role) => role !== member.role && may(actOfChange(member, { role })),
  );
  const maySuspend = may(actOfChange(member, { suspended: !member.suspended }));
  const mayRemove = !isKeptByGroups(member) && may(actOfRemoval(member));
  if (!(mayChange || maySuspend || mayRemove)) return null;
  const { name, email } = member;
  // Two people may have the same name.
  const label = t`Actions for ${{ name }} (${{ email }})`;
  return (
    <Menu
      label={label}
      trigger={<IconButton size="small" label={label} icon={<MoreIcon />} />}
      items={[
        ...(mayChange
          ? [{ id: "change", label: t`Change role`, onAction: () => onAct("change", member) }]
          : []),
        ...(maySuspend
          ? [
              member.suspended
                ? {
                    id: "resume",
                    label: t`Lift suspension`,
                    onAction: () => onAct("resume", member),
                  }
                : { id: "suspend", label: t`Suspend`, onAction: () => onAct("suspend", member) },
            ]
          : []),
        ...(mayRemove
          ? [
              {
                id: "remove",
                label: t`Remove`,
                danger: true,
                onAction: () => onAct("remove", member),
              },
            ]
          : []),
      ]}
    />
  );
}
