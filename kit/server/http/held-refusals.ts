/** Milliseconds for which a refusal is held; chance spreads those who were refused together. */
const shortest = 250;
const longest = 1_000;
/**
 * So many are let go in a second: the more there are, the longer each waits. Each comes again on a
 * connection of its own, and a thousand a second took a fifth of two processors from the work for
 * which they were refused.
 */
const perSecond = 400;
/** The same while there is room again: whoever is still there is served, or told, soon. */
const perSecondWithRoom = 1_000;
/** Milliseconds that nobody is held much longer than, whatever their number: a browser gives up. */
const atMost = 8_000;
/** Beyond this the first who was held is let go for each that comes. */
const mostHeld = 10_000;
/** Milliseconds between two looks at who can go. */
const lookEvery = 25;

export interface HeldRefusals {
  /** Calls `answer` in a moment, once. @returns forgets it instead: its client has gone. */
  hold(answer: () => void): () => void;
  /** How many are held now. */
  readonly size: number;
  /** Answers all of them. */
  release(): void;
}

interface Held {
  readonly answer: () => void;
  /** When it may go at the earliest. */
  readonly from: number;
}

/**
 * Holds the answers to those who were shed. A client that asks again as soon as it is refused would
 * otherwise take the processor from the work for which it was refused: thirty-two of them were
 * refused ten thousand times in six seconds. Whoever goes gives its turn to the next.
 *
 * @param hasRoom whether what they were refused for would be let in now.
 * @param random from 0 to 1.
 */
export function createHeldRefusals(
  hasRoom: () => boolean = () => false,
  random: () => number = Math.random,
): HeldRefusals {
  // In the order in which they came.
  const held = new Set<Held>();
  let looking: NodeJS.Timeout | undefined;
  let lookedAt = 0;
  /** How many may be let go now, and the part of the next that has been saved up. */
  let allowance = 0;

  function letGo(one: Held): void {
    held.delete(one);
    one.answer();
  }

  function look(): void {
    const now = performance.now();
    const crowdsPace = Math.max(perSecond, (held.size * 1_000) / atMost);
    const pace = hasRoom() ? Math.max(perSecondWithRoom, crowdsPace) : crowdsPace;
    // What was not needed is not saved up for a crowd that comes later.
    const most = (pace * 2 * lookEvery) / 1_000;
    allowance = Math.min(allowance + (pace * (now - lookedAt)) / 1_000, most);
    lookedAt = now;
    for (const one of held) {
      if (allowance < 1) break;
      if (one.from > now) continue;
      allowance -= 1;
      letGo(one);
    }
    if (held.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  }

  return {
    hold(answer) {
      const [first] = held.size < mostHeld ? [] : held;
      if (first !== undefined) letGo(first);
      const now = performance.now();
      const one = { answer, from: now + shortest + random() * (longest - shortest) };
      held.add(one);
      if (looking === undefined) {
        lookedAt = now;
        looking = setInterval(look, lookEvery).unref();
      }
      return () => held.delete(one);
    },
    get size() {
      return held.size;
    },
    release() {
      clearInterval(looking);
      looking = undefined;
      for (const one of [...held]) letGo(one);
    },
  };
}
