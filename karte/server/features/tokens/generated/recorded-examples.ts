// Written by `npm run examples` from what the tests were answered.
import type { RecordedExamples } from "@sekimori/kit-server/reference/recorded-example";

export const recordedExamples: RecordedExamples = {
  "checkActivity": {
    "answer": {
      "entries": 6,
      "brokenAt": 3
    }
  },
  "exportActivity": {
    "answer": {
      "fileName": "activity-2026-11-20.csv",
      "text": "﻿at,action,name,email,detail\r\n2026-11-20T00:59:00.000Z,activity.exported,守 hanako@example.jp,\"{\"\"count\"\":1}\"\r\n"
    }
  },
  "listActivity": {
    "answer": {
      "entries": [
        {
          "id": 1000000026,
          "at": "2026-11-20T01:02:00.000Z",
          "action": "ticket.reopened",
          "by": null,
          "detail": {
            "label": "github of ours",
            "ticket": "#1"
          }
        },
        {
          "id": 1000000025,
          "at": "2026-11-20T01:01:00.000Z",
          "action": "ticket.closed",
          "by": null,
          "detail": {
            "label": "github of ours",
            "ticket": "#1"
          }
        },
        {
          "id": 1000000024,
          "at": "2026-11-20T01:00:00.000Z",
          "action": "ticket.requested",
          "by": {
            "id": "00000000-0000-4000-8000-000000000001",
            "name": "守 関",
            "email": "hanako@example.jp"
          },
          "detail": {
            "name": "www.example.jp",
            "check": "http-csp",
            "count": 1,
            "label": "github of ours",
            "finding": "00000000-0000-4000-8000-000000000002"
          }
        }
      ],
      "next": null,
      "count": {
        "value": 6,
        "more": false
      }
    }
  },
  "getContract": {
    "answer": {
      "plan": {
        "id": "detailed",
        "suspended": false,
        "domains": 100000,
        "users": null,
        "schedules": [
          "daily",
          "weekly",
          "monthly"
        ],
        "alerts": true,
        "webhooks": true,
        "api": true,
        "streams": true,
        "tickets": true,
        "policies": true,
        "scheduledReports": true
      },
      "contractedPlan": "detailed",
      "state": "paid",
      "freeUntil": null,
      "nextBillingOn": null,
      "endsOn": "2026-11-30",
      "deletesOn": "2026-12-01",
      "youLeave": true,
      "closes": [
        "守 関"
      ],
      "monthlyPrice": null,
      "quota": {
        "limit": null,
        "used": 0,
        "renewsAt": "2026-11-30T15:00:00.000Z"
      },
      "usedBy": [],
      "domains": {
        "used": 0,
        "limit": 100000
      },
      "people": {
        "used": 2,
        "limit": null
      },
      "owner": {
        "id": "00000000-0000-4000-8000-000000000001",
        "name": "守 関",
        "email": "hanako@example.jp"
      },
      "yours": true,
      "workspaces": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "name": "守 関",
          "domains": 0
        }
      ],
      "manageUrl": "https://portal.example.jp/setting/security?tab=contract",
      "stale": false
    }
  },
  "findCandidates": {
    "request": {},
    "answer": {}
  },
  "importCandidates": {
    "request": {
      "kind": "zone",
      "domain": "00000000-0000-4000-8000-000000000001",
      "text": "$ORIGIN eu.shop.test.\na IN A 192.0.2.1"
    },
    "answer": {
      "read": 1
    }
  },
  "judgeCandidates": {
    "request": {
      "candidates": [
        "00000000-0000-4000-8000-000000000001"
      ],
      "state": "new"
    },
    "answer": {
      "changed": 1,
      "domains": 0,
      "hosts": 0
    }
  },
  "listCandidates": {
    "answer": {
      "candidates": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "name": {
            "ascii": "sh0p.test",
            "unicode": "sh0p.test"
          },
          "state": "dismissed",
          "strength": "weak",
          "paths": [
            {
              "relation": "look-alike",
              "from": "shop.test",
              "evidence": "A 127.16.1.1, NS ns1.sh0p.test, NS ns2.sh0p.test",
              "firstSeenAt": "2026-11-20T01:00:00.000Z",
              "lastSeenAt": "2026-11-20T01:00:00.000Z"
            }
          ],
          "firstSeenAt": "2026-11-20T01:00:00.000Z",
          "lastSeenAt": "2026-11-20T01:00:00.000Z"
        }
      ],
      "next": null,
      "count": {
        "value": 1,
        "more": false
      },
      "search": {
        "askedAt": "2026-11-20T01:00:00.000Z",
        "finishedAt": "2026-11-20T01:00:00.000Z"
      },
      "certificateLog": true
    }
  },
  "addDomain": {
    "request": {
      "name": "example.jp"
    },
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "added": true
    }
  },
  "bulkDomains": {
    "request": {
      "act": {
        "kind": "responsible",
        "responsible": "00000000-0000-4000-8000-000000000001"
      },
      "domains": [
        "00000000-0000-4000-8000-000000000002",
        "00000000-0000-4000-8000-000000000003"
      ]
    },
    "answer": {
      "id": "00000000-0000-4000-8000-000000000004",
      "act": "responsible",
      "state": "done",
      "total": 2,
      "reached": 2,
      "count": 1,
      "skipped": [
        {
          "reason": "OutOfSight",
          "count": 1,
          "names": [
            "b.example.jp"
          ]
        }
      ],
      "problem": null,
      "by": {
        "id": "00000000-0000-4000-8000-000000000005",
        "name": "守 関",
        "email": "hanako@example.jp"
      },
      "at": "2026-11-20T01:01:00.000Z",
      "undoUntil": "2026-12-20T01:01:00.000Z"
    }
  },
  "changeDomain": {
    "request": {
      "groups": [
        "00000000-0000-4000-8000-000000000001"
      ],
      "was": {
        "groups": [
          "00000000-0000-4000-8000-000000000002",
          "00000000-0000-4000-8000-000000000001"
        ]
      }
    },
    "answer": {}
  },
  "checkProof": {
    "request": {},
    "answer": {
      "state": "proved",
      "method": "dns-txt",
      "covers": {
        "kind": "domain",
        "name": "shop.test"
      },
      "provedAt": "2026-11-20T00:59:00.000Z",
      "validUntil": "2026-12-20T00:59:00.000Z",
      "checkedAt": "2026-11-20T00:59:00.000Z",
      "failures": [],
      "elsewhere": false,
      "ways": {
        "dns": {
          "name": "_sekimori-challenge.shop.test",
          "value": "sekimori-verification=a-token-for-tests-only"
        },
        "file": {
          "address": "https://shop.test/.well-known/sekimori-challenge.txt",
          "text": "sekimori-verification=a-token-for-tests-only"
        },
        "meta": {
          "address": "https://shop.test/",
          "tag": "<meta name=\"sekimori-verification\" content=\"a-token-for-tests-only\">"
        }
      }
    }
  },
  "exportChosenDomains": {
    "request": {
      "domains": [
        "00000000-0000-4000-8000-000000000001",
        "00000000-0000-4000-8000-000000000002"
      ]
    },
    "answer": {
      "fileName": "domains-2026-11-20.csv",
      "text": "﻿name,label,grade,score,critical,high,medium,low,info,proof,schedule,last_run_at,responsible\r\nmine.example.jp,,,,0,0,0,0,0,none,none,,\r\n"
    }
  },
  "exportDomains": {
    "answer": {
      "fileName": "domains-2026-11-20.csv",
      "text": "﻿name,label,grade,score,critical,high,medium,low,info,proof,schedule,last_run_at,responsible\r\n"
    }
  },
  "getBulk": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "act": "diagnose",
      "state": "done",
      "total": 2500,
      "reached": 2500,
      "count": 0,
      "skipped": [
        {
          "reason": "ProofMissing",
          "count": 2500,
          "names": [
            "shop-00001.example.jp",
            "shop-00002.example.jp",
            "shop-00003.example.jp"
          ]
        }
      ],
      "problem": null,
      "by": {
        "id": "00000000-0000-4000-8000-000000000002",
        "name": "守 関",
        "email": "hanako@example.jp"
      },
      "at": "2026-11-20T00:59:00.000Z",
      "undoUntil": null
    }
  },
  "getDomain": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "name": {
        "ascii": "shop.test",
        "unicode": "shop.test"
      },
      "grade": "C",
      "score": 61,
      "atMost": false,
      "previousGrade": "C",
      "previousScore": 62,
      "open": {
        "critical": 0,
        "high": 1,
        "medium": 5,
        "low": 7,
        "info": 0
      },
      "proof": "proved",
      "consented": true,
      "schedule": "none",
      "lastRunAt": "2026-11-20T00:59:00.000Z",
      "nextRunAt": null,
      "rests": null,
      "run": null,
      "groups": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "name": "Shops"
        }
      ],
      "responsible": null,
      "label": "",
      "labels": [],
      "readOnly": false,
      "addedAt": "2026-11-20T00:59:00.000Z",
      "registrable": "shop.test",
      "proofDetail": {
        "state": "proved",
        "method": "dns-txt",
        "covers": {
          "kind": "domain",
          "name": "shop.test"
        },
        "provedAt": "2026-11-20T00:59:00.000Z",
        "validUntil": "2026-12-20T00:59:00.000Z",
        "checkedAt": "2026-11-20T00:59:00.000Z",
        "failures": [],
        "elsewhere": false,
        "ways": {
          "dns": {
            "name": "_sekimori-challenge.shop.test",
            "value": "sekimori-verification=a-token-for-tests-only"
          },
          "file": {
            "address": "https://shop.test/.well-known/sekimori-challenge.txt",
            "text": "sekimori-verification=a-token-for-tests-only"
          },
          "meta": {
            "address": "https://shop.test/",
            "tag": "<meta name=\"sekimori-verification\" content=\"a-token-for-tests-only\">"
          }
        }
      },
      "consent": {
        "version": "2026-11-01",
        "by": {
          "id": "00000000-0000-4000-8000-000000000003",
          "name": "守 関",
          "email": "hanako@example.jp"
        },
        "organisation": "株式会社見本",
        "thirdPartyHosting": "no",
        "at": "2026-11-20T00:59:00.000Z",
        "newHostsSince": null
      },
      "assets": 6,
      "history": [
        {
          "at": "2026-11-20T00:59:00.000Z",
          "score": 61,
          "grade": "C",
          "scoreVersion": "3.1"
        },
        {
          "at": "2026-11-20T00:59:00.000Z",
          "score": 62,
          "grade": "C",
          "scoreVersion": "3.1"
        },
        {
          "at": "2026-11-20T00:59:00.000Z",
          "score": 61,
          "grade": "C",
          "scoreVersion": "3.1"
        }
      ],
      "runs": [
        {
          "id": "00000000-0000-4000-8000-000000000004",
          "domain": {
            "id": "00000000-0000-4000-8000-000000000001",
            "name": "shop.test"
          },
          "kind": "recheck",
          "state": "finished",
          "phase": "done",
          "version": 3,
          "done": 0,
          "total": 0,
          "queuedAt": "2026-11-20T00:59:00.000Z",
          "startedAt": "2026-11-20T00:59:00.000Z",
          "finishedAt": "2026-11-20T00:59:00.000Z",
          "startedBy": {
            "id": "00000000-0000-4000-8000-000000000003",
            "name": "守 関",
            "email": "hanako@example.jp"
          },
          "score": null,
          "grade": null,
          "scoreVersion": null,
          "newFindings": 0,
          "closedFindings": 1,
          "problem": null
        },
        {
          "id": "00000000-0000-4000-8000-000000000005",
          "domain": {
            "id": "00000000-0000-4000-8000-000000000001",
            "name": "shop.test"
          },
          "kind": "manual",
          "state": "finished",
          "phase": "done",
          "version": 7,
          "done": 240,
          "total": 240,
          "queuedAt": "2026-11-20T00:59:00.000Z",
          "startedAt": "2026-11-20T00:59:00.000Z",
          "finishedAt": "2026-11-20T00:59:00.000Z",
          "startedBy": {
            "id": "00000000-0000-4000-8000-000000000003",
            "name": "守 関",
            "email": "hanako@example.jp"
          },
          "score": 61,
          "grade": "C",
          "scoreVersion": "3.1",
          "newFindings": 5,
          "closedFindings": 0,
          "problem": null
        },
        {
          "id": "00000000-0000-4000-8000-000000000006",
          "domain": {
            "id": "00000000-0000-4000-8000-000000000001",
            "name": "shop.test"
          },
          "kind": "manual",
          "state": "finished",
          "phase": "done",
          "version": 7,
          "done": 240,
          "total": 240,
          "queuedAt": "2026-11-20T00:59:00.000Z",
          "startedAt": "2026-11-20T00:59:00.000Z",
          "finishedAt": "2026-11-20T00:59:00.000Z",
          "startedBy": {
            "id": "00000000-0000-4000-8000-000000000003",
            "name": "守 関",
            "email": "hanako@example.jp"
          },
          "score": 62,
          "grade": "C",
          "scoreVersion": "3.1",
          "newFindings": 0,
          "closedFindings": 5,
          "problem": null
        }
      ],
      "addedBy": {
        "id": "00000000-0000-4000-8000-000000000003",
        "name": "守 関",
        "email": "hanako@example.jp"
      }
    }
  },
  "listBulks": {
    "answer": {
      "acts": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "act": "label",
          "state": "waiting",
          "total": 2500,
          "reached": 0,
          "count": 0,
          "skipped": [],
          "problem": null,
          "by": {
            "id": "00000000-0000-4000-8000-000000000002",
            "name": "守 関",
            "email": "hanako@example.jp"
          },
          "at": "2026-11-20T00:59:00.000Z",
          "undoUntil": null
        }
      ]
    }
  },
  "listDomains": {
    "answer": {
      "domains": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "name": {
            "ascii": "mail.example.jp",
            "unicode": "mail.example.jp"
          },
          "grade": null,
          "score": null,
          "atMost": false,
          "previousGrade": null,
          "previousScore": null,
          "open": {
            "critical": 0,
            "high": 1,
            "medium": 1,
            "low": 0,
            "info": 0
          },
          "proof": "none",
          "consented": false,
          "schedule": "none",
          "lastRunAt": null,
          "nextRunAt": null,
          "rests": null,
          "run": null,
          "groups": [],
          "responsible": null,
          "label": "",
          "labels": [],
          "readOnly": false,
          "addedAt": "2026-11-20T00:59:00.000Z"
        },
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "name": {
            "ascii": "www.example.jp",
            "unicode": "www.example.jp"
          },
          "grade": "D",
          "score": 41,
          "atMost": false,
          "previousGrade": null,
          "previousScore": null,
          "open": {
            "critical": 1,
            "high": 1,
            "medium": 1,
            "low": 0,
            "info": 0
          },
          "proof": "none",
          "consented": false,
          "schedule": "none",
          "lastRunAt": "2026-10-26T21:09:00.000Z",
          "nextRunAt": null,
          "rests": null,
          "run": null,
          "groups": [
            {
              "id": "00000000-0000-4000-8000-000000000003",
              "name": "営業"
            }
          ],
          "responsible": null,
          "label": "",
          "labels": [],
          "readOnly": false,
          "addedAt": "2026-11-20T00:59:00.000Z"
        }
      ],
      "next": null,
      "count": {
        "value": 2,
        "more": false
      }
    }
  },
  "selectDomains": {
    "request": {
      "q": "オオサカ"
    },
    "answer": {
      "selection": "00000000-0000-4000-8000-000000000001",
      "count": 1
    }
  },
  "undoBulk": {
    "request": {},
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "act": "responsible",
      "state": "undone",
      "total": 2,
      "reached": 0,
      "count": 1,
      "skipped": [
        {
          "reason": "OutOfSight",
          "count": 1,
          "names": [
            "b.example.jp"
          ]
        }
      ],
      "problem": null,
      "by": {
        "id": "00000000-0000-4000-8000-000000000002",
        "name": "守 関",
        "email": "hanako@example.jp"
      },
      "at": "2026-11-20T01:01:00.000Z",
      "undoUntil": null
    }
  },
  "commentFinding": {
    "request": {
      "text": "x"
    },
    "answer": {}
  },
  "getFinding": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "domain": {
        "id": "00000000-0000-4000-8000-000000000002",
        "name": "example.jp"
      },
      "check": "http-csp",
      "category": "http",
      "host": "www.example.jp",
      "port": null,
      "subject": "sub|ject",
      "severity": "high",
      "state": "fixed",
      "summary": {
        "ja": "要約",
        "en": "summary"
      },
      "title": {
        "ja": "コンテンツセキュリティポリシー（CSP）",
        "en": "Content Security Policy (CSP)"
      },
      "firstSeenAt": "2026-11-20T00:00:00.000Z",
      "lastSeenAt": "2026-11-20T00:00:00.000Z",
      "closedAt": "2026-11-20T01:02:00.000Z",
      "unconfirmedSince": null,
      "labels": [],
      "unconfirmed": false,
      "acceptedUntil": null,
      "assignee": null,
      "dueOn": "2026-12-15",
      "priority": {
        "value": 200,
        "version": 1,
        "exploitation": "none",
        "exposure": [],
        "overdueWorkingDays": 0,
        "sentence": {
          "ja": "深刻度「高」。誰でも到達可能。",
          "en": "High, open to anyone."
        }
      },
      "points": 0,
      "cause": {
        "key": "name|k",
        "version": 1,
        "findings": 1,
        "more": false,
        "domains": 1,
        "priority": 200,
        "dueOn": "2026-12-15",
        "oneAssignee": true,
        "grade": {
          "now": null,
          "without": null,
          "next": null
        }
      },
      "tickets": [
        {
          "id": "00000000-0000-4000-8000-000000000003",
          "system": {
            "id": "00000000-0000-4000-8000-000000000004",
            "kind": "servicenow",
            "label": "servicenow of ours"
          },
          "key": "INC0010001",
          "url": "https://application.example.jp/nav_to.do?uri=%2Fincident.do%3Fsys_id%47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fc",
          "state": "verified",
          "problem": "workflow",
          "waitsFor": null,
          "askedAt": "2026-11-20T01:00:00.000Z",
          "askedBy": {
            "id": "00000000-0000-4000-8000-000000000005",
            "name": "守 関",
            "email": "hanako@example.jp"
          },
          "heardAt": "2026-11-20T10:17:00.000Z"
        }
      ],
      "key": "00000000-0000-4000-8000-000000000001",
      "address": "192.0.2.1",
      "url": null,
      "evidence": [
        {
          "name": "x",
          "value": "geheimnis",
          "unit": null,
          "label": {
            "ja": "x",
            "en": "x"
          },
          "text": {
            "ja": "geheimnis",
            "en": "geheimnis"
          }
        }
      ],
      "why": {
        "ja": "CSPは、ページで動かしてよいスクリプトの出所を限定します。設定がない、または緩いと、ページに不正なスクリプトが紛れ込んだとき（XSS）に、そのまま実行されます。",
        "en": "A CSP limits where a page's scripts may come from. Without one, or with a loose one, a script injected into the page (XSS) simply runs."
      },
      "remedy": {
        "ja": "script-srcにナンスまたはハッシュを使い、'unsafe-inline'、*、https:などの緩い指定を外し、object-src 'none'とbase-uri 'none'を加えてください。まずReport-Onlyで影響を確かめると安全です。",
        "en": "Use nonces or hashes in script-src, drop 'unsafe-inline', * and bare schemes, and add object-src 'none' and base-uri 'none'. Try it in report-only mode first."
      },
      "recipes": [
        {
          "product": "nginx",
          "text": "add_header Content-Security-Policy \"default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'\" always;",
          "isSeen": false
        },
        {
          "product": "Apache",
          "text": "Header always set Content-Security-Policy \"default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'\"",
          "isSeen": false
        },
        {
          "product": "Caddy",
          "text": "header Content-Security-Policy \"default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'\"",
          "isSeen": false
        }
      ],
      "sources": [
        {
          "title": "Content Security Policy Level 3",
          "url": "https://www.w3.org/TR/CSP3/"
        },
        {
          "title": "MDN: Content Security Policy",
          "url": "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP"
        },
        {
          "title": "CSP Evaluator",
          "url": "https://github.com/google/csp-evaluator"
        }
      ],
      "acceptance": null,
      "reopened": 0,
      "history": [],
      "same": 0,
      "workspacePoints": null,
      "policies": [],
      "checkSeverity": null,
      "rechecks": {
        "used": 0,
        "limit": 10
      }
    }
  },
  "groupFindings": {
    "answer": {
      "groups": [
        {
          "check": "sw-version",
          "category": "ports",
          "title": {
            "ja": "ソフトウェアのバージョン",
            "en": "Unsupported software"
          },
          "severity": "high",
          "findings": 1,
          "hosts": 1,
          "domains": 1,
          "more": false,
          "oldestAt": "2026-01-21T11:38:00.000Z",
          "newestAt": "2026-01-21T11:38:00.000Z"
        }
      ]
    }
  },
  "listFindings": {
    "answer": {
      "findings": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "domain": {
            "id": "00000000-0000-4000-8000-000000000002",
            "name": "example.jp"
          },
          "check": "http-csp",
          "category": "http",
          "host": "www.example.jp",
          "port": null,
          "subject": "sub|ject",
          "severity": "high",
          "state": "open",
          "summary": {
            "ja": "要約",
            "en": "summary"
          },
          "title": {
            "ja": "コンテンツセキュリティポリシー（CSP）",
            "en": "Content Security Policy (CSP)"
          },
          "firstSeenAt": "2026-11-20T00:00:00.000Z",
          "lastSeenAt": "2026-11-20T00:00:00.000Z",
          "closedAt": null,
          "unconfirmedSince": null,
          "labels": [],
          "unconfirmed": false,
          "acceptedUntil": null,
          "assignee": null,
          "dueOn": "2026-12-15",
          "priority": {
            "value": 200,
            "version": 1,
            "exploitation": "none",
            "exposure": [],
            "overdueWorkingDays": 0,
            "sentence": {
              "ja": "深刻度「高」。誰でも到達可能。期限まで19営業日。",
              "en": "High, open to anyone, due in 19 working days."
            }
          },
          "points": 0,
          "cause": {
            "key": "headers|a",
            "version": 1,
            "findings": 2,
            "more": false,
            "domains": 1,
            "priority": 200,
            "dueOn": "2026-12-15",
            "oneAssignee": true,
            "grade": {
              "now": null,
              "without": null,
              "next": null
            }
          },
          "tickets": [
            {
              "key": "SITE-1",
              "url": "https://application.example.jp/view/SITE-1",
              "state": "open"
            }
          ]
        },
        {
          "id": "00000000-0000-4000-8000-000000000003",
          "domain": {
            "id": "00000000-0000-4000-8000-000000000002",
            "name": "example.jp"
          },
          "check": "http-csp",
          "category": "http",
          "host": "shop.example.jp",
          "port": null,
          "subject": "sub|ject",
          "severity": "high",
          "state": "open",
          "summary": {
            "ja": "要約",
            "en": "summary"
          },
          "title": {
            "ja": "コンテンツセキュリティポリシー（CSP）",
            "en": "Content Security Policy (CSP)"
          },
          "firstSeenAt": "2026-11-20T00:00:00.000Z",
          "lastSeenAt": "2026-11-20T00:00:00.000Z",
          "closedAt": null,
          "unconfirmedSince": null,
          "labels": [],
          "unconfirmed": false,
          "acceptedUntil": null,
          "assignee": null,
          "dueOn": "2026-12-15",
          "priority": {
            "value": 200,
            "version": 1,
            "exploitation": "none",
            "exposure": [],
            "overdueWorkingDays": 0,
            "sentence": {
              "ja": "深刻度「高」。誰でも到達可能。期限まで19営業日。",
              "en": "High, open to anyone, due in 19 working days."
            }
          },
          "points": 0,
          "cause": {
            "key": "headers|a",
            "version": 1,
            "findings": 2,
            "more": false,
            "domains": 1,
            "priority": 200,
            "dueOn": "2026-12-15",
            "oneAssignee": true,
            "grade": {
              "now": null,
              "without": null,
              "next": null
            }
          },
          "tickets": [
            {
              "key": "SITE-1",
              "url": "https://application.example.jp/view/SITE-1",
              "state": "open"
            }
          ]
        }
      ],
      "next": null,
      "count": {
        "value": 0,
        "more": false
      }
    }
  },
  "recheckFinding": {
    "request": {},
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "domain": {
        "id": "00000000-0000-4000-8000-000000000002",
        "name": "shop.test"
      },
      "kind": "recheck",
      "state": "queued",
      "phase": "waiting",
      "version": 1,
      "done": 0,
      "total": 0,
      "queuedAt": "2026-11-20T00:59:00.000Z",
      "startedAt": null,
      "finishedAt": null,
      "startedBy": {
        "id": "00000000-0000-4000-8000-000000000003",
        "name": "守 関",
        "email": "hanako@example.jp"
      },
      "score": null,
      "grade": null,
      "scoreVersion": null,
      "newFindings": 0,
      "closedFindings": 0,
      "problem": null
    }
  },
  "selectFindings": {
    "request": {
      "query": "product:nginx",
      "severity": "high"
    },
    "answer": {
      "findings": [
        "00000000-0000-4000-8000-000000000001"
      ],
      "more": false
    }
  },
  "undoFindingWork": {
    "request": {},
    "answer": {
      "changed": 3
    }
  },
  "workFindings": {
    "request": {
      "findings": [
        "00000000-0000-4000-8000-000000000001"
      ],
      "act": {
        "kind": "accept",
        "reason": "risk-taken",
        "until": "2026-11-21T00:59:00.000Z",
        "text": "for now"
      },
      "withCause": true
    },
    "answer": {
      "changed": 3,
      "unchanged": 0,
      "undo": "00000000-0000-4000-8000-000000000002"
    }
  },
  "createGroup": {
    "request": {
      "name": "a"
    },
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001"
    }
  },
  "deleteGroup": {
    "answer": {}
  },
  "listGroups": {
    "answer": {
      "groups": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "name": "支店",
          "domains": 0,
          "score": null,
          "grade": null,
          "open": {
            "critical": 0,
            "high": 0,
            "medium": 0,
            "low": 0,
            "info": 0
          },
          "viewers": [
            {
              "id": "00000000-0000-4000-8000-000000000002",
              "name": "守 関",
              "email": "hanako@example.jp"
            }
          ]
        }
      ]
    }
  },
  "renameGroup": {
    "request": {
      "name": "支社",
      "was": {
        "name": "本社"
      }
    },
    "answer": {}
  },
  "applyImport": {
    "request": {},
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "state": "applied",
      "fileName": "names.csv",
      "encoding": "utf-8",
      "separator": "comma",
      "by": {
        "id": "00000000-0000-4000-8000-000000000002",
        "name": "守 関",
        "email": "hanako@example.jp"
      },
      "at": "2026-11-20T00:59:00.000Z",
      "appliedAt": "2026-11-20T00:59:00.000Z",
      "undoneAt": null,
      "counts": {
        "rows": 2,
        "add": 2,
        "exists": 0,
        "refused": 0
      },
      "newGroups": [
        "本社"
      ],
      "canUndo": true
    }
  },
  "checkImport": {
    "request": {
      "fileName": "names.csv",
      "content": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2zvrm5jnkq1d0t86sxw3p9bhg47f="
    },
    "answer": {
      "import": {
        "id": "00000000-0000-4000-8000-000000000001",
        "state": "checked",
        "fileName": "names.csv",
        "encoding": "utf-8",
        "separator": "comma",
        "by": {
          "id": "00000000-0000-4000-8000-000000000002",
          "name": "守 関",
          "email": "hanako@example.jp"
        },
        "at": "2026-11-20T00:59:00.000Z",
        "appliedAt": null,
        "undoneAt": null,
        "counts": {
          "rows": 2,
          "add": 1,
          "exists": 0,
          "refused": 1
        },
        "newGroups": [
          "本社"
        ],
        "canUndo": false
      },
      "rows": [
        {
          "row": 1,
          "input": "ドメイン,メモ,グループ",
          "outcome": "refused",
          "name": null,
          "groups": [],
          "label": "",
          "problems": [
            {
              "column": "name",
              "position": 2,
              "problem": "unknown-column",
              "hint": "メモ"
            }
          ]
        },
        {
          "row": 2,
          "input": "a.jp",
          "outcome": "add",
          "name": {
            "ascii": "a.jp",
            "unicode": "a.jp"
          },
          "groups": [
            "本社"
          ],
          "label": "",
          "problems": []
        }
      ],
      "columns": [
        {
          "position": 1,
          "heading": "ドメイン",
          "column": "name"
        },
        {
          "position": 2,
          "heading": "メモ",
          "column": null
        },
        {
          "position": 3,
          "heading": "グループ",
          "column": "groups"
        }
      ]
    }
  },
  "getImport": {
    "answer": {
      "import": {
        "id": "00000000-0000-4000-8000-000000000001",
        "state": "checked",
        "fileName": "names.csv",
        "encoding": "utf-8",
        "separator": "line",
        "by": {
          "id": "00000000-0000-4000-8000-000000000002",
          "name": "守 関",
          "email": "hanako@example.jp"
        },
        "at": "2026-11-20T00:59:00.000Z",
        "appliedAt": null,
        "undoneAt": null,
        "counts": {
          "rows": 602,
          "add": 600,
          "exists": 0,
          "refused": 2
        },
        "newGroups": [],
        "canUndo": false
      },
      "rows": [
        {
          "row": 1,
          "input": "192.0.2.1",
          "outcome": "refused",
          "name": null,
          "groups": [],
          "label": "",
          "problems": [
            {
              "column": "name",
              "position": 1,
              "problem": "ip-address",
              "hint": null
            }
          ]
        },
        {
          "row": 2,
          "input": "n0.example.jp",
          "outcome": "add",
          "name": {
            "ascii": "n0.example.jp",
            "unicode": "n0.example.jp"
          },
          "groups": [],
          "label": "",
          "problems": []
        },
        {
          "row": 3,
          "input": "n1.example.jp",
          "outcome": "add",
          "name": {
            "ascii": "n1.example.jp",
            "unicode": "n1.example.jp"
          },
          "groups": [],
          "label": "",
          "problems": []
        }
      ]
    }
  },
  "listImports": {
    "answer": {
      "imports": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "state": "applied",
          "fileName": "names.csv",
          "encoding": "utf-8",
          "separator": "line",
          "by": {
            "id": "00000000-0000-4000-8000-000000000002",
            "name": "守 関",
            "email": "hanako@example.jp"
          },
          "at": "2026-11-20T00:59:00.000Z",
          "appliedAt": "2026-11-20T00:59:00.000Z",
          "undoneAt": null,
          "counts": {
            "rows": 1,
            "add": 1,
            "exists": 0,
            "refused": 0
          },
          "newGroups": [],
          "canUndo": false
        }
      ],
      "next": null,
      "count": {
        "value": 1,
        "more": false
      }
    }
  },
  "refusedRows": {
    "answer": {
      "fileName": "refused-4f9b27c0.csv",
      "text": "﻿name,groups,label,行,理由\r\n192.0.2.1,,,4,IPアドレスは登録できません\r\nNEW.example.jp,,,5,ファイル内で重複しています (2)\r\npаypal.com,,,6,別の文字で似せた名前です (paypal.com)\r\n"
    }
  },
  "undoImport": {
    "request": {},
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "state": "undone",
      "fileName": "names.csv",
      "encoding": "utf-8",
      "separator": "comma",
      "by": {
        "id": "00000000-0000-4000-8000-000000000002",
        "name": "守 関",
        "email": "hanako@example.jp"
      },
      "at": "2026-11-20T00:59:00.000Z",
      "appliedAt": "2026-11-20T00:59:00.000Z",
      "undoneAt": "2026-11-20T00:59:00.000Z",
      "counts": {
        "rows": 2,
        "add": 2,
        "exists": 0,
        "refused": 0
      },
      "newGroups": [
        "本社"
      ],
      "canUndo": false
    }
  },
  "assetConsequences": {
    "answer": {
      "assets": 1,
      "findings": 2,
      "names": [
        "www.mail-seki-1.example"
      ]
    }
  },
  "judgeAsset": {
    "request": {
      "state": "ignored"
    },
    "answer": {
      "assets": 1,
      "findings": 1
    }
  },
  "listAssets": {
    "answer": {
      "assets": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "domain": {
            "id": "00000000-0000-4000-8000-000000000002",
            "name": "shop.test"
          },
          "type": "service",
          "name": "127.126.1.1 443",
          "state": "not-ours",
          "grade": null,
          "addresses": [
            "127.126.1.1"
          ],
          "ports": [
            443
          ],
          "product": null,
          "version": null,
          "certificate": null,
          "foundBy": [
            {
              "source": "open-port",
              "at": "127.126.1.1",
              "evidence": "443"
            }
          ],
          "firstSeenAt": "2026-11-20T00:59:00.000Z",
          "lastSeenAt": "2026-11-20T00:59:00.000Z",
          "missingSince": null,
          "openFindings": 0
        },
        {
          "id": "00000000-0000-4000-8000-000000000003",
          "domain": {
            "id": "00000000-0000-4000-8000-000000000002",
            "name": "shop.test"
          },
          "type": "service",
          "name": "127.126.1.1 80",
          "state": "not-ours",
          "grade": null,
          "addresses": [
            "127.126.1.1"
          ],
          "ports": [
            80
          ],
          "product": null,
          "version": null,
          "certificate": null,
          "foundBy": [
            {
              "source": "open-port",
              "at": "127.126.1.1",
              "evidence": "80"
            }
          ],
          "firstSeenAt": "2026-11-20T00:59:00.000Z",
          "lastSeenAt": "2026-11-20T00:59:00.000Z",
          "missingSince": null,
          "openFindings": 0
        }
      ],
      "next": null,
      "count": {
        "value": 2,
        "more": false
      }
    }
  },
  "getOverview": {
    "answer": {
      "score": null,
      "grade": null,
      "history": [],
      "domains": {
        "all": 1,
        "diagnosed": 0,
        "byGrade": {
          "A": 0,
          "B": 0,
          "C": 0,
          "D": 0,
          "E": 0
        }
      },
      "open": {
        "critical": 0,
        "high": 0,
        "medium": 0,
        "low": 0,
        "info": 0
      },
      "since": null,
      "changes": {
        "newFindings": 0,
        "fixedFindings": 0,
        "newAssets": 0
      },
      "first": [
        {
          "tickets": [],
          "id": "00000000-0000-4000-8000-000000000001",
          "domain": {
            "id": "00000000-0000-4000-8000-000000000002",
            "name": "example.jp"
          },
          "check": "http-csp",
          "category": "http",
          "host": "www.example.jp",
          "port": null,
          "subject": null,
          "severity": "critical",
          "state": "open",
          "summary": {
            "ja": "なし",
            "en": "absent"
          },
          "title": {
            "ja": "コンテンツセキュリティポリシー（CSP）",
            "en": "Content Security Policy (CSP)"
          },
          "firstSeenAt": "2026-11-12T23:07:00.000Z",
          "lastSeenAt": "2026-11-12T23:07:00.000Z",
          "closedAt": null,
          "unconfirmedSince": null,
          "labels": [],
          "unconfirmed": false,
          "acceptedUntil": null,
          "assignee": null,
          "dueOn": "2026-11-20",
          "priority": {
            "value": 1000,
            "version": 1,
            "exploitation": "none",
            "exposure": [],
            "overdueWorkingDays": 1,
            "sentence": {
              "ja": "緊急。誰でも到達可能。期限を1営業日超過。",
              "en": "Critical, open to anyone, overdue by 1 working day."
            }
          },
          "points": 0,
          "cause": {
            "key": null,
            "version": 0,
            "findings": 1,
            "more": false,
            "domains": 1,
            "priority": 1000,
            "dueOn": "2026-11-20",
            "oneAssignee": true,
            "grade": {
              "now": null,
              "without": null,
              "next": null
            }
          }
        }
      ],
      "verdict": [
        {
          "ja": "期限超過が1件、最長1営業日です。人員か期限のご判断をお願いします。",
          "en": "1 overdue, by up to 1 working day: please assign people or set new dates."
        },
        {
          "ja": "1件中1件のドメインは未診断のため、安全とは言えません。",
          "en": "1 of 1 domains weren't scanned, so we can't call them safe."
        }
      ],
      "overdue": {
        "count": 1,
        "more": false,
        "longestWorkingDays": 1
      },
      "accepted": {
        "count": 1,
        "more": false,
        "next": [
          {
            "id": "00000000-0000-4000-8000-000000000003",
            "title": {
              "ja": "コンテンツセキュリティポリシー（CSP）",
              "en": "Content Security Policy (CSP)"
            },
            "host": "www.example.jp",
            "until": "2026-11-23T23:07:00.000Z"
          }
        ]
      },
      "months": {
        "now": {
          "new": {
            "value": 2,
            "more": false
          },
          "fixed": {
            "value": 1,
            "more": false
          }
        },
        "before": {
          "new": {
            "value": 1,
            "more": false
          },
          "fixed": {
            "value": 1,
            "more": false
          }
        }
      },
      "timeToFix": {
        "days": 11,
        "fixed": 2
      },
      "ages": [
        {
          "upToDays": 7,
          "count": {
            "value": 1,
            "more": false
          },
          "open": {
            "critical": 1,
            "high": 0,
            "medium": 0,
            "low": 0,
            "info": 0
          }
        },
        {
          "upToDays": 30,
          "count": {
            "value": 0,
            "more": false
          },
          "open": {
            "critical": 0,
            "high": 0,
            "medium": 0,
            "low": 0,
            "info": 0
          }
        },
        {
          "upToDays": 90,
          "count": {
            "value": 0,
            "more": false
          },
          "open": {
            "critical": 0,
            "high": 0,
            "medium": 0,
            "low": 0,
            "info": 0
          }
        }
      ],
      "waitingForProof": [
        {
          "id": "00000000-0000-4000-8000-000000000002",
          "name": "example.jp",
          "proof": "none"
        }
      ],
      "quota": {
        "limit": null,
        "used": 0,
        "renewsAt": "2026-11-30T15:00:00.000Z"
      },
      "checklist": {
        "domainAdded": true,
        "proved": false,
        "diagnosed": false
      }
    }
  },
  "search": {
    "answer": {
      "results": [
        {
          "kind": "person",
          "id": "00000000-0000-4000-8000-000000000001",
          "text": "守 関",
          "detail": "hanako@example.jp"
        }
      ]
    }
  },
  "listColleagues": {
    "answer": {
      "people": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "name": "守 関",
          "email": "hanako@example.jp"
        }
      ]
    }
  },
  "listReports": {
    "answer": {
      "reports": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "scope": {
            "kind": "view",
            "list": "findings",
            "name": "The boss's",
            "query": {
              "severity": "high"
            }
          },
          "form": "json",
          "language": "ja",
          "from": "2026-10-01",
          "to": "2026-11-30",
          "state": "waiting",
          "progress": 0,
          "problem": null,
          "requestedBy": {
            "id": "00000000-0000-4000-8000-000000000002",
            "name": "守 関",
            "email": "hanako@example.jp"
          },
          "requestedAt": "2026-11-20T00:59:00.000Z",
          "finishedAt": null,
          "expiresAt": "2027-02-18T00:59:00.000Z",
          "file": null
        },
        {
          "id": "00000000-0000-4000-8000-000000000003",
          "scope": {
            "kind": "view",
            "list": "domains",
            "name": "The boss's",
            "query": {
              "grade": "D,none",
              "sort": "name",
              "columns": "grade"
            }
          },
          "form": "json",
          "language": "ja",
          "from": "2026-10-01",
          "to": "2026-11-30",
          "state": "ready",
          "progress": 100,
          "problem": null,
          "requestedBy": {
            "id": "00000000-0000-4000-8000-000000000002",
            "name": "守 関",
            "email": "hanako@example.jp"
          },
          "requestedAt": "2026-11-20T00:59:00.000Z",
          "finishedAt": "2026-11-20T00:59:00.000Z",
          "expiresAt": "2027-02-18T00:59:00.000Z",
          "file": {
            "name": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2z.json",
            "bytes": 9890
          }
        },
        {
          "id": "00000000-0000-4000-8000-000000000004",
          "scope": {
            "kind": "all"
          },
          "form": "pdf",
          "language": "ja",
          "from": "2026-10-01",
          "to": "2026-11-30",
          "state": "ready",
          "progress": 100,
          "problem": null,
          "requestedBy": {
            "id": "00000000-0000-4000-8000-000000000002",
            "name": "守 関",
            "email": "hanako@example.jp"
          },
          "requestedAt": "2026-11-20T00:59:00.000Z",
          "finishedAt": "2026-11-20T00:59:00.000Z",
          "expiresAt": "2027-02-18T00:59:00.000Z",
          "file": {
            "name": "47fcy2zvrm5jnkq1d0t86sxw3p9bhg47fcy2z.pdf",
            "bytes": 95172
          }
        }
      ],
      "next": null,
      "count": {
        "value": 7,
        "more": false
      }
    }
  },
  "requestReport": {
    "request": {
      "scope": {
        "kind": "view",
        "id": "00000000-0000-4000-8000-000000000001"
      },
      "form": "json",
      "language": "ja",
      "from": "2026-10-01",
      "to": "2026-11-30"
    },
    "answer": {
      "id": "00000000-0000-4000-8000-000000000002",
      "scope": {
        "kind": "view",
        "list": "domains",
        "name": "The boss's",
        "query": {
          "grade": "D,none",
          "sort": "name",
          "columns": "grade"
        }
      },
      "form": "json",
      "language": "ja",
      "from": "2026-10-01",
      "to": "2026-11-30",
      "state": "waiting",
      "progress": 0,
      "problem": null,
      "requestedBy": {
        "id": "00000000-0000-4000-8000-000000000003",
        "name": "守 関",
        "email": "hanako@example.jp"
      },
      "requestedAt": "2026-11-20T00:59:00.000Z",
      "finishedAt": null,
      "expiresAt": "2027-02-18T00:59:00.000Z",
      "file": null
    }
  },
  "cancelRun": {
    "request": {},
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "domain": {
        "id": "00000000-0000-4000-8000-000000000002",
        "name": "q0-a55539b1.example.jp"
      },
      "kind": "manual",
      "state": "cancelled",
      "phase": "done",
      "version": 2,
      "done": 0,
      "total": 0,
      "queuedAt": "2026-11-20T01:03:00.000Z",
      "startedAt": null,
      "finishedAt": "2026-11-20T01:03:00.000Z",
      "startedBy": {
        "id": "00000000-0000-4000-8000-000000000003",
        "name": "守 関",
        "email": "hanako@example.jp"
      },
      "score": null,
      "grade": null,
      "scoreVersion": null,
      "newFindings": 0,
      "closedFindings": 0,
      "problem": "cancelled-in-queue"
    }
  },
  "compareRuns": {
    "answer": {
      "from": {
        "id": "00000000-0000-4000-8000-000000000001",
        "domain": {
          "id": "00000000-0000-4000-8000-000000000002",
          "name": "shop.test"
        },
        "kind": "manual",
        "state": "finished",
        "phase": "done",
        "version": 6,
        "done": 240,
        "total": 240,
        "queuedAt": "2026-11-20T00:59:00.000Z",
        "startedAt": "2026-11-20T00:59:00.000Z",
        "finishedAt": "2026-11-20T00:59:00.000Z",
        "startedBy": {
          "id": "00000000-0000-4000-8000-000000000003",
          "name": "守 関",
          "email": "hanako@example.jp"
        },
        "score": 61,
        "grade": "C",
        "scoreVersion": "3.1",
        "newFindings": 14,
        "closedFindings": 0,
        "problem": null
      },
      "to": {
        "id": "00000000-0000-4000-8000-000000000004",
        "domain": {
          "id": "00000000-0000-4000-8000-000000000002",
          "name": "shop.test"
        },
        "kind": "manual",
        "state": "finished",
        "phase": "done",
        "version": 7,
        "done": 240,
        "total": 240,
        "queuedAt": "2026-11-20T00:59:00.000Z",
        "startedAt": "2026-11-20T00:59:00.000Z",
        "finishedAt": "2026-11-20T00:59:00.000Z",
        "startedBy": {
          "id": "00000000-0000-4000-8000-000000000003",
          "name": "守 関",
          "email": "hanako@example.jp"
        },
        "score": 62,
        "grade": "C",
        "scoreVersion": "3.1",
        "newFindings": 0,
        "closedFindings": 5,
        "problem": null
      },
      "scoreVersionChanged": false,
      "changes": [
        {
          "kind": "disappeared",
          "finding": "00000000-0000-4000-8000-000000000005",
          "check": "http-csp",
          "host": "shop.test",
          "summary": {
            "ja": "CSPが設定されていません。",
            "en": "No CSP is set."
          },
          "severity": null,
          "before": "medium",
          "inForce": null,
          "state": "fixed"
        },
        {
          "kind": "disappeared",
          "finding": "00000000-0000-4000-8000-000000000006",
          "check": "http-hsts",
          "host": "shop.test",
          "summary": {
            "ja": "HSTSが設定されていません。",
            "en": "HSTS is not set."
          },
          "severity": null,
          "before": "medium",
          "inForce": null,
          "state": "fixed"
        },
        {
          "kind": "disappeared",
          "finding": "00000000-0000-4000-8000-000000000007",
          "check": "http-frame",
          "host": "shop.test",
          "summary": {
            "ja": "どのサイトの枠内にも表示できます。",
            "en": "Any site can show the page in a frame."
          },
          "severity": null,
          "before": "medium",
          "inForce": null,
          "state": "fixed"
        }
      ]
    }
  },
  "getRun": {
    "answer": {
      "id": "00000000-0000-4000-8000-000000000001",
      "domain": {
        "id": "00000000-0000-4000-8000-000000000002",
        "name": "shop-1.example.jp"
      },
      "kind": "manual",
      "state": "finished",
      "phase": "done",
      "version": 3,
      "done": 0,
      "total": 0,
      "queuedAt": "2026-12-10T00:59:00.000Z",
      "startedAt": "2026-12-10T00:59:00.000Z",
      "finishedAt": "2026-12-10T00:59:00.000Z",
      "startedBy": {
        "id": "00000000-0000-4000-8000-000000000003",
        "name": "守 関",
        "email": "hanako@example.jp"
      },
      "score": 89,
      "grade": "A",
      "scoreVersion": "3.1",
      "newFindings": 10,
      "closedFindings": 0,
      "problem": null
    }
  },
  "listRuns": {
    "answer": {
      "runs": [],
      "next": null,
      "count": {
        "value": 0,
        "more": false
      }
    }
  },
  "startRun": {
    "request": {
      "domain": "00000000-0000-4000-8000-000000000001"
    },
    "answer": {
      "run": {
        "id": "00000000-0000-4000-8000-000000000002",
        "domain": {
          "id": "00000000-0000-4000-8000-000000000001",
          "name": "shop-1.example.jp"
        },
        "kind": "manual",
        "state": "queued",
        "phase": "waiting",
        "version": 1,
        "done": 0,
        "total": 0,
        "queuedAt": "2026-12-10T00:59:00.000Z",
        "startedAt": null,
        "finishedAt": null,
        "startedBy": {
          "id": "00000000-0000-4000-8000-000000000003",
          "name": "守 関",
          "email": "hanako@example.jp"
        },
        "score": null,
        "grade": null,
        "scoreVersion": null,
        "newFindings": 0,
        "closedFindings": 0,
        "problem": null
      },
      "quota": {
        "limit": 5,
        "used": 1,
        "renewsAt": "2026-12-31T15:00:00.000Z"
      }
    }
  },
  "listTicketSystems": {
    "answer": {
      "systems": [
        {
          "id": "00000000-0000-4000-8000-000000000001",
          "kind": "backlog",
          "label": "y",
          "origin": "https://application.example.jp",
          "project": "SITE",
          "issueType": "バグ",
          "language": "en",
          "author": "Karte連携",
          "createdAt": "2026-11-20T01:00:00.000Z",
          "createdBy": {
            "id": "00000000-0000-4000-8000-000000000002",
            "name": "守 関",
            "email": "hanako@example.jp"
          },
          "heardAt": "2026-11-20T01:00:00.000Z",
          "problem": "answer",
          "webhook": null
        }
      ]
    }
  },
  "makeTickets": {
    "request": {
      "findings": [
        "00000000-0000-4000-8000-000000000001"
      ],
      "system": "00000000-0000-4000-8000-00000000000a"
    },
    "answer": {
      "made": 1,
      "unchanged": 0
    }
  }
};
