/**
 * The command of an artefact: becomes the runtime beside it, so that signals reach the right process.
 *
 * @param options of the runtime, as `cli/runtime-options.json` has them
 */
export const launcher = (options: readonly string[]): string => `#!/bin/sh
# Found by what it really is, so that a link to it works, also one that changes while it runs.
self=$(readlink -f "$0")
root=\${self%/bin/sekimori}
exec "$root/node/bin/node" ${options.join(" ")} "$root/app/sekimori.js" "$@"
`;
