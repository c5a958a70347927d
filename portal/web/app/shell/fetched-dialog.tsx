import { ApiError } from "@sekimori/kit-web/client/api-error";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { loadedOnce } from "../routing/loaded-once.ts";
import { reportError } from "../sentences/report-error.ts";

interface Closable {
  readonly onClose: () => void;
}

/** A dialog whose files are not part of its page. */
export interface FetchedDialog<Props> {
  readonly Dialog: ComponentType<Props>;
  /** Fetches the files before the dialog is opened. */
  readonly fetch: () => Promise<unknown>;
}

/**
 * A dialog that is fetched when it is first opened, or before. Where that fails, it says so and
 * closes; the next opening tries again.
 */
export function fetchedDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
): FetchedDialog<Props> {
  const fetch = loadedOnce(load);

  function Dialog(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    const close = useRef(props.onClose);

    useEffect(() => {
      close.current = props.onClose;
    });

    useEffect(() => {
      let isOpen = true;
      fetch().then(
        (loaded) => setLoaded(() => loaded),
        (cause: unknown) => {
          if (!isOpen) return;
          const type = navigator.onLine ? "Network" : "Offline";
          reportError(new ApiError({ type, status: 0, message: "no dialog", cause }));
          close.current();
        },
      );
      return () => {
        isOpen = false;
      };
    }, []);

    return Loaded ? <Loaded {...props} /> : null;
  }

  return { Dialog, fetch };
}
