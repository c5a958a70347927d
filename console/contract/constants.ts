/** Minutes without a request after which a session at the console is over. */
export const sessionIdleMinutes = 15;

/** The longest that a session at the console lasts. */
export const sessionHours = 8;

/** The longest reason, as the audit log keeps it. */
export const reasonMost = 200;

/** The class of a sign-in that resists phishing: a passkey with its owner verified. */
export const phishingResistant = "phr";

/** Of each kind of work so much is listed, the oldest. */
export const workMost = 50;

/** Weeks of registrations that are counted, this one among them. */
export const funnelWeeks = 12;

/** Minutes after which maintenance can be over by itself, as the form offers them. */
export const maintenanceMinutes = [30, 60, 120, 240, 480] as const;

/** Hours that a former secret works on beside the new one, as the form offers them. */
export const formerSecretHours = [0, 24, 72, 168] as const;

/** Days that the portal keeps refused requests; its own figure, which a test compares. */
export const refusalsDays = 7;

/** So many refused requests of one application are counted. */
export const refusalsCounted = 100;

/** Refused requests that come at a time. */
export const refusalsMost = 50;

/** Minutes for which a walk through a login can be made. */
export const walkMinutes = 10;

/** Applications of one organization. */
export const applicationsOfOrganization = 20;
