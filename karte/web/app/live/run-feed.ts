import { type RunEvent, watchRuns } from "@sekimori/karte-contract/endpoints/runs";

type News = { readonly kind: "run"; readonly run: RunEvent } | { readonly kind: "reconnected" };

/** Opens the stream itself; the browser reconnects by itself, and what was missed is read again. */
function listen(tell: (news: News) => void): () => void {
  const stream = new EventSource(watchRuns.path);
  let wasOpen = false;
  stream.addEventListener("open", () => {
    if (wasOpen) tell({ kind: "reconnected" });
    wasOpen = true;
  });
  stream.addEventListener("run", ({ data }) => {
    tell({ kind: "run", run: JSON.parse(String(data)) as RunEvent });
  });
  return () => stream.close();
}

/**
 * Hears of the workspace's runs. The tabs of a browser share one stream: whoever holds the lock
 * listens and tells the others; when that tab goes, the next one takes the lock.
 *
 * @returns the function that ends it.
 */
export function followRuns(workspace: string, hear: (news: News) => void): () => void {
  // Without a secure context there are no locks: each tab then has a stream of its own.
  if (!("locks" in navigator)) return listen(hear);
  const channel = new BroadcastChannel(`karte runs ${workspace}`);
  channel.addEventListener("message", ({ data }) => hear(data as News));
  const leave = new AbortController();
  navigator.locks
    .request(`karte runs ${workspace}`, { signal: leave.signal }, async () => {
      // The tab that listened before may have missed something on its way out.
      hear({ kind: "reconnected" });
      const close = listen((news) => {
        hear(news);
        channel.postMessage(news);
      });
      await new Promise<void>((resolve) => {
        if (leave.signal.aborted) resolve();
        else leave.signal.addEventListener("abort", () => resolve());
      });
      close();
    })
    // Left before it was this tab's turn.
    .catch(() => undefined);
  return () => {
    leave.abort();
    channel.close();
  };
}
