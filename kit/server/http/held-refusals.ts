/** Milliseconds for which a refusal is held; chance spreads those who were refused together. */
const shortest = 250;
const longest = 1_000;
/** So many are let go in a second, whatever their number: the more there are, the longer each waits. */
const perSecond = 1_000;
/** Beyond this the first who was held is let go for each that comes. */
const mostHeld = 10_000;

export interface HeldRefusals {
  /** Calls `answer` in a moment, once. @returns forgets it instead: its client has gone. */
  hold(answer: () => void): () => void;
  /** How many are held now. */
  readonly size: number;
  /** Answers all of them. */
  release(): void;
}

/**
 * Holds the answers to those who were shed. A client that asks again as soon as it is refused would
 * otherwise take the processor from the work for which it was refused: thirty-two of them were
 * refused ten thousand times in six seconds.
 *
 * @param random from 0 to 1.
 */
export function createHeldRefusals(random: () => number = Math.random): HeldRefusals {
  const held = new Map<() => void, NodeJS.Timeout>();

  function letGo(answer: () => void): void {
    clearTimeout(held.get(answer));
    if (held.delete(answer)) answer();
  }

  return {
    hold(answer) {
      const [first] = held.size < mostHeld ? [] : held.keys();
      if (first !== undefined) letGo(first);
      const mean = (shortest + longest) / 2;
      const crowd = Math.max(1, (held.size * 1_000) / perSecond / mean);
      const ms = crowd * (shortest + random() * (longest - shortest));
      held.set(
        answer,
        setTimeout(() => letGo(answer), ms),
      );
      return () => {
        clearTimeout(held.get(answer));
        held.delete(answer);
      };
    },
    get size() {
      return held.size;
    },
    release() {
      for (const answer of [...held.keys()]) letGo(answer);
    },
  };
}
