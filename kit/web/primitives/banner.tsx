import type { ReactNode, Ref } from "react";
import {
  CloseIcon,
  DangerIcon,
  InfoIcon,
  SuccessIcon,
  WarningIcon,
} from "../icons/first-icons.tsx";
import { classNames } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";

export type Tone = "info" | "success" | "warning" | "danger";

const looks = {
  info: { frame: "border-key-line bg-key-soft", ink: "text-key", Icon: InfoIcon },
  success: { frame: "border-success-line bg-success-soft", ink: "text-success", Icon: SuccessIcon },
  warning: { frame: "border-warning-line bg-warning-soft", ink: "text-warning", Icon: WarningIcon },
  danger: { frame: "border-danger-line bg-danger-soft", ink: "text-danger", Icon: DangerIcon },
} as const;

export interface BannerProps {
  tone?: Tone | undefined;
  title?: ReactNode;
  children?: ReactNode;
  /** A link or button below the text. */
  action?: ReactNode;
  /**
   * `alert` when it appears because something just failed, `status` when something just
   * happened, nothing when it was there from the start.
   */
  role?: "alert" | "status" | undefined;
  closeLabel?: string | undefined;
  onClose?: (() => void) | undefined;
  /** Takes the focus by script when a ref is given. */
  ref?: Ref<HTMLDivElement> | undefined;
  className?: string | undefined;
}

/** A message in the page, next to what it is about. */
export function Banner({
  tone = "info",
  title,
  children,
  action,
  role,
  closeLabel,
  onClose,
  ref,
  className,
}: BannerProps) {
  const { frame, ink, Icon } = looks[tone];
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      role={role}
      className={classNames("flex gap-3 rounded-8 border px-4 py-3.5", frame, className)}
    >
      <Icon width="1.5em" height="1.5em" className={classNames("mt-0.5 shrink-0", ink)} />
      <div className="min-w-0 flex-1">
        {/* A heading to the eye, which breaks where headings do. */}
        {title && (
          <p className={classNames("text-std-16N-170 font-700 [word-break:auto-phrase]", ink)}>
            {title}
          </p>
        )}
        {children && <div className="text-[0.9375rem] leading-[1.7]">{children}</div>}
        {action && <div className="mt-2.5">{action}</div>}
      </div>
      {onClose && closeLabel !== undefined && (
        <IconButton
          label={closeLabel}
          icon={<CloseIcon />}
          size="small"
          onClick={onClose}
          className="-mt-0.5 -mr-1.5"
        />
      )}
    </div>
  );
}
