import { useLingui } from "@lingui/react/macro";
import type { Overview } from "@sekimori/karte-contract/endpoints/overview";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { CheckIcon } from "@sekimori/kit-web/icons";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Link } from "@sekimori/kit-web/routing/link";
import type { ReactNode } from "react";
import { useMay } from "../../app/session/session-query.ts";
import { FirstChannels } from "./first-channels.tsx";

/** The way to the first result: what is done, and the one thing that comes next. */
export function FirstSteps({ overview }: { readonly overview: Overview }) {
  const { t } = useLingui();
  const mayManage = useMay("manage-domains");
  const { checklist, waitingForProof } = overview;
  const [waiting] = waitingForProof;
  const next = !checklist.domainAdded ? 0 : !checklist.proved ? 1 : 2;
  const domain = waiting ? `${pagePaths.inventoryDomain}?id=${waiting.id}` : pagePaths.siteList;
  const steps = [
    {
      title: t`Add your domain`,
      text: t`Your organization's main domain, or one of its hosts.`,
      action: t`Add a domain`,
      to: `${pagePaths.siteList}?add=1`,
    },
    {
      title: t`Verify that you own it`,
      text: t`Add a DNS record, a file or a tag on the home page. One is enough.`,
      action: t`Verify`,
      to: domain,
    },
    {
      title: t`Scan it`,
      text: t`Agree to scans and start one. You'll see the first results within minutes.`,
      action: t`Go to scans`,
      to: `${pagePaths.siteList}?proof=proved`,
    },
  ];
  return (
    <section aria-labelledby="first-steps" className="max-w-[44rem]">
      <h2 id="first-steps" className="text-std-20B-150">{t`Three steps to your first results`}</h2>
      <p className="mt-1 mb-6 text-muted">{t`About three minutes if you can edit the domain's DNS.`}</p>
      <ol className="border-y border-border">
        {steps.map((step, index) => (
          <Step
            key={step.title}
            number={index + 1}
            state={index < next ? "done" : index === next ? "next" : "later"}
            title={step.title}
            text={step.text}
          >
            {mayManage && index === next && (
              <Link to={step.to} className={buttonClass({ variant: "primary" })}>
                {step.action}
              </Link>
            )}
          </Step>
        ))}
      </ol>
      <FirstChannels />
      {!mayManage && (
        <p className="mt-4 text-muted">{t`A workspace administrator completes these steps.`}</p>
      )}
    </section>
  );
}

interface StepProps {
  readonly number: number;
  readonly state: "done" | "next" | "later";
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

const circles = {
  done: "border-success bg-success-soft text-success",
  next: "border-key bg-key text-on-key",
  later: "border-border-strong text-muted",
} as const;

function Step({ number, state, title, text, children }: StepProps) {
  const { t } = useLingui();
  return (
    <li
      aria-current={state === "next" ? "step" : undefined}
      className="flex flex-wrap items-start gap-4 border-b border-border py-5 last:border-b-0"
    >
      <span
        aria-hidden="true"
        className={`grid size-9 shrink-0 place-items-center rounded-full border font-700 ${circles[state]}`}
      >
        {state === "done" ? <CheckIcon /> : number}
      </span>
      <div className="min-w-56 flex-1">
        <h3 className="font-700">
          {title}
          {state === "done" && <span className="sr-only"> ({t`done`})</span>}
        </h3>
        <p className="text-muted">{text}</p>
      </div>
      {/* Below the text where it does not fit beside it. */}
      {children && <div className="max-sm:basis-full max-sm:pl-13">{children}</div>}
    </li>
  );
}
