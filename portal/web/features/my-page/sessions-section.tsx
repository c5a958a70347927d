import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import {
  endOtherSessions,
  endSession,
  listSessions,
  type SessionView,
} from "@sekimori/portal-contract/endpoints/security";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";
import { Section } from "./section.tsx";

const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: () => client.call(listSessions),
});

interface SessionsSectionProps {
  /** Signs in by an external ID: there is no password of ours. */
  readonly external: boolean;
}

/** Where the member is signed in, and a way out of each. */
export function SessionsSection({ external }: SessionsSectionProps) {
  const { t } = useLingui();
  const [busy, setBusy] = useState<string>();
  const { data, error, refetch } = useQuery(sessionsQuery, queryClient);

  async function end(id: string, call: () => Promise<unknown>) {
    setBusy(id);
    try {
      await call();
      await refetch();
      toasts.show({ tone: "success", title: t`Logged out on the other device` });
    } catch (failure) {
      reportError(failure);
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <Section
      title={t`Where you're logged in`}
      description={
        external
          ? t`If you don't recognize a device, log it out and check recent sign-ins with your external ID's provider.`
          : t`If you don't recognize a device, log it out and change your password.`
      }
    >
      {!data && (
        <QueryState of={t`Where you're logged in`} error={error} onRetry={() => void refetch()} />
      )}
      <ul className="border-t border-border">
        {data?.sessions.map((one) => (
          <SessionRow
            key={one.id}
            session={one}
            busy={busy === one.id}
            onEnd={() => end(one.id, () => client.call(endSession, { params: { id: one.id } }))}
          />
        ))}
      </ul>
      {data && data.sessions.length > 2 && (
        <Button
          className="mt-4"
          pending={busy === "others"}
          onClick={() => void end("others", () => client.call(endOtherSessions, { body: {} }))}
        >
          {t`Log out on all other devices`}
        </Button>
      )}
    </Section>
  );
}

interface SessionRowProps {
  readonly session: SessionView;
  readonly busy: boolean;
  readonly onEnd: () => Promise<void>;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { t } = useLingui();
  const seen = formatMoment(session.lastSeenAt, language.current());
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-border py-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-700">
          {session.device}
          {session.current && <Badge tone="success">{t`This device`}</Badge>}
        </p>
        <p className="text-[0.875rem] text-muted">
          {t`Last used ${{ seen }} from ${{ address: session.ipAddress }}`}
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          pending={busy}
          aria-label={t`Log out: ${{ device: session.device }}`}
          onClick={() => void onEnd()}
        >
          {t`Log out`}
        </Button>
      )}
    </li>
  );
}
