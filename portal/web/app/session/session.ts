import type { ClientStorage } from "@sekimori/kit-web/storage/client-storage";
import { sessionLifetimeMs } from "@sekimori/portal-contract/constants";
import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { StoredValue, storedItems, tabItems } from "./stored-items.ts";

/** What the browser may know of an account, as specification 3 names it. */
export type AccountInfo = StoredValue<"accountInfo">;

/** Of a sign-in that waits for its second step; lives in memory only (specification 3). */
export interface PendingSignIn {
  readonly email: string;
  /** When a new one-time password may be asked for (ISO 8601). */
  readonly resendAt?: string | null;
  /** By which ways the second factor can be proved. */
  readonly ways?: readonly SecondFactorWay[];
  /** Whether this browser may do without the second factor from now on. */
  readonly mayTrustBrowser?: boolean;
  /** It ends only with a new password, for which no code has been asked yet. */
  readonly needsNewPassword?: boolean;
}

export interface Session {
  /** When the authorised session ends (ms since 1970), whether or not that is past. */
  expiry(): number | undefined;
  account(): AccountInfo | undefined;
  isLoggedIn(): boolean;
  /** The page at which an unfinished flow continues. */
  step(): string | undefined;
  /** The 401 flag of specification 4. */
  unauthorised(): boolean;
  flagUnauthorised(): void;
  /** A page that needs a sign-in first: this tab shows it afterwards. */
  returnTo(page: string): void;
  /** The page that waits for a sign-in in this tab. */
  waitingPage(): string | undefined;
  /** Gives the page that waits, once. */
  takeWaitingPage(): string | undefined;
  /**
   * The portal was opened at its own sign-in page, so whatever this tab began before is abandoned;
   * unless it only left to end a session elsewhere.
   */
  openedAtSignIn(): void;
  /** The tab leaves to end a session elsewhere, and comes back to the sign-in page. */
  leavesForSignOut(): void;
  /**
   * A sign-up of this address begins in this tab, or goes on in it: the application that invited it
   * gets its answer from whichever tab of this browser finishes it.
   */
  signUpBelongsTo(email: string): void;
  /** A sign-up or an interrupted sign-in begins: authorised, information known, not logged in. */
  flowStarted(account: AccountInfo, step: string): void;
  /** The `totalStep` that an address of the wizard gave in this tab. */
  totalStep(): string | undefined;
  /** An address of the wizard gives a `totalStep`; what is no number of steps changes nothing. */
  wantsSteps(totalStep: string): void;
  /** The flow now stands at this page. */
  flowMovedTo(step: string): void;
  /**
   * A sign-in is complete. Returns the page to go to: the one that waited for it, else My Page.
   *
   * The session ends eight hours from now by this machine's clock (specification 4). The server's moment of
   * its end would lead whose clock runs ahead back to sign-in at once.
   */
  signedIn(): string;
  /**
   * The server says how long the session still lasts: a length, because this machine's clock may say
   * anything. It can only end sooner than is known.
   */
  lasts(remainingMs: number): void;
  /** Adds what the server says of the account to what is stored. */
  learnt(account: AccountInfo): void;
  /**
   * Wipes everything. How it ended is kept in mind, for this page only: `expired` was not wanted,
   * `signed-out` was asked for, and of `left` nothing is said.
   */
  ended(reason: "signed-out" | "expired" | "left"): void;
  /** How the last session ended, while no other has begun: by a press, or by a 401. */
  lastEnd(): "signed-out" | "expired" | undefined;
  pendingSignIn: PendingSignIn | undefined;
  /** Calls back when a tab signs in or out, or a flow begins or ends. */
  subscribe(listener: () => void): () => void;
}

const expiryToleranceMs = 60_000;

/** The visitor's state as the browser knows it (specification 4). The server alone decides; this is a hint. */
export function createSession(
  storage: ClientStorage<typeof storedItems>,
  tab: ClientStorage<typeof tabItems>,
  now: () => number = Date.now,
): Session {
  let unauthorised = false;
  let lastEnd: ReturnType<Session["lastEnd"]>;

  function isAuthorised(): boolean {
    const expiry = storage.read("authorizedExpiry");
    return expiry !== undefined && expiry > now();
  }

  function authorise(expiry: number): void {
    unauthorised = false;
    lastEnd = undefined;
    storage.write("authorizedExpiry", expiry);
  }

  const session: Session = {
    expiry: () => storage.read("authorizedExpiry"),
    account: () => storage.read("accountInfo"),
    isLoggedIn: () => storage.read("accountInfo")?.is_agree_service === true,
    step: () => storage.read("authenticationStep")?.path,
    // Another tab may have signed in since this one was refused.
    unauthorised: () => unauthorised && !isAuthorised(),
    flagUnauthorised() {
      unauthorised = true;
    },
    returnTo(page) {
      // What needs no sign-in does not push out the page that waits for one.
      const before = tab.read("pageAfterSignIn");
      tab.write("pageAfterSignIn", { path: page });
      if (tab.read("pageAfterSignIn") === undefined) tab.write("pageAfterSignIn", before);
    },
    waitingPage: () => tab.read("pageAfterSignIn")?.path,
    takeWaitingPage() {
      const waiting = session.waitingPage();
      tab.write("pageAfterSignIn", undefined);
      return waiting;
    },
    openedAtSignIn() {
      if (!tab.read("comesBack")) tab.write("pageAfterSignIn", undefined);
      tab.write("comesBack", undefined);
    },
    leavesForSignOut: () => tab.write("comesBack", true),
    signUpBelongsTo(email) {
      const here = session.waitingPage();
      const begun = storage.read("pageAfterSignUp");
      if (here !== undefined) storage.write("pageAfterSignUp", { email, page: { path: here } });
      else if (begun?.email === email && begun.page) session.returnTo(begun.page.path);
    },
    flowStarted(account, step) {
      authorise(now() + sessionLifetimeMs);
      storage.write("accountInfo", { ...account, is_agree_service: false });
      tab.write("totalStep", undefined);
      session.flowMovedTo(step);
    },
    totalStep: () => tab.read("totalStep"),
    wantsSteps(totalStep) {
      const before = tab.read("totalStep");
      tab.write("totalStep", totalStep);
      if (tab.read("totalStep") === undefined) tab.write("totalStep", before);
    },
    flowMovedTo: (step) => storage.write("authenticationStep", { path: step }),
    signedIn() {
      const waiting = session.takeWaitingPage();
      authorise(now() + sessionLifetimeMs);
      session.pendingSignIn = undefined;
      storage.write("authenticationStep", undefined);
      storage.write("pageAfterSignUp", undefined);
      storage.write("paymentInfo", undefined);
      storage.write("security24", undefined);
      storage.merge("accountInfo", { is_agree_service: true });
      return waiting ?? pagePaths.security;
    },
    lasts(remainingMs) {
      const known = storage.read("authorizedExpiry");
      const expiry = now() + remainingMs;
      // The answer took a while to come: what differs by less is the same moment.
      if (known === undefined || known - expiry < expiryToleranceMs) return;
      storage.write("authorizedExpiry", expiry);
    },
    learnt: (account) => storage.merge("accountInfo", account),
    ended(reason) {
      session.pendingSignIn = undefined;
      unauthorised = true;
      lastEnd = reason === "left" ? undefined : reason;
      tab.write("pageAfterSignIn", undefined);
      tab.write("totalStep", undefined);
      // Last, because it tells the listeners.
      storage.clear();
    },
    lastEnd: () => lastEnd,
    pendingSignIn: undefined,
    subscribe(listener) {
      const state = () => `${isAuthorised()} ${session.isLoggedIn()}`;
      let known = state();
      return storage.subscribe(() => {
        const present = state();
        if (present === known) return;
        known = present;
        listener();
      });
    },
  };
  return session;
}
