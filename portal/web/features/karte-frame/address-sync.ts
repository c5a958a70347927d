export interface AddressSyncOptions {
  /** The path that both begin at. */
  readonly path: string;
  /**
   * Leads the portal to a page of the guest's; resolves when it is shown, or something else is.
   *
   * @param replace whether the guest's page takes the present one's place in the history.
   */
  readonly follow: (path: string, replace: boolean) => Promise<void>;
  /** Has the guest go to a page of its own. */
  readonly send: (path: string) => void;
  /** Whether the portal is on its way to another page. */
  readonly isLoading: () => boolean;
}

export interface AddressSync {
  /** The guest has loaded at this path. */
  ready(path: string): void;
  /** The guest went to this path. */
  navigated(path: string): void;
  /** The portal's address names this path. */
  shown(path: string): void;
}

/**
 * Keeps the portal's address and the guest's page the same, whoever moves first. What the guest tells
 * is followed, its last word last; where a person moves in the portal (the menu, the way back), the
 * guest is sent there. News of both may cross: the guest tells where it is after each move that it was
 * sent on, so that they agree in the end.
 */
export function syncAddress({ path, follow, send, isLoading }: AddressSyncOptions): AddressSync {
  let guest = path;
  let portal = path;
  let isReady = false;
  let isSent = false;
  let following = 0;

  function sendGuest(): void {
    if (!isReady || following > 0 || guest === portal) return;
    guest = portal;
    isSent = true;
    send(portal);
  }

  function go(to: string, replace: boolean): void {
    guest = to;
    // Where a person has chosen a page that is on its way, that page counts.
    if (following === 0 && (to === portal || isLoading())) return;
    following += 1;
    const ended = () => {
      following -= 1;
      sendGuest();
    };
    follow(to, replace).then(ended, ended);
  }

  return {
    ready(to) {
      const isReloaded = isReady && !isSent;
      isReady = true;
      isSent = false;
      // It came back from a sign-in, to where that was to lead: nobody has moved meanwhile.
      if (isReloaded) return go(to, true);
      guest = to;
      sendGuest();
    },
    navigated(to) {
      isSent = false;
      go(to, false);
    },
    shown(to) {
      portal = to;
      sendGuest();
    },
  };
}
