import type { HistoryEntries, HistoryStep } from "../history-entries.ts";
import { hrefOf, type Place, placeOf } from "../place.ts";

/** A tab's history in memory. */
export function memoryEntries(first: string) {
  const resolve = (to: string, state?: unknown) =>
    placeOf(new URL(to, `https://app.example${hrefOf(list[at] as Place)}`), state);
  const list: Place[] = [placeOf(new URL(`https://app.example${first}`))];
  let at = 0;
  let listener: ((step: HistoryStep) => void) | undefined;
  const entries: HistoryEntries = {
    present: () => list[at] as Place,
    resolve,
    write(place, how) {
      if (how === "push") list.splice(++at, list.length, place);
      else list[at] = place;
    },
    onStep(heard) {
      listener = heard;
    },
  };
  return {
    entries,
    hrefs: () => list.map(hrefOf),
    position: () => at,
    step(by: number, animated = false) {
      at += by;
      listener?.({ back: by < 0, animated });
    },
    /** As a link to a place within the page does: without the router. */
    follow(to: string) {
      list.splice(at + 1, list.length, resolve(to));
      at += 1;
      listener?.({ back: false, animated: false });
    },
  };
}
