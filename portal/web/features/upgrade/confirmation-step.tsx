import { Trans, useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { FormSummary } from "@sekimori/kit-web/form/form-summary";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { upgrade } from "@sekimori/portal-contract/endpoints/contract";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { client } from "../../app/client.ts";
import { keepContract } from "../../app/contract-query.ts";
import {
  PaidApplicationNote,
  useApplyLabel,
} from "../../app/final-confirmation/application-words.tsx";
import { useConfirmationRows } from "../../app/final-confirmation/confirmation-rows.tsx";
import {
  missingTerms,
  TermsBoxes,
  termsBoxes,
  useTermsFields,
} from "../../app/final-confirmation/terms-boxes.tsx";
import { language } from "../../app/language.ts";
import { NoTrialNote } from "../../app/payment-dates/no-trial-note.tsx";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import type { Offer } from "./upgrade-query.ts";

// An alias: a form's values are a record, which an interface is not.
type Agreed = { serviceTerms: boolean; memberTerms: boolean };

interface ConfirmationStepProps {
  readonly offer: Offer;
  readonly cardPage: string;
  /** What is shown is no longer true: it is asked for again. */
  readonly onChanged: () => Promise<unknown>;
}

/** Everything the law wants on the last screen, the agreement, and the button that applies. */
export function ConfirmationStep({ offer, cardPage, onChanged }: ConfirmationStepProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const stepUp = useStepUp();
  const { confirmation, shown } = offer;
  const rows = useConfirmationRows("detailed", confirmation, <ChangeCard to={cardPage} />);
  const label = useApplyLabel(confirmation);
  const form = useForm<Agreed, Agreed>({
    defaultValues: { serviceTerms: false, memberTerms: false },
    fields: useTermsFields(),
    validator: async () => (values) => {
      const issues = missingTerms(values);
      return issues.length > 0 ? { issues } : { values };
    },
    place: ({ type }) => (type === "TermsChanged" ? "form" : undefined),
    onSubmit: apply,
  });

  async function apply() {
    const { documents } = confirmation;
    const body = { documents, shown, agreed: true as const, locale: language.current() };
    try {
      await keepContract(await stepUp.run(() => client.call(upgrade, { body })));
    } catch (error) {
      if (isApiError(error, "TermsChanged", "CardRequired", "Conflict")) await onChanged();
      if (isApiError(error, "TermsChanged")) for (const name of termsBoxes) form.set(name, false);
      throw error;
    }
    await navigate(pageUrl("security", { tab: "contract" }), { replace: true });
    toasts.show({ tone: "success", title: t`Your order is complete` });
  }

  return (
    <>
      <NoTrialNote confirmation={confirmation} anotherCard={<AnotherCard to={cardPage} />} />
      <section aria-labelledby="application">
        <h2 id="application" className="mb-2 text-std-20B-150">
          <Trans>Final confirmation</Trans>
        </h2>
        <p className="mb-4 text-muted">
          <Trans>
            Review your order. When you press the button at the end, your order is complete and your
            current plan ends.
          </Trans>
        </p>
        <DescriptionList rows={rows} />
      </section>
      <form {...form.props} className="mt-12 flex flex-col gap-6">
        <FormSummary form={form} />
        <TermsBoxes form={form} />
        <PaidApplicationNote confirmation={confirmation} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="sm:self-start"
          pending={form.busy}
          pendingLabel={t`Placing your order`}
        >
          {label}
        </Button>
      </form>
      {stepUp.dialog}
    </>
  );
}

function AnotherCard({ to }: { readonly to: string }) {
  return (
    <Link to={to} className={buttonClass({})}>
      <Trans>Use another card</Trans>
    </Link>
  );
}

function ChangeCard({ to }: { readonly to: string }) {
  return (
    <Link to={to} className={`${linkClass} inline-flex min-h-6 items-center`}>
      <Trans>Change</Trans>
      <span className="sr-only">
        {" "}
        (<Trans>Payment method</Trans>)
      </span>
    </Link>
  );
}
