import { useLingui } from "@lingui/react/macro";
import type { StaffView } from "@sekimori/console-contract/endpoints/staff";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Menu } from "@sekimori/kit-web/primitives/menu";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { useState } from "react";
import { useMay } from "../../app/session/session-query.ts";
import { useWriting } from "../../app/words/here.ts";
import { rolesIn } from "../../app/words/words.ts";
import { AppointDialog } from "./appoint-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

/** Who works here, and what an administrator may do about it. */
export function StaffTable({ staff }: { readonly staff: readonly StaffView[] }) {
  const { t, i18n } = useLingui();
  const { day, moment } = useWriting();
  const [mayAppoint, mayRemove] = [useMay("appoint-staff"), useMay("remove-staff")];
  return (
    <Table label={t`Staff`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Name`}</ColumnHeader>
          <ColumnHeader>{t`Roles`}</ColumnHeader>
          <ColumnHeader>{t`Last seen`}</ColumnHeader>
          <ColumnHeader>{t`Appointed`}</ColumnHeader>
          {mayAppoint && <ColumnHeader>{t`Actions`}</ColumnHeader>}
        </tr>
      </thead>
      <tbody>
        {staff.map((person) => (
          <Row key={person.account}>
            <RowHeader className="py-2">
              {person.name} {person.isSelf && <Badge tone="neutral">{t`You`}</Badge>}
            </RowHeader>
            <Cell className="py-2">{rolesIn(person.roles, i18n)}</Cell>
            <Cell className="py-2">
              {person.lastSeenAt === null ? t`Never` : moment(person.lastSeenAt)}
            </Cell>
            <Cell className="py-2">
              {t`${{ on: day(tokyoDay(new Date(person.appointedAt))) }} by ${{ by: person.appointedBy }}`}
            </Cell>
            {mayAppoint && (
              <Cell className="py-2">
                <PersonActs person={person} mayRemove={mayRemove} />
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

interface PersonActsProps {
  readonly person: StaffView;
  readonly mayRemove: boolean;
}

function PersonActs({ person, mayRemove }: PersonActsProps) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<"roles" | "remove">();
  const { name } = person;
  const close = () => setAsked(undefined);
  return (
    <>
      <Menu
        label={t`Actions for ${{ name }}`}
        items={[
          { id: "roles", label: t`Change roles`, onAction: () => setAsked("roles") },
          ...(mayRemove
            ? [{ id: "remove", label: t`Remove`, danger: true, onAction: () => setAsked("remove") }]
            : []),
        ]}
        trigger={
          <button type="button" className={buttonClass({ size: "small" })}>
            {t`Actions`}
            <span className="sr-only">{`: ${name}`}</span>
          </button>
        }
      />
      {asked === "roles" && <AppointDialog person={person} onClose={close} />}
      {asked === "remove" && <RemoveDialog person={person} onClose={close} />}
    </>
  );
}
