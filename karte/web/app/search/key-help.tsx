import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { useState } from "react";
import { clientStorage } from "../storage.ts";

/** The keys that do something everywhere, and the switch that turns them off (WCAG 2.1.4). */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const [isOff, setOff] = useState(clientStorage.read("keys") === "off");
  const keys = [
    { key: "/", text: t`Go to the search` },
    { key: "?", text: t`Show this list` },
    { key: "g o", text: t`Go to the overview` },
    { key: "g d", text: t`Go to the domain list` },
    { key: "g f", text: t`Go to the findings` },
    { key: "g a", text: t`Go to the assets` },
    { key: "Esc", text: t`Close a dialog or menu` },
  ];
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Keyboard shortcuts`}
      closeLabel={t`Close`}
      closesOutside
    >
      <dl className="mb-6">
        {keys.map(({ key, text }) => (
          <div key={key} className="flex gap-6 border-b border-border py-2">
            <dt className="w-14 shrink-0">
              <kbd className="rounded-4 border border-border bg-sunken px-2 py-0.5 font-mono text-[0.875rem]">
                {key}
              </kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={t`Turn off keyboard shortcuts in this browser`}
        checked={isOff}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          setOff(checked);
          clientStorage.write("keys", checked ? "off" : "on");
        }}
      />
    </Dialog>
  );
}
