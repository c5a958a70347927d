import type { Integrator } from "./integrators.ts";

/** What a walk has to know of the application that is walked through. */
export interface WalkedApplication {
  readonly isPublic: boolean;
  readonly secretIn: "client_secret_basic" | "client_secret_post";
  readonly idTokenAlgorithm: string;
  readonly requirePushedRequests: boolean;
  readonly requireDpop: boolean;
  /** What it may ask for; empty for everything. */
  readonly scopes: readonly string[];
}

/** What belongs to one walk of one session: both are derived, and kept nowhere but as a digest. */
export interface WalkProof {
  readonly redirectUri: string;
  readonly secret: string;
}

/** A return address and a secret that an application has beside its own, for one walk and for minutes. */
export interface Walks {
  /**
   * Registers them, in the place of those of a walk before.
   *
   * @throws AppError ApplicationNotFound, OwnApplication, WalkImpossible.
   */
  begin(id: string, proof: WalkProof, who: Integrator): Promise<void>;
  /**
   * @returns the application, if this walk of it goes on; undefined: it is over, or another's.
   * @throws AppError ApplicationNotFound, OwnApplication.
   */
  find(id: string, proof: WalkProof, who: Integrator): Promise<WalkedApplication | undefined>;
  /** The same for whoever finishes it: from then on it is over for everybody else. @throws as `find` */
  claim(id: string, proof: WalkProof, who: Integrator): Promise<WalkedApplication | undefined>;
  /** Takes both away. @returns whether they were there. */
  end(id: string, proof: WalkProof): Promise<boolean>;
}
