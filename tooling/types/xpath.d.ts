// The library's own types bring every browser type into the servers' code; nothing of it is used.
export {};
