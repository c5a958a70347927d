import type { Locale } from "@sekimori/kit-contract/locale";
import { Loading, Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { fieldsAppearance } from "./appearance.ts";
import { createFieldsHost, type FieldsHost } from "./fields-host.ts";
import type { CardToken } from "./fields-messages.ts";
import { type Theme, useTheme } from "./use-theme.ts";

/** Where the payment company's fields live, as the server's payment configuration says. */
export interface FieldsPlace {
  readonly fieldsUrl: string;
  readonly fieldsOrigin: string;
  readonly publishableKey: string;
}

export interface CardFieldsHandle {
  /** @throws FieldsError when the fields give no token. */
  submit(): Promise<CardToken>;
  /** Moves the focus to the first field, or to the first one with an error. */
  focus(): void;
}

export interface CardFieldsProps {
  readonly place: FieldsPlace;
  readonly locale: Locale;
  /** The frame's accessible name. */
  readonly title: string;
  readonly loadingLabel: string;
  /** Shown instead of the fields when they do not come; `retry` loads them again. */
  readonly failed: (retry: () => void) => ReactNode;
  /** Whether the fields are there to be used. */
  readonly onReady: (ready: boolean) => void;
  /** Enter was pressed in a field. */
  readonly onEnter: () => void;
  readonly ref: Ref<CardFieldsHandle>;
}

/** How long the company may take to show its fields, and to answer a submit. */
const patience = 20_000;

function frameUrl({ fieldsUrl, publishableKey }: FieldsPlace, locale: Locale, theme: Theme) {
  const url = new URL(fieldsUrl);
  url.searchParams.set("key", publishableKey);
  url.searchParams.set("locale", locale);
  url.searchParams.set("theme", theme);
  url.searchParams.set("origin", window.location.origin);
  return url.href;
}

/**
 * The payment company's own form in its own frame and origin: a number typed there never reaches
 * our page, server or logs (PCI SAQ A). Language and theme follow ours while it is being filled in.
 */
export function CardFields(props: CardFieldsProps) {
  const [attempt, setAttempt] = useState(0);
  return <Frame key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

type State = "loading" | "ready" | "failed";

function Frame({
  place,
  locale,
  title,
  loadingLabel,
  failed,
  onReady,
  onEnter,
  onRetry,
  ref,
}: CardFieldsProps & { readonly onRetry: () => void }) {
  const theme = useTheme();
  const frame = useRef<HTMLIFrameElement>(null);
  const host = useRef<FieldsHost>(undefined);
  const latest = useRef({ onReady, onEnter });
  const [state, setState] = useState<State>("loading");
  const [height, setHeight] = useState(0);
  // What was typed would be lost if the address followed later changes.
  const [source] = useState(() => frameUrl(place, locale, theme));

  useEffect(() => {
    latest.current = { onReady, onEnter };
  });

  useEffect(() => {
    const made = createFieldsHost({
      origin: place.fieldsOrigin,
      target: () => frame.current?.contentWindow,
      timeout: patience,
      onMessage(message) {
        if (message.type === "ready" || message.type === "height") setHeight(message.height);
        if (message.type === "ready") setState("ready");
        if (message.type === "enter") latest.current.onEnter();
      },
    });
    host.current = made;
    window.addEventListener("message", made.receive);
    return () => window.removeEventListener("message", made.receive);
  }, [place.fieldsOrigin]);

  useEffect(() => {
    latest.current.onReady(state === "ready");
    if (state !== "loading") return;
    const timer = setTimeout(() => setState("failed"), patience);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    if (state === "ready") host.current?.send({ type: "locale", locale });
  }, [state, locale]);

  useEffect(() => {
    if (state === "ready")
      host.current?.send({ type: "theme", theme, appearance: fieldsAppearance() });
  }, [state, theme]);

  useImperativeHandle(ref, () => ({
    submit: () => host.current?.submit() ?? Promise.reject(new Error("no card fields")),
    focus() {
      frame.current?.focus();
      host.current?.send({ type: "focus" });
    },
  }));

  if (state === "failed") return failed(onRetry);
  return (
    <div className="relative" style={{ minHeight: state === "loading" ? "26rem" : undefined }}>
      {state === "loading" && (
        <div className="absolute inset-0">
          <Loading label={loadingLabel}>
            <FieldShapes />
          </Loading>
        </div>
      )}
      <iframe
        ref={frame}
        src={source}
        title={title}
        className="block border-0 bg-transparent"
        style={{
          height: `${height}px`,
          // The frame keeps room for the ring around a field: its labels begin where ours do.
          width: "calc(100% + 0.5rem)",
          maxWidth: "none",
          marginInline: "-0.25rem",
          colorScheme: theme,
        }}
        referrerPolicy="strict-origin"
        // Whatever happens to the company's page, it cannot lead this one away.
        sandbox="allow-scripts allow-forms allow-same-origin"
      />
    </div>
  );
}

function FieldShapes() {
  return (
    <div className="flex flex-col gap-7 py-1">
      {["number", "expiry", "code", "holder"].map((name) => (
        <div key={name} className="flex flex-col gap-2.5">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-12 w-full" />
        </div>
      ))}
    </div>
  );
}
