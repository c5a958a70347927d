import type { FactSet } from "../facts.ts";

/** A running fixture as another tool must be told of it. */
export type PeerTarget = {
  readonly host: string;
  readonly address: string;
  /** The port really listened on. */
  readonly port: number;
  /** The plain HTTP port of the same machine, null without. */
  readonly httpPort: number | null;
  /** File with the fixture authority's root (PEM). */
  readonly rootFile: string;
};

/** Another tool, as the comparison sees it. */
export type Peer = {
  readonly name: string;
  /** Makes the tool ready; tells in a sentence why it cannot be, or null when it is. */
  readonly prepare: () => Promise<string | null>;
  /** Names of the fixtures it is asked about; all that speak HTTPS when absent. */
  readonly only?: readonly string[];
  readonly examine: (target: PeerTarget) => Promise<FactSet>;
};
