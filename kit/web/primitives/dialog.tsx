import { type ReactNode, useEffect, useRef, useState } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { CloseIcon } from "../icons/first-icons.tsx";
import { classNames } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";

export interface DialogProps {
  isOpen: boolean;
  /** Called with false by Escape, by the close button and, if allowed, by a press outside. */
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  closeLabel: string;
  children: ReactNode;
  /** Buttons, the main one first, as below a form: what is seen first is reached first. */
  actions?: ReactNode;
  /** `alertdialog` interrupts to ask about something that destroys. */
  role?: "dialog" | "alertdialog" | undefined;
  width?: "narrow" | "wide" | undefined;
  /** A press outside closes it. Off by default: what was typed must not be lost by a slip. */
  closesOutside?: boolean | undefined;
  /**
   * Nothing of ours in it takes the focus (another company's frame does not count): its scrolling
   * part does then, so that the keyboard can scroll it.
   */
  focusableBody?: boolean | undefined;
  /** What takes the focus when whatever opened it has gone meanwhile. */
  returnTo?: (() => HTMLElement | null) | undefined;
  /** While work is under way neither Escape nor the close button closes it. */
  locked?: boolean | undefined;
}

/**
 * Gives the focus back where nobody has it: react-aria does so in the next frame, which on a busy
 * machine comes before the page has ceased to be inert, and is then in vain.
 */
function FocusReturn({ returnTo }: Pick<DialogProps, "returnTo">) {
  const [opener] = useState(() => document.activeElement);
  const otherwise = useRef(returnTo);

  useEffect(() => {
    otherwise.current = returnTo;
  });

  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const isThere = opener !== document.body && opener?.isConnected === true;
        if (!isThere) otherwise.current?.()?.focus();
        else if (opener instanceof HTMLElement) opener.focus();
      });
    },
    [opener],
  );
  return null;
}

/** A modal dialog: holds the focus, hides the page from screen readers, gives the focus back. */
export function Dialog({
  isOpen,
  onOpenChange,
  title,
  closeLabel,
  children,
  actions,
  role = "dialog",
  width = "narrow",
  closesOutside = false,
  focusableBody = false,
  returnTo,
  locked = false,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={closesOutside && !locked}
      isKeyboardDismissDisabled={locked}
      data-dialog
      className="fixed inset-0 z-40 grid animate-appear items-end justify-items-center overflow-y-auto bg-overlay sm:items-center sm:p-6"
    >
      <Modal
        className={classNames(
          "w-full animate-rise rounded-t-12 bg-raised text-text shadow-float sm:rounded-12 forced-colors:border",
          width === "narrow" ? "sm:max-w-[30rem]" : "sm:max-w-[44rem]",
        )}
      >
        <AriaDialog role={role} className="flex flex-col outline-none">
          <FocusReturn returnTo={returnTo} />
          <div className="flex items-start gap-4 border-b border-border px-6 pt-5 pb-4">
            <Heading slot="title" className="min-w-0 flex-1 text-std-20B-150">
              {title}
            </Heading>
            <IconButton
              label={closeLabel}
              icon={<CloseIcon />}
              unavailable={locked}
              onClick={() => onOpenChange(false)}
              className="-my-1.5 -mr-3"
            />
          </div>
          <div
            tabIndex={focusableBody ? 0 : undefined}
            className="min-h-0 flex-1 overflow-y-auto px-6 py-6"
          >
            {children}
          </div>
          {actions && (
            <div className="flex flex-col flex-wrap gap-3 border-t border-border px-6 py-4 sm:flex-row">
              {actions}
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
