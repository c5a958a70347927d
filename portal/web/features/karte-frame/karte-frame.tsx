import { useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { KarteLoading } from "./karte-loading.tsx";
import { NotReachable } from "./not-reachable.tsx";
import { useKarte } from "./use-karte.ts";

export interface KarteFrameProps {
  /** Exact origin of the application. */
  readonly origin: string;
  /** Its page that the portal's address names, with query. */
  readonly path: string;
  readonly contactUrl: string;
}

/**
 * While a dialog covers the application's page: ours around it darkens with it, and stays usable,
 * for a guest may shade what is ours and not bar it.
 */
const shade = "relative z-40 shadow-[0_0_0_200vmax_var(--overlay)]";

/**
 * The embedded application, filling the page. It is loaded once: afterwards the two addresses are
 * kept in step by messages, so that nothing typed in it is lost to a reload.
 */
export function KarteFrame({ origin, path, contactUrl }: KarteFrameProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const { confirm, dialog } = useStepUp();
  const { state, isCovered, firstPath, loaded } = useKarte({
    confirm,
    frame,
    origin,
    path,
    contactUrl,
  });
  const isAway = state === "away";
  return (
    // The frame has the whole window below the bar: the footer comes after its end.
    <div
      data-fills-window
      className="relative flex min-h-[max(36rem,calc(100dvh-4rem))] flex-1 flex-col"
    >
      {isAway ? (
        // The frame stays behind it: an application that is only slow is shown when it comes.
        <div className="absolute inset-0 flex flex-col bg-ground">
          <NotReachable />
        </div>
      ) : (
        <h1 className="sr-only">{t`Management application`}</h1>
      )}
      {state === "loading" && (
        <div className="absolute inset-0 bg-ground">
          <KarteLoading />
        </div>
      )}
      <iframe
        ref={frame}
        src={`${origin}${firstPath}`}
        onLoad={loaded}
        inert={isAway}
        title={t`Management application`}
        className={`w-full flex-1 border-0 ${isCovered ? shade : ""}`}
        allow="clipboard-write"
        referrerPolicy="strict-origin"
      />
      {dialog}
    </div>
  );
}
