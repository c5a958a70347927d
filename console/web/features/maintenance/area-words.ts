import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { MaintenanceArea } from "@sekimori/kit-contract/maintenance";

interface AreaWords {
  readonly name: MessageDescriptor;
  /** What stops, and what goes on. */
  readonly about: MessageDescriptor;
}

export const areaWords: Readonly<Record<MaintenanceArea, AreaWords>> = {
  "sign-up": {
    name: msg`Registration`,
    about: msg`Nobody can start registering. People whose card is already saved can finish.`,
  },
  "log-in": {
    name: msg`Login`,
    about: msg`Only staff can log in. People who are logged in can go on.`,
  },
  payment: {
    name: msg`Payment and contract`,
    about: msg`No cards, payments or upgrades by members. Payments in progress are completed, members can still cancel, and monthly billing goes on.`,
  },
  "management-application": {
    name: msg`Management application`,
    about: msg`People and API clients can read, but not change anything. Scans go on.`,
  },
  everything: {
    name: msg`Everything`,
    about: msg`People who are logged in can read, but not change anything. Only staff can log in. Payments in progress are completed.`,
  },
};
