import { commonErrors, type ErrorTable } from "@sekimori/kit-contract/wire-error";

/** Every error type the console's API can answer with, and its HTTP status; sentences are the client's. */
export const consoleErrors = {
  ...commonErrors,

  NetworkNotAllowed: {
    status: 403,
    message: "The console isn't open to this network: CONSOLE_ALLOWED_NETWORKS doesn't name it.",
  },
  NotStaff: { status: 403, message: "The account isn't one of the staff's." },
  NotAllowed: { status: 403, message: "No role of theirs allows this; `data.act` names it." },
  SearchInvalid: { status: 400, message: "Nothing can be looked for by this." },
  MemberNotFound: { status: 404, message: "No account has this id, or it is deleted." },
  ChargeRefused: {
    status: 409,
    message: "The invoice is paid, no card is there, or a charge of it has no answer yet.",
  },
  GivingUpRefused: { status: 409, message: "Only an unpaid invoice that has failed is given up." },
  VoidingRefused: {
    status: 409,
    message: "Only an unpaid invoice without a charge under way is made void.",
  },
  RefundRefused: { status: 409, message: "The invoice isn't paid, or less is left of it." },
  SecondPersonNeeded: {
    status: 409,
    message: "More is given back of the invoice than CONSOLE_REFUND_ALONE lets one person.",
  },
  RefundKeyUsed: {
    status: 409,
    message: "Something else was given back under this key.",
  },
  RequestOver: { status: 409, message: "The request was decided already, or its time is over." },
  OwnRequest: { status: 403, message: "Who asked for something can't confirm it." },
  RequestImpossible: { status: 409, message: "The invoice or the account has changed meanwhile." },
  UndoRefused: { status: 409, message: "There's nothing to take back, or it's too late." },
  RecoveryRefused: {
    status: 409,
    message: "The account has no factor to recover from, or its recovery is in progress.",
  },
  PriceRefused: {
    status: 409,
    message: "A price begins on a 1st, far enough ahead for members to answer, and once a month.",
  },
  RotationRefused: {
    status: 409,
    message: "New signing keys are published already, and haven't taken over yet.",
  },
  RecipientRefused: {
    status: 400,
    message: "A copy is sealed for a public key: RSA of 2048 bits, P-256, P-384, P-521 or X25519.",
  },
  CopyIncomplete: { status: 409, message: "An application doesn't give its part of the copy." },
  MonthOpen: { status: 409, message: "Something of the month isn't over yet, or it's closed." },
  DayNotOver: { status: 409, message: "The day isn't over yet." },
  StaffNameTaken: { status: 409, message: "Somebody else works here under this name." },
  AdministratorStays: { status: 409, message: "An administrator is removed by two persons." },
  WorkOver: {
    status: 409,
    message: "It's done meanwhile, somebody is at it, or it can't be tried any more.",
  },
  MaintenanceOver: { status: 409, message: "Nothing is closed there, or no more." },
  ParkingRefused: {
    status: 409,
    message: "No running contract has this id, or billing leaves it alone already.",
  },
  ReleaseRefused: {
    status: 409,
    message: "Billing doesn't leave this contract alone, or does so for another reason by now.",
  },
  NotIntegrator: {
    status: 403,
    message: "The account is no integrator's, nor does it own an organization that is let in.",
  },
  NotForOwners: { status: 403, message: "This is for the operator's integrators alone." },
  ApplicationNotFound: { status: 404, message: "No application within reach has this id." },
  ApplicationIdTaken: { status: 409, message: "Another application has this id." },
  ApplicationsFull: {
    status: 409,
    message: "The organization has as many applications as it can.",
  },
  OwnApplication: {
    status: 403,
    message: "The application is the operator's own, and changed by commands alone.",
  },
  NoSecret: {
    status: 409,
    message: "The application has no secret: it proves itself by a key, or by none.",
  },
  WalkImpossible: {
    status: 409,
    message: "Nobody is returned to the application, or it proves itself by a key of its own.",
  },
  WalkOver: {
    status: 409,
    message: "The walk is over, or was begun in another session or for another application.",
  },
  PrivateAddress: {
    status: 400,
    message: "The portal would call into a private network; a command allows that, if it's meant.",
  },
} as const satisfies ErrorTable;

export type ConsoleErrorType = keyof typeof consoleErrors;

declare module "@sekimori/kit-contract/wire-error" {
  interface ErrorTypes extends Record<ConsoleErrorType, true> {}
}
