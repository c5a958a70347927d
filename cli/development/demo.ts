/** What `npm start` prints and the sandbox's control page shows; the seed makes this account. */
export const demoSignIn = {
  email: "demo@sekimori.example",
  password: "Sekimori-2026",
} as const;
