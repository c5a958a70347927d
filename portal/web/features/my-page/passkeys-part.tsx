import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { passkeysMost } from "@sekimori/portal-contract/constants";
import type { PasskeyView } from "@sekimori/portal-contract/endpoints/authenticators";
import { useEffect, useRef, useState } from "react";
import { language } from "../../app/language.ts";
import { knowsPasskeys } from "../../app/passkey/passkey.ts";
import { dialogs } from "./dialogs.ts";
import { SettingButton } from "./setting-button.tsx";

interface PasskeysPartProps {
  readonly passkeys: readonly PasskeyView[];
  /** Without it and without another passkey, the mailed code takes a passkey's place. */
  readonly hasApp: boolean;
  /** Why none can be added, where that is so whatever the browser. */
  readonly reason: string | undefined;
}

type Open =
  | { readonly act: "add" }
  | { readonly act: "rename" | "remove"; readonly passkey: PasskeyView };

/** The passkeys of the account: one is added, each is named, renamed and removed. */
export function PasskeysPart({ passkeys, hasApp, reason }: PasskeysPartProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open>();
  const list = useRef<HTMLDivElement>(null);
  const [removed, setRemoved] = useState(0);
  const about = t`Passkeys`;
  const close = () => setOpen(undefined);
  const cannot =
    reason ??
    (knowsPasskeys()
      ? passkeys.length < passkeysMost
        ? undefined
        : t`You've reached the limit for passkeys. Remove one first.`
      : t`This browser doesn't support passkeys.`);

  useEffect(() => {
    // The button that opened the question went with its row and cannot take the focus back.
    if (removed > 0) list.current?.focus();
  }, [removed]);

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <DescriptionList
        continued
        rows={[
          {
            id: "passkeys",
            label: about,
            value:
              passkeys.length === 0 ? (
                t`Not added`
              ) : (
                <ul className="grid gap-4">
                  {passkeys.map((passkey) => (
                    <PasskeyItem key={passkey.id} passkey={passkey} onOpen={setOpen} />
                  ))}
                </ul>
              ),
            action: (
              <SettingButton
                label={t`Add`}
                about={about}
                reason={cannot}
                onPress={() => setOpen({ act: "add" })}
              />
            ),
          },
        ]}
      />
      {open?.act === "add" && <dialogs.addPasskey.Dialog onClose={close} />}
      {open?.act === "rename" && (
        <dialogs.renamePasskey.Dialog passkey={open.passkey} onClose={close} />
      )}
      {open?.act === "remove" && (
        <dialogs.removePasskey.Dialog
          passkey={open.passkey}
          isLast={!hasApp && passkeys.length === 1}
          onClose={close}
          onRemoved={() => {
            close();
            setRemoved((before) => before + 1);
          }}
        />
      )}
    </div>
  );
}

interface PasskeyItemProps {
  readonly passkey: PasskeyView;
  readonly onOpen: (open: Open) => void;
}

function PasskeyItem({ passkey, onOpen }: PasskeyItemProps) {
  const { t } = useLingui();
  const { name, kind, addedAt, lastUsedAt } = passkey;
  const moment = (iso: string) => formatMoment(iso, language.current());
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-700 wrap-anywhere">{name}</p>
        <p className="text-[0.875rem] text-muted">
          {kind === "synced" ? t`Synced across your devices` : t`On one device only`}
        </p>
        <p className="text-[0.875rem] text-muted">{t`Added ${{ addedAt: moment(addedAt) }}`}</p>
        {lastUsedAt && (
          <p className="text-[0.875rem] text-muted">
            {t`Last used ${{ lastUsedAt: moment(lastUsedAt) }}`}
          </p>
        )}
      </div>
      <span className="flex flex-wrap gap-2">
        <SettingButton
          label={t`Rename`}
          about={name}
          onPress={() => onOpen({ act: "rename", passkey })}
        />
        <SettingButton
          label={t`Remove`}
          about={name}
          onPress={() => onOpen({ act: "remove", passkey })}
        />
      </span>
    </li>
  );
}
