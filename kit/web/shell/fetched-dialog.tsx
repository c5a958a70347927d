import { type ComponentType, useEffect, useRef, useState } from "react";
import { ApiError } from "../client/api-error.ts";
import { useFormSentences } from "../form/form-sentences.ts";
import { loadedOnce } from "../routing/loaded-once.ts";

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
    const { report } = useFormSentences();
    const failed = useRef({ report, close: props.onClose });

    useEffect(() => {
      failed.current = { report, close: props.onClose };
    });

    useEffect(() => {
      let isOpen = true;
      fetch().then(
        (loaded) => setLoaded(() => loaded),
        (cause: unknown) => {
          if (!isOpen) return;
          const type = navigator.onLine ? "Network" : "Offline";
          failed.current.report(new ApiError({ type, status: 0, message: "no dialog", cause }));
          failed.current.close();
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
