import { useLingui } from "@lingui/react/macro";
import type { MemberView } from "@sekimori/console-contract/endpoints/members";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { useWriting } from "../../app/words/here.ts";
import { Facts, Section } from "../../app/words/section.tsx";
import { standingWords } from "../../app/words/words.ts";
import { AccessSection } from "./access-section.tsx";
import { HistorySection } from "./history-section.tsx";
import { MemberActs } from "./member-acts.tsx";
import { openWords } from "./member-words.ts";
import { MoneySection } from "./money-section.tsx";
import { UndoSection } from "./undo-section.tsx";

interface ShownMemberProps {
  readonly member: MemberView;
  readonly reason: string;
}

/** Who a member is, where they stand, and everything that a question of theirs may be about. */
export function ShownMember({ member, reason }: ShownMemberProps) {
  const { t, i18n } = useLingui();
  const { locale, day, moment, yen } = useWriting();
  const { company, name, standing, consents, open } = member;
  const { terms } = consents;
  return (
    <>
      <PageHeader
        title={company ?? name}
        description={member.sentence[locale]}
        actions={<MemberActs member={member} reason={reason} />}
      />
      <div className="grid gap-x-12 lg:grid-cols-2">
        <div>
          <Section title={t`Member`}>
            <Facts
              facts={[
                {
                  id: "standing",
                  label: t`State`,
                  value: (
                    <Badge tone={standingWords[standing].tone}>
                      {i18n._(standingWords[standing].name)}
                    </Badge>
                  ),
                },
                { id: "name", label: t`Name`, value: name },
                { id: "email", label: t`Email address`, value: member.email },
                ...(member.corporateNumber === null
                  ? []
                  : [{ id: "number", label: t`Corporate number`, value: member.corporateNumber }]),
                {
                  id: "language",
                  label: t`Language`,
                  value: member.language === "ja" ? t`Japanese` : t`English`,
                },
                { id: "since", label: t`Since`, value: day(tokyoDay(new Date(member.createdAt))) },
                { id: "id", label: t`Account`, value: member.id },
              ]}
            />
          </Section>
          <Section title={t`Open requests`}>
            {open.length === 0 ? (
              <p className="text-muted">{t`Nothing is open.`}</p>
            ) : (
              <Facts
                facts={open.map(({ kind, since, until, amount }, index) => ({
                  id: `${kind}${index}`,
                  label: i18n._(openWords[kind]),
                  value: [
                    t`since ${{ at: moment(since) }}`,
                    ...(until === null ? [] : [t`until ${{ at: moment(until) }}`]),
                    ...(amount === null ? [] : [yen(amount)]),
                  ].join(locale === "ja" ? "、" : ", "),
                }))}
              />
            )}
          </Section>
          <UndoSection member={member} reason={reason} />
          <AccessSection access={member.access} />
        </div>
        <div>
          <MoneySection member={member} reason={reason} />
          <Section title={t`Consents`}>
            <Facts
              facts={[
                {
                  id: "terms",
                  label: t`Terms`,
                  value:
                    terms === null
                      ? t`Not agreed to`
                      : terms.areInForce
                        ? t`Agreed to the current version on ${{ at: moment(terms.agreedAt) }}`
                        : t`Agreed to an earlier version on ${{ at: moment(terms.agreedAt) }}`,
                },
                {
                  id: "promotional",
                  label: t`News by email`,
                  value: consents.promotionalMail ? t`Yes` : t`No`,
                },
                {
                  id: "monthly",
                  label: t`Monthly summary email`,
                  value: consents.monthlySummary ? t`Yes` : t`No`,
                },
                ...consents.applications.map(({ name, names, since }) => ({
                  id: `application ${name}`,
                  label: names[locale],
                  value: t`Allowed since ${{ at: moment(since) }}`,
                })),
              ]}
            />
          </Section>
        </div>
      </div>
      <HistorySection member={member.id} reason={reason} />
    </>
  );
}
