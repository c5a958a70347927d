import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { InvoiceLine, MemberView } from "@sekimori/console-contract/endpoints/members";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { useWriting } from "../../app/words/here.ts";
import { Facts, Section } from "../../app/words/section.tsx";
import { parkedWords, planName } from "../../app/words/words.ts";
import { ContractActs } from "./contract-acts.tsx";
import { InvoiceActs } from "./invoice-acts.tsx";
import { contractStateWords, invoiceStateWords } from "./member-words.ts";

type Money = MemberView["money"];

interface MoneySectionProps {
  readonly member: Pick<MemberView, "id" | "money">;
  /** Why the member was opened; an act may have another reason. */
  readonly reason: string;
}

/** The contract, what is charged next and why it is this much, and the invoices. */
export function MoneySection({ member, reason }: MoneySectionProps) {
  const { t, i18n } = useLingui();
  const { id, money } = member;
  const { moment } = useWriting();
  const { parked, invoices, moreInvoices } = money;
  return (
    <>
      <Section title={t`Contract`}>
        {parked && (
          <Banner
            tone="warning"
            className="mb-3"
            title={t`Excluded from billing since ${{ at: moment(parked.since) }}`}
          >
            {i18n._(parkedWords[parked.reason])}
          </Banner>
        )}
        <ContractFacts money={money} />
        <ContractActs member={id} money={money} reason={reason} />
      </Section>
      <Section title={t`Invoices`}>
        {invoices.length === 0 ? (
          <p className="text-muted">{t`There are no invoices.`}</p>
        ) : (
          <Invoices invoices={invoices} member={id} reason={reason} />
        )}
        {moreInvoices && <p className="mt-2 text-muted">{t`There are older ones.`}</p>}
      </Section>
    </>
  );
}

function ContractFacts({ money: { contract, contractId, nextCharge } }: { readonly money: Money }) {
  const { t, i18n } = useLingui();
  const { day, yen } = useWriting();
  if (contract === null) return <p className="text-muted">{t`No contract`}</p>;
  const { freeUntil, endsOn } = contract;
  return (
    <Facts
      facts={[
        {
          id: "plan",
          label: t`Plan`,
          value: `${planName(contract.plan, i18n)} (${i18n._(contractStateWords[contract.state])})`,
        },
        { id: "since", label: t`Since`, value: day(contract.startedOn) },
        ...(freeUntil === null
          ? []
          : [{ id: "free", label: t`Free until`, value: day(freeUntil) }]),
        ...(endsOn === null ? [] : [{ id: "ends", label: t`Ends on`, value: day(endsOn) }]),
        {
          id: "next",
          label: t`Next charge`,
          value:
            nextCharge === null ? (
              t`None`
            ) : (
              <>
                {t`${{ amount: yen(nextCharge.amount + nextCharge.lateCharge) }} on ${{ on: day(nextCharge.on) }}`}
                <WhyThisAmount next={nextCharge} />
              </>
            ),
        },
        { id: "id", label: t`Contract number`, value: contractId ?? "–" },
      ]}
    />
  );
}

/** Why the next charge is this much: each part, and where it comes from. */
function WhyThisAmount({ next }: { readonly next: NonNullable<Money["nextCharge"]> }) {
  const { t } = useLingui();
  const { day, yen } = useWriting();
  const { amount, taxAmount, taxPercent, lateCharge } = next;
  return (
    <ul className="mt-1 grid gap-0.5 text-[0.875rem] text-muted">
      <li>
        {next.price === "announced"
          ? t`${{ amount: yen(amount) }} for ${{ from: day(next.from) }} to ${{ to: day(next.to) }}: the announced price, agreed to`
          : t`${{ amount: yen(amount) }} for ${{ from: day(next.from) }} to ${{ to: day(next.to) }}: the agreed price`}
      </li>
      <li>{t`including ${{ tax: yen(taxAmount) }} tax (${{ percent: taxPercent }}%)`}</li>
      {lateCharge > 0 && <li>{t`Late charge for earlier months: ${{ late: yen(lateCharge) }}`}</li>}
    </ul>
  );
}

interface InvoicesProps extends Pick<Money, "invoices"> {
  readonly member: string;
  readonly reason: string;
}

function Invoices({ invoices, member, reason }: InvoicesProps) {
  const { t, i18n } = useLingui();
  const { day, moment, yen } = useWriting();
  return (
    <Table label={t`Invoices`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Number`}</ColumnHeader>
          <ColumnHeader>{t`State`}</ColumnHeader>
          <ColumnHeader numeric>{t`Amount`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => {
          const { number, issuedOn, state, paidOn, nextTryAt, mendedBy, total, lines } = invoice;
          return (
            <Row key={number}>
              <RowHeader className="py-2">
                <p>{number}</p>
                <p className="text-[0.875rem] font-400 text-muted">{day(issuedOn)}</p>
              </RowHeader>
              <Cell className="py-2">
                <p>
                  {i18n._(invoiceStateWords[state])}
                  {paidOn !== null && <span>{` (${day(paidOn)})`}</span>}
                </p>
                {nextTryAt !== null && (
                  <p className="text-[0.875rem] text-muted">
                    {t`Next attempt on ${{ at: moment(nextTryAt) }}`}
                  </p>
                )}
                {mendedBy !== null && (
                  <p className="text-[0.875rem] text-muted">
                    {mendedBy === "card"
                      ? t`The member has to add another card`
                      : t`The member has to complete 3-D Secure`}
                  </p>
                )}
              </Cell>
              <Cell numeric className="py-2">
                <p>{yen(total)}</p>
                <ul className="text-[0.875rem] text-muted">
                  {lines.map((line) => (
                    <li key={JSON.stringify(line)}>
                      <LineWords line={line} />
                    </li>
                  ))}
                </ul>
                <div className="mt-1 grid justify-items-end empty:hidden">
                  <InvoiceActs member={member} invoice={invoice} reason={reason} />
                </div>
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

/** Why an invoice has an amount. */
function LineWords({ line }: { readonly line: InvoiceLine }) {
  const { t, i18n } = useLingui();
  const { day, yen } = useWriting();
  const amount = yen(line.amount);
  if (line.kind === "plan") {
    const plan = planName(line.plan, i18n);
    return t`${{ plan }}, ${{ from: day(line.from) }} to ${{ to: day(line.to) }}: ${{ amount }}`;
  }
  if (line.kind === "refund") return t`Refunded (${{ why: line.reason }}): ${{ amount }}`;
  const { number, days } = line;
  return t`Late charge on ${{ principal: yen(line.principal) }} of ${{ number }} for ${plural({ days }, { one: "# day", other: "# days" })}: ${{ amount }}`;
}
