/** The five plans, and the choices that each leaves open. */
const asRegistered = { server_metadata: "discovery", client_registration: "static_client" };

export const plans = [
  { name: "oidcc-basic-certification-test-plan", variant: asRegistered },
  { name: "oidcc-config-certification-test-plan", variant: {} },
  { name: "oidcc-formpost-basic-certification-test-plan", variant: asRegistered },
  {
    name: "oidcc-rp-initiated-logout-certification-test-plan",
    variant: { client_registration: "static_client", response_type: "code" },
  },
  {
    name: "oidcc-backchannel-rp-initiated-logout-certification-test-plan",
    variant: { client_registration: "static_client", response_type: "code" },
  },
] as const;
