import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { TicketKind } from "@sekimori/karte-contract/words";

interface Field {
  readonly label: MessageDescriptor;
  readonly help: MessageDescriptor;
}

/** What a ticket system calls what a connection needs, and where it is found there. */
export interface TicketFieldWords {
  readonly url: MessageDescriptor;
  readonly project: Field;
  /** Of those in which somebody signs in with the key. */
  readonly user?: Field;
  readonly secret: Field;
}

const issueProject = {
  label: msg`Project key`,
  help: msg`The capital letters before the number of its tickets, such as SITE in SITE-1.`,
};

export const ticketFieldWords: Readonly<Record<TicketKind, TicketFieldWords>> = {
  backlog: {
    url: msg`That of your space: ${{ address: "https://example.backlog.com" }}`,
    project: issueProject,
    secret: {
      label: msg`API key`,
      help: msg`The key of a user in the project that you use for nothing else. We store it encrypted and never show it again.`,
    },
  },
  github: {
    url: msg`${{ address: "https://api.github.com" }}, or the API of your Enterprise Server.`,
    project: { label: msg`Repository`, help: msg`As owner/name.` },
    secret: {
      label: msg`Token`,
      help: msg`A fine-grained token that may read and write issues of this repository. We store it encrypted and never show it again.`,
    },
  },
  jira: {
    url: msg`That of your site in Jira Cloud: ${{ address: "https://example.atlassian.net" }}`,
    project: issueProject,
    user: {
      label: msg`Email address`,
      help: msg`Of the Atlassian account that the API token belongs to. Use one that you use for nothing else.`,
    },
    secret: {
      label: msg`API token`,
      help: msg`Created without scopes in the security settings of that account. We store it encrypted and never show it again.`,
    },
  },
  servicenow: {
    url: msg`That of your instance: ${{ address: "https://example.service-now.com" }}`,
    project: {
      label: msg`Assignment group`,
      help: msg`The name of the group that the incidents are assigned to.`,
    },
    user: {
      label: msg`User name`,
      help: msg`A user that you use for nothing else and that may create and change incidents.`,
    },
    secret: {
      label: msg`Password`,
      help: msg`Of that user. We store it encrypted and never show it again.`,
    },
  },
};
