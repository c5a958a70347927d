/** Where somebody may log out too who came by an organisation's provider. */
export interface WayOut {
  readonly host: string;
  readonly url: string;
}

let offered: WayOut | undefined;

/** Of the logout that this tab has just done: in memory, because the address says who was logged in. */
export const wayOut = {
  keep(way: WayOut | undefined): void {
    offered = way;
  },
  current: (): WayOut | undefined => offered,
};
