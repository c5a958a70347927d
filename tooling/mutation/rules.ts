/** The rules that `npm run mutation` breaks, by what they are about. */
export const rules = {
  guard: ["portal/web/app/routing/guard.ts", "portal/web/app/routing/page-rules.ts"],
  fields: [
    "portal/contract/fields.ts",
    "portal/contract/password-policy.ts",
    "portal/contract/corporate-number.ts",
  ],
  "external ID": ["portal/server/features/external-id/visit-outcome.ts"],
  plan: [
    "portal/server/features/plan/plan-dates.ts",
    "portal/server/features/plan/plan-terms.ts",
    "portal/server/features/plan/plan-view.ts",
    "portal/server/features/plan/contract-state.ts",
  ],
  money: [
    "portal/server/features/plan/plan-prices.ts",
    "portal/server/features/plan/month-price.ts",
    "portal/server/features/billing/amounts.ts",
    "portal/server/features/billing/dunning.ts",
    "portal/server/features/billing/ledger.ts",
  ],
  limits: [
    "kit/server/limits/limits.ts",
    "kit/server/limits/mailbox-of.ts",
    "kit/server/limits/network-of.ts",
  ],
  score: [
    "diagnosis/score/category-score.ts",
    "diagnosis/engine/grades.ts",
    "diagnosis/score/host-score.ts",
    "diagnosis/score/organisation-score.ts",
    "diagnosis/score/tls-base.ts",
  ],
};

/** Every file of them. */
export const ruleFiles = Object.values(rules).flat();

/** Their tests: tables, of which some need a database. */
export const ruleTests = [
  "portal/web/app/routing/{guard,page-rules}.test.ts",
  "portal/contract/*.test.ts",
  "portal/server/features/external-id/visit-outcome.test.ts",
  "portal/server/features/plan/*.test.ts",
  "portal/server/features/billing/{amounts,ledger}.test.ts",
  "kit/server/limits/{limits,mailbox-of,network-of}.test.ts",
  "diagnosis/score/{tls-base,category-score,host-score,organisation-score}.test.ts",
];

/** Per cent of the breaks that a test must notice, over all rules. */
export const required = 85;
