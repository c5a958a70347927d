import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import {
  listTrustedBrowsers,
  removeTrustedBrowser,
  removeTrustedBrowsers,
  type TrustedBrowser,
} from "@sekimori/portal-contract/endpoints/trusted-browsers";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";
import { refreshSecurity } from "./activity-query.ts";

const trustedBrowsersQuery = queryOptions({
  queryKey: ["trusted-browsers"],
  queryFn: () => client.call(listTrustedBrowsers),
});

/** The browsers that log in without the second factor, and an end to each. */
export function TrustedBrowsersPart() {
  const { t } = useLingui();
  const [busy, setBusy] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery(trustedBrowsersQuery, queryClient);
  const about = t`Browsers you trust`;
  if (!data) return <QueryState of={about} error={error} onRetry={() => void refetch()} />;

  async function end(id: string, call: () => Promise<unknown>) {
    setBusy(id);
    try {
      await call();
      await refreshSecurity();
      toasts.show({
        tone: "success",
        title: t`You'll need two-factor authentication there again`,
      });
      // The button went with its row and cannot take the focus back.
      list.current?.focus();
    } catch (failure) {
      reportError(failure);
    } finally {
      setBusy(undefined);
    }
  }

  const { browsers } = data;
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <DescriptionList
        rows={[
          {
            id: "trusted-browsers",
            label: about,
            value:
              browsers.length === 0 ? (
                t`None`
              ) : (
                <ul className="grid gap-4">
                  {browsers.map((browser) => (
                    <BrowserItem
                      key={browser.id}
                      browser={browser}
                      busy={busy === browser.id}
                      onEnd={() =>
                        end(browser.id, () =>
                          client.call(removeTrustedBrowser, { params: { id: browser.id } }),
                        )
                      }
                    />
                  ))}
                </ul>
              ),
            action: browsers.length > 1 && (
              <Button
                size="small"
                pending={busy === "all"}
                onClick={() => void end("all", () => client.call(removeTrustedBrowsers, {}))}
              >
                {t`Stop trusting all`}
              </Button>
            ),
          },
        ]}
      />
    </div>
  );
}

interface BrowserItemProps {
  readonly browser: TrustedBrowser;
  readonly busy: boolean;
  readonly onEnd: () => Promise<void>;
}

function BrowserItem({ browser, busy, onEnd }: BrowserItemProps) {
  const { t } = useLingui();
  const { device, current, trustedAt, lastUsedAt, expiresAt } = browser;
  const moment = (iso: string) => formatMoment(iso, language.current());
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-700 wrap-anywhere">
          {device}
          {current && <Badge tone="success">{t`This browser`}</Badge>}
        </p>
        <p className="text-[0.875rem] text-muted">
          {t`Trusted ${{ trustedAt: moment(trustedAt) }}, until ${{ expiresAt: moment(expiresAt) }}`}
        </p>
        {lastUsedAt && (
          <p className="text-[0.875rem] text-muted">
            {t`Last used ${{ lastUsedAt: moment(lastUsedAt) }}`}
          </p>
        )}
      </div>
      <Button
        size="small"
        pending={busy}
        aria-label={t`Stop trusting: ${{ device }}`}
        onClick={() => void onEnd()}
      >
        {t`Stop trusting`}
      </Button>
    </li>
  );
}
