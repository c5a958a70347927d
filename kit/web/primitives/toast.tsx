import { type FocusEvent, type KeyboardEvent, type ReactNode, type Ref, useRef } from "react";
import {
  CloseIcon,
  DangerIcon,
  InfoIcon,
  SuccessIcon,
  WarningIcon,
} from "../icons/first-icons.tsx";
import type { ToastTone } from "../toast-queue/toast-queue.ts";
import { IconButton } from "./icon-button.tsx";

const looks = {
  info: { ink: "text-key", frame: "border-key-line", Icon: InfoIcon },
  success: { ink: "text-success", frame: "border-success-line", Icon: SuccessIcon },
  warning: { ink: "text-warning", frame: "border-warning-line", Icon: WarningIcon },
  danger: { ink: "text-danger", frame: "border-danger-line", Icon: DangerIcon },
} as const;

export interface ToastViewProps {
  tone: ToastTone;
  title: ReactNode;
  /** Further sentence. */
  children?: ReactNode;
  /** What a person can quote to support; shown in small figures. */
  reference?: ReactNode;
  closeLabel: string;
  onClose: () => void;
}

/** How one toast looks. It stays until closed; Escape closes it while the focus is inside. */
export function ToastView({
  tone,
  title,
  children,
  reference,
  closeLabel,
  onClose,
}: ToastViewProps) {
  const { ink, frame, Icon } = looks[tone];
  const cameFrom = useRef<HTMLElement | null>(null);

  function enter(event: FocusEvent<HTMLDivElement>) {
    const from = event.relatedTarget;
    if (from instanceof HTMLElement && !event.currentTarget.contains(from)) cameFrom.current = from;
  }

  function close() {
    onClose();
    cameFrom.current?.focus();
  }

  function press(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === "Escape" && !event.nativeEvent.isComposing) close();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to its close button's events, it is no control itself
    <div
      onFocus={enter}
      onKeyDown={press}
      className={`pointer-events-auto flex animate-rise gap-3 rounded-8 border bg-raised py-3.5 pr-2.5 pl-4 text-text shadow-float ${frame}`}
    >
      <Icon width="1.5em" height="1.5em" className={`mt-0.5 shrink-0 ${ink}`} />
      <div className="min-w-0 flex-1">
        <p className="text-std-16N-170 font-700">{title}</p>
        {children && <div className="text-[0.9375rem] leading-[1.7] text-muted">{children}</div>}
        {reference && (
          <p className="mt-1 font-mono text-[0.75rem] leading-[1.6] text-muted">{reference}</p>
        )}
      </div>
      <IconButton label={closeLabel} icon={<CloseIcon />} size="small" onClick={close} />
    </div>
  );
}

export interface ToastRegionProps {
  /** Names the landmark ("Notices"). */
  label: string;
  /** The toast being shown, if any. */
  children?: ReactNode;
  /** Around the toast, as high as it is. */
  ref?: Ref<HTMLDivElement> | undefined;
  /** It tells of a failure and interrupts what is being read; otherwise it waits its turn. */
  urgent?: boolean | undefined;
}

/**
 * Where the one toast appears, top right. Render it once and always: a live region
 * that arrives together with its message is not announced. `data-react-aria-top-layer`
 * keeps it readable and clickable while a dialog hides the rest of the page.
 */
export function ToastRegion({ label, children, ref, urgent = false }: ToastRegionProps) {
  return (
    <section
      aria-label={label}
      data-react-aria-top-layer="true"
      className="pointer-events-none fixed top-(--toast-top) right-4 left-4 z-50 sm:left-auto sm:w-[26rem]"
    >
      <div ref={ref}>
        <div aria-live="polite" aria-atomic="true">
          {!urgent && children}
        </div>
        <div aria-live="assertive" aria-atomic="true">
          {urgent && children}
        </div>
      </div>
    </section>
  );
}
