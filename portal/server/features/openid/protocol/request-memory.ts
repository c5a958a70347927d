import { type AdapterPayload, Provider } from "oidc-provider";

/** A record about to be written: model, digest of its id, payload as text, grant, expiry. */
export type NewRecord = readonly [
  model: string,
  digest: string,
  payload: string,
  grantId: string | null,
  expiresAt: Date | null,
];

/** What one request to the engine has read already, and what it writes when it ends. */
export interface RequestMemory {
  /** Grants read along with what names them, by id; undefined for one that is over. */
  readonly grants: Map<string, AdapterPayload | undefined>;
  /** Accounts, read along with a token of theirs, that have agreed to the service. */
  readonly accounts: Set<string>;
  /** The code or refresh token that this request is to use up. */
  used?: { readonly model: string; readonly digest: string };
  /** It was used already, a moment ago: only the same answer again may come of this request. */
  isRepeat?: boolean;
  /** What is handed out for it. */
  readonly records: NewRecord[];
}

const memories = new WeakMap<object, RequestMemory>();

/** The memory of the engine's request that `ctx` is, or of the one that calls. */
export function requestMemory(ctx: object | undefined = Provider.ctx): RequestMemory | undefined {
  if (ctx === undefined) return undefined;
  const known = memories.get(ctx);
  if (known) return known;
  const memory: RequestMemory = { grants: new Map(), accounts: new Set(), records: [] };
  memories.set(ctx, memory);
  return memory;
}

/** Keeps a grant for this request, which will ask for it next. */
export function rememberGrant(memory: RequestMemory, id: string, payload: unknown): void {
  memory.grants.set(id, payload === null ? undefined : { ...(payload as AdapterPayload), jti: id });
}
