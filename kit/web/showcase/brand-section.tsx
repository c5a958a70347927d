import { Logo } from "../brand/logo.tsx";
import { Mark } from "../brand/mark.tsx";
import { ReportIllustration } from "../brand/report-illustration.tsx";
import {
  DeniedIllustration,
  EmptyIllustration,
  MailIllustration,
  NotFoundIllustration,
  TroubleIllustration,
} from "../brand/state-illustrations.tsx";
import { TeamIllustration } from "../brand/team-illustration.tsx";
import { WatchIllustration } from "../brand/watch-illustration.tsx";
import { Section, Wrap } from "./section.tsx";
import type { Texts } from "./texts.ts";

export function BrandSection({ t }: { t: Texts }) {
  return (
    <Section id="brand" title={t.brand}>
      <Wrap>
        <Logo label="Sekimori" />
        <Mark width={20} height={20} />
        <Mark width={72} height={72} />
        <Mark width={120} height={120} />
      </Wrap>
      <div className="grid gap-8 lg:grid-cols-3">
        <WatchIllustration />
        <ReportIllustration />
        <TeamIllustration />
      </div>
      <Wrap>
        <EmptyIllustration />
        <NotFoundIllustration />
        <DeniedIllustration />
        <TroubleIllustration />
        <MailIllustration />
      </Wrap>
    </Section>
  );
}
