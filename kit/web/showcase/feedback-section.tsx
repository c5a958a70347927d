import { useRef } from "react";
import { EmptyIllustration } from "../brand/state-illustrations.tsx";
import { Badge } from "../primitives/badge.tsx";
import { Banner } from "../primitives/banner.tsx";
import { Button } from "../primitives/button.tsx";
import { EmptyState } from "../primitives/empty-state.tsx";
import { ErrorSummary } from "../primitives/error-summary.tsx";
import { Link } from "../primitives/link.tsx";
import { ProgressBar } from "../primitives/progress-bar.tsx";
import { Loading, Skeleton } from "../primitives/skeleton.tsx";
import { Columns, Section, Wrap } from "./section.tsx";
import type { Texts } from "./texts.ts";

const badgeTones = ["neutral", "key", "success", "warning", "danger"] as const;

export function FeedbackSection({ t }: { t: Texts }) {
  const summary = useRef<HTMLDivElement>(null);
  return (
    <Section id="feedback" title={t.feedback}>
      <Columns>
        <Banner>{t.info}</Banner>
        <Banner tone="success" title={t.success} closeLabel={t.close} onClose={() => undefined}>
          {t.successBody}
        </Banner>
        <Banner
          tone="warning"
          title={t.warning}
          action={
            <Button size="small" variant="secondary">
              {t.updateCard}
            </Button>
          }
        >
          {t.warningBody}
        </Banner>
        <Banner tone="danger" title={t.danger} action={<Link href="#fields">{t.learnMore}</Link>}>
          {t.dangerBody}
        </Banner>
        <ErrorSummary
          ref={summary}
          title={t.summary}
          errors={[
            { fieldId: "email-wrong", message: t.emailError },
            { fieldId: "plan-wrong", message: t.planError },
          ]}
        />
        <div className="grid gap-6">
          <ProgressBar label={t.progress} value={3} max={12} valueText={t.progressValue} />
          <ProgressBar label={t.waiting} />
        </div>
      </Columns>
      <Wrap>
        {badgeTones.map((tone, index) => (
          <Badge key={tone} tone={tone}>
            {t.badges[index]}
          </Badge>
        ))}
      </Wrap>
      <Columns>
        <Loading label={t.loading}>
          <div className="grid gap-3">
            <Skeleton className="h-8 w-1/2" />
            <Skeleton />
            <Skeleton />
            <Skeleton className="h-4 w-2/3" />
          </div>
        </Loading>
        <EmptyState
          title={t.emptyTitle}
          level={3}
          illustration={<EmptyIllustration />}
          action={<Button variant="primary">{t.register}</Button>}
        >
          {t.emptyBody}
        </EmptyState>
      </Columns>
    </Section>
  );
}
