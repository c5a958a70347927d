import { useState } from "react";
import { HelpIcon, PersonIcon, ReportIcon, SignOutIcon } from "../icons/icons.tsx";
import { Button } from "../primitives/button.tsx";
import { Dialog } from "../primitives/dialog.tsx";
import { IconButton } from "../primitives/icon-button.tsx";
import { Menu } from "../primitives/menu.tsx";
import { Popover } from "../primitives/popover.tsx";
import { TextField } from "../primitives/text-field.tsx";
import { ToastRegion, ToastView } from "../primitives/toast.tsx";
import { Section, Wrap } from "./section.tsx";
import type { Texts } from "./texts.ts";

type Shown = "success" | "danger" | undefined;

function Toasts({ t }: { t: Texts }) {
  const [shown, setShown] = useState<Shown>(undefined);
  return (
    <>
      <Button onClick={() => setShown("success")}>{t.showToast}</Button>
      <Button onClick={() => setShown("danger")}>{t.showError}</Button>
      <ToastRegion label={t.notices} urgent={shown === "danger"}>
        {shown && (
          <ToastView
            tone={shown}
            title={shown === "success" ? t.success : t.danger}
            closeLabel={t.close}
            onClose={() => setShown(undefined)}
            reference={shown === "danger" ? t.reference : undefined}
          >
            {shown === "success" ? t.successBody : t.dangerBody}
          </ToastView>
        )}
      </ToastRegion>
    </>
  );
}

export function OverlaysSection({ t }: { t: Texts }) {
  const [open, setOpen] = useState<"form" | "alert" | undefined>(undefined);
  const [chosen, setChosen] = useState("");
  const close = () => setOpen(undefined);
  return (
    <Section id="overlays" title={t.overlays}>
      <Wrap>
        <Button onClick={() => setOpen("form")}>{t.openDialog}</Button>
        <Button onClick={() => setOpen("alert")}>{t.openAlert}</Button>
        <Popover label={t.filter} trigger={<Button>{t.filter}</Button>} width={280}>
          {(done) => (
            <div className="grid gap-4">
              <p>{t.filterBody}</p>
              <Button size="small" onClick={done}>
                {t.close}
              </Button>
            </div>
          )}
        </Popover>
        <Menu
          label={t.account}
          width={280}
          trigger={<IconButton label={t.account} icon={<PersonIcon />} />}
          heading={
            <>
              <p className="font-700">{t.accountName}</p>
              <p className="text-[0.875rem] text-muted">hanako@example.jp</p>
            </>
          }
          items={[
            {
              id: "my-page",
              label: t.menu[0],
              icon: <PersonIcon />,
              onAction: () => setChosen(t.menu[0]),
            },
            {
              id: "contact",
              label: t.menu[1],
              icon: <HelpIcon />,
              href: "https://www.example.jp/",
              newTab: true,
            },
            { id: "report", label: t.menu[2], icon: <ReportIcon />, disabled: true },
            {
              id: "sign-out",
              label: t.menu[3],
              icon: <SignOutIcon />,
              onAction: () => setChosen(t.menu[3]),
            },
          ]}
        />
        <output data-testid="chosen">{chosen}</output>
        <Toasts t={t} />
      </Wrap>
      <Dialog
        isOpen={open === "form"}
        onOpenChange={close}
        title={t.dialogTitle}
        closeLabel={t.close}
        actions={
          <>
            <Button variant="primary" onClick={close}>
              {t.save}
            </Button>
            <Button onClick={close}>{t.cancel}</Button>
          </>
        }
      >
        <p className="mb-5">{t.dialogBody}</p>
        <div className="grid gap-5">
          <TextField label={t.familyName} autoComplete="family-name" />
          <TextField label={t.givenName} autoComplete="given-name" />
        </div>
      </Dialog>
      <Dialog
        role="alertdialog"
        isOpen={open === "alert"}
        onOpenChange={close}
        title={t.alertTitle}
        closeLabel={t.close}
        actions={
          <>
            <Button variant="danger" onClick={close}>
              {t.remove}
            </Button>
            <Button onClick={close}>{t.cancel}</Button>
          </>
        }
      >
        <p>{t.alertBody}</p>
      </Dialog>
    </Section>
  );
}
