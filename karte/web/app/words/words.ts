import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Role } from "@sekimori/karte-contract/rights";
import type {
  Category,
  FindingState,
  ProofState,
  RunPhase,
  RunState,
  Schedule,
  Severity,
} from "@sekimori/karte-contract/words";

type Words<Word extends string> = Readonly<Record<Word, MessageDescriptor>>;

/** The words of the data as people read them. */
export const severityWords: Words<Severity> = {
  critical: msg`Critical`,
  high: msg`High`,
  medium: msg`Medium`,
  low: msg`Low`,
  info: msg`Info`,
};

export const proofWords: Words<ProofState> = {
  none: msg`Not verified`,
  proved: msg`Verified`,
  lapsed: msg`Verification expired`,
};

export const scheduleWords: Words<Schedule> = {
  none: msg`Manual only`,
  daily: msg`Daily`,
  weekly: msg`Weekly`,
  monthly: msg`Monthly`,
};

export const runStateWords: Words<RunState> = {
  queued: msg`Waiting`,
  running: msg`Running`,
  silent: msg`Interrupted`,
  finished: msg`Finished`,
  cancelled: msg`Canceled`,
  refused: msg`Rejected`,
  failed: msg`Failed`,
};

export const runPhaseWords: Words<RunPhase> = {
  waiting: msg`Queued`,
  proof: msg`Checking ownership`,
  examining: msg`Scanning`,
  storing: msg`Saving results`,
  done: msg`Done`,
};

export const roleWords: Words<Role> = {
  viewer: msg`Viewer`,
  member: msg`Member`,
  admin: msg`Administrator`,
  owner: msg`Owner`,
};

export const findingStateWords: Words<FindingState> = {
  new: msg`New`,
  open: msg`Open`,
  accepted: msg`Accepted`,
  fixed: msg`Fixed`,
  gone: msg`Removed`,
};

export const categoryWords: Words<Category> = {
  dns: msg`Names (DNS)`,
  mail: msg`Email`,
  tls: msg`TLS`,
  http: msg`Web`,
  ports: msg`Ports and software`,
};
