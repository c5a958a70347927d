/** Who logs out here stays logged in at the provider, is offered to log out there too, or is sent there. */
export const signOutsAtProvider = ["here", "offered", "done"] as const;
