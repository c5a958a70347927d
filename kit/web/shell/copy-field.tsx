import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CopyIcon } from "../icons/icons.tsx";
import { IconButton } from "../primitives/icon-button.tsx";

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
}

/** A text to be put somewhere else, with a button that takes it along. */
export function CopyField({ label, text }: CopyFieldProps) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  return (
    <div className="mt-2">
      <p className="text-[0.8125rem] text-muted">{label}</p>
      <div className="flex items-start gap-2 rounded-6 border border-border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 py-1.5 text-[0.875rem] wrap-anywhere whitespace-pre-wrap">
          {text}
        </code>
        <IconButton
          size="small"
          label={t`Copy: ${{ label }}`}
          icon={<CopyIcon />}
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        />
      </div>
      <p role="status" className="text-[0.8125rem] text-muted">
        {copied && t`Copied`}
      </p>
    </div>
  );
}
