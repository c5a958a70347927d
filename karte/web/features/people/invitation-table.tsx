import { useLingui } from "@lingui/react/macro";
import type { Invitation } from "@sekimori/karte-contract/endpoints/people";
import { actOfInvitation } from "@sekimori/karte-contract/rights";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { useMayDo } from "../../app/session/session-query.ts";
import { Moment } from "../../app/words/moment.tsx";
import { roleWords } from "../../app/words/words.ts";
import { SeenGroups } from "./member-table.tsx";

interface InvitationTableProps {
  readonly invitations: readonly Invitation[];
  /** The invitation that is being sent again. */
  readonly busy: string | undefined;
  readonly onResend: (invitation: Invitation) => void;
  readonly onWithdraw: (invitation: Invitation) => void;
}

/** Who has been invited and has not joined yet. */
export function InvitationTable({ invitations, busy, onResend, onWithdraw }: InvitationTableProps) {
  const { t, i18n } = useLingui();
  const may = useMayDo();
  return (
    <Table label={t`Invitations`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Email address`}</ColumnHeader>
          <ColumnHeader>{t`Role`}</ColumnHeader>
          <ColumnHeader>{t`Access`}</ColumnHeader>
          <ColumnHeader>{t`Sent`}</ColumnHeader>
          <ColumnHeader>{t`Expires`}</ColumnHeader>
          <ColumnHeader>
            <span className="sr-only">{t`Actions`}</span>
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {invitations.map((invitation) => {
          const { id, email } = invitation;
          return (
            <Row key={id}>
              <RowHeader className="break-all">{email}</RowHeader>
              <Cell>{i18n._(roleWords[invitation.role])}</Cell>
              <Cell>
                <SeenGroups groups={invitation.groups} />
              </Cell>
              <Cell>
                <Moment at={invitation.sentAt} />
              </Cell>
              <Cell>
                {invitation.expired ? (
                  <Badge tone="warning">{t`Expired`}</Badge>
                ) : (
                  <Moment at={invitation.expiresAt} />
                )}
              </Cell>
              <Cell>
                {may(actOfInvitation(invitation.role)) && (
                  <div className="flex flex-wrap gap-2">
                    <Button
                      size="small"
                      pending={busy === id}
                      aria-label={t`Resend to ${{ email }}`}
                      onClick={() => onResend(invitation)}
                    >
                      {t`Resend`}
                    </Button>
                    <Button
                      size="small"
                      aria-label={t`Withdraw the invitation of ${{ email }}`}
                      onClick={() => onWithdraw(invitation)}
                    >
                      {t`Withdraw`}
                    </Button>
                  </div>
                )}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
