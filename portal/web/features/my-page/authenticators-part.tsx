import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { recoveryCodesFew, recoveryCodesInSet } from "@sekimori/portal-contract/constants";
import type { Authenticators } from "@sekimori/portal-contract/endpoints/authenticators";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { authenticatorsQuery } from "../../app/authenticators-query.ts";
import { language } from "../../app/language.ts";
import { dialogs } from "./dialogs.ts";
import { PasskeysPart } from "./passkeys-part.tsx";
import { SettingButton } from "./setting-button.tsx";

type Act = "app" | "removeApp" | "recoveryCodes";

/** Passkeys, the authenticator app and the recovery codes, below what else one logs in with. */
export function AuthenticatorsPart({ external }: { readonly external: boolean }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Act>();
  const { data, error, refetch } = useQuery(authenticatorsQuery, queryClient);
  const OpenDialog = open && dialogs[open].Dialog;
  if (!data) {
    return <QueryState of={t`Authenticator app`} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <Rows authenticators={data} external={external} onOpen={setOpen} />
      {OpenDialog && (
        <OpenDialog
          isReplacing={data.app !== null}
          hasPasskey={data.passkeys.length > 0}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

interface RowsProps {
  readonly authenticators: Authenticators;
  readonly external: boolean;
  readonly onOpen: (act: Act) => void;
}

function Rows({ authenticators: { app, passkeys, recoveryCodes }, external, onOpen }: RowsProps) {
  const { t } = useLingui();
  const moment = (iso: string) => formatMoment(iso, language.current());
  const reason = external
    ? t`Two-factor authentication is managed by your external ID.`
    : undefined;
  const about = t`Authenticator app`;
  const appRow = {
    id: "app",
    label: about,
    value: app ? (
      <>
        <p>{t`Added ${{ addedAt: moment(app.addedAt) }}`}</p>
        {app.lastUsedAt && (
          <p className="text-[0.875rem] text-muted">
            {t`Last used ${{ lastUsedAt: moment(app.lastUsedAt) }}`}
          </p>
        )}
      </>
    ) : (
      t`Not added`
    ),
    action: (
      <span className="flex flex-wrap justify-end gap-2">
        <SettingButton
          label={app ? t`Replace` : t`Add`}
          about={about}
          reason={reason}
          onPress={() => onOpen("app")}
        />
        {app && (
          <SettingButton label={t`Remove`} about={about} onPress={() => onOpen("removeApp")} />
        )}
      </span>
    ),
  };
  const codesRow = recoveryCodes && {
    id: "recovery-codes",
    label: t`Recovery codes`,
    value: (
      <>
        <p>{t`${{ left: recoveryCodes.left }} of ${{ recoveryCodesInSet }} left`}</p>
        <p className="text-[0.875rem] text-muted">
          {t`Created ${{ madeAt: moment(recoveryCodes.madeAt) }}`}
        </p>
      </>
    ),
    action: (
      <SettingButton
        label={t`Create new ones`}
        about={t`Recovery codes`}
        onPress={() => onOpen("recoveryCodes")}
      />
    ),
  };
  return (
    <>
      <PasskeysPart passkeys={passkeys} hasApp={app !== null} reason={reason} />
      <DescriptionList continued rows={codesRow ? [appRow, codesRow] : [appRow]} />
      {recoveryCodes && recoveryCodes.left <= recoveryCodesFew && (
        <Banner tone="warning" className="mt-4" title={t`You're running out of recovery codes`}>
          {t`Create new ones. If you lose your passkeys and your app and run out of codes, you can't log in.`}
        </Banner>
      )}
    </>
  );
}
