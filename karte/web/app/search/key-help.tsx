import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { useState } from "react";
import { clientStorage } from "../storage.ts";
import { actKeys } from "./key-of.ts";

interface KeyLine {
  readonly key: string;
  readonly text: string;
}

/** All keys, and the switch that turns them off (WCAG 2.1.4). */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const [isOff, setOff] = useState(clientStorage.read("keys") === "off");
  const parts: readonly { title: string; keys: readonly KeyLine[] }[] = [
    {
      title: t`Everywhere`,
      keys: [
        { key: "/", text: t`Go to the search` },
        { key: "?", text: t`Show this list` },
        { key: "g o", text: t`Go to the overview` },
        { key: "g d", text: t`Go to the domain list` },
        { key: "g f", text: t`Go to the findings` },
        { key: "g a", text: t`Go to the assets` },
        { key: "Esc", text: t`Close a dialog or menu` },
      ],
    },
    {
      title: t`In a list`,
      keys: [
        { key: "j", text: t`Go to the next row` },
        { key: "k", text: t`Go to the row before` },
        { key: "x", text: t`Select the row, or take it back` },
        { key: "Enter", text: t`Open the row` },
        { key: actKeys.undo, text: t`Undo what was just done` },
      ],
    },
    {
      title: t`With findings selected`,
      keys: [
        { key: actKeys.assign, text: t`Assign` },
        { key: actKeys.due, text: t`Set due date` },
        { key: actKeys.ticket, text: t`Create a ticket` },
        { key: actKeys.accept, text: t`Accept risk` },
        { key: actKeys["withdraw-acceptance"], text: t`Withdraw risk acceptance` },
      ],
    },
    {
      title: t`With domains selected`,
      keys: [
        { key: actKeys.label, text: t`Add labels` },
        { key: actKeys.assign, text: t`Responsible person` },
        { key: actKeys["add-to-group"], text: t`Add to a group` },
        { key: actKeys["remove-from-group"], text: t`Remove from a group` },
        { key: actKeys.schedule, text: t`Schedule` },
        { key: actKeys.scan, text: t({ message: "Scan", context: "button" }) },
        { key: actKeys.export, text: t`Export selected as CSV` },
      ],
    },
  ];
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Keyboard shortcuts`}
      closeLabel={t`Close`}
      closesOutside
    >
      {parts.map(({ title, keys }) => (
        <section key={title} className="mb-6">
          <h3 className="font-700">{title}</h3>
          <dl>
            {keys.map(({ key, text }) => (
              <div key={key} className="flex gap-6 border-b border-border py-1.5">
                <dt className="w-14 shrink-0">
                  <kbd className="rounded-4 border border-border bg-sunken px-2 py-0.5 font-mono text-[0.875rem]">
                    {key}
                  </kbd>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
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
