/** What kind of receiver an address is; the names of products. */
export const formNames = {
  standard: "Standard Webhooks",
  slack: "Slack",
  teams: "Microsoft Teams",
  "google-chat": "Google Chat",
  "line-works": "LINE WORKS",
} as const;
