import { type Query, useIsFetching } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { isApiError, referenceOf } from "../client/api-error.ts";
import { queryClient } from "../client/query-client.ts";
import { ErrorWait } from "../errors/error-wait.tsx";
import { useFormSentences } from "../form/form-sentences.ts";
import { Banner } from "../primitives/banner.tsx";
import { Button } from "../primitives/button.tsx";

const cache = queryClient.getQueryCache();

/** Whether a page shows what was read before, because reading it again failed. */
const isStale = ({ state }: Query): boolean =>
  state.data !== undefined && isApiError(state.error) && state.error.status !== 401;

const filters = { type: "active", predicate: isStale } as const;

const failure = () => cache.findAll(filters)[0]?.state.error;

const listen = (changed: () => void) => cache.subscribe(changed);

interface UpToDateProps {
  readonly title: string;
  readonly againLabel: string;
  readonly pendingLabel: string;
}

/**
 * Has what a page shows read again when the window is looked at again and when the network is back, and
 * says at the foot of the window while something could not be: then too, after an act, or when more of a
 * list was asked for. A page that has nothing yet says so itself (`QueryState`); a session that is over
 * leads away.
 */
export function UpToDate({ title, againLabel, pendingLabel }: UpToDateProps) {
  const words = useFormSentences();
  useEffect(() => {
    queryClient.mount();
    return () => queryClient.unmount();
  }, []);
  const error = useSyncExternalStore(listen, failure);
  const isReading = useIsFetching(filters, queryClient) > 0;
  if (!isApiError(error)) return null;
  const reference = referenceOf(error);
  return (
    <div className="sticky bottom-4 z-20 mx-auto w-full max-w-160 px-4 pt-4">
      <Banner
        tone="warning"
        role="status"
        title={title}
        className="shadow-float"
        action={
          <Button
            size="small"
            pending={isReading}
            pendingLabel={pendingLabel}
            onClick={() => void queryClient.refetchQueries(filters)}
          >
            {againLabel}
          </Button>
        }
      >
        {words.error(error)} <ErrorWait error={error} />{" "}
        {reference && <span>{words.reference(reference)}</span>}
      </Banner>
    </div>
  );
}
