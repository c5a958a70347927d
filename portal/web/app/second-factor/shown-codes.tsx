import { useLingui } from "@lingui/react/macro";
import { saveFile } from "@sekimori/kit-web/client/save-file";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import "./shown-codes.css";

interface ShownCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

const fileName = "sekimori-recovery-codes.txt";

/** New recovery codes, shown this once, to save or print. Only the button closes it. */
export function ShownCodes({ codes, onClose }: ShownCodesProps) {
  const { t } = useLingui();
  const title = t`Save your recovery codes`;
  const explanation = t`If you lose your passkey or your authenticator app, log in with your password and one of these codes. Each works once.`;
  return (
    <Dialog
      isOpen
      onOpenChange={() => undefined}
      title={title}
      closeLabel={t`Close`}
      locked
      actions={
        <Button variant="primary" onClick={onClose}>
          {t`I've saved them`}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>{explanation}</p>
        <ul
          className="shown-codes grid grid-cols-1 gap-x-6 gap-y-1 rounded-8 border border-border bg-sunken px-4 py-3 font-mono sm:grid-cols-2"
          aria-label={t`Recovery codes`}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button
            onClick={() =>
              saveFile(fileName, `${title}\n${explanation}\n\n${codes.join("\n")}\n`, "text/plain")
            }
          >
            {t`Save as a file`}
          </Button>
          <Button onClick={() => window.print()}>{t`Print`}</Button>
        </div>
        <Banner tone="warning">
          {t`We won't show them again. Keep them somewhere you can reach without your phone or your email.`}
        </Banner>
      </div>
    </Dialog>
  );
}
