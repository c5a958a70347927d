import { useState } from "react";
import type { BegunApp } from "../../app/second-factor/app-secret.tsx";
import { ShownCodes } from "../../app/second-factor/shown-codes.tsx";
import { BeginApp } from "./begin-app.tsx";
import { ConfirmApp } from "./confirm-app.tsx";

interface AppDialogProps {
  /** An app is on, in whose place the new one comes. */
  readonly isReplacing: boolean;
  readonly onClose: () => void;
}

/** Adds an authenticator app: what it is, the QR code and the first code, the recovery codes. */
export function AppDialog({ isReplacing, onClose }: AppDialogProps) {
  const [begun, setBegun] = useState<BegunApp>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <ShownCodes codes={codes} onClose={onClose} />;
  if (!begun) return <BeginApp isReplacing={isReplacing} onBegun={setBegun} onClose={onClose} />;
  return (
    <ConfirmApp
      app={begun}
      onConfirmed={(recoveryCodes) => (recoveryCodes ? setCodes(recoveryCodes) : onClose())}
      onClose={onClose}
    />
  );
}
