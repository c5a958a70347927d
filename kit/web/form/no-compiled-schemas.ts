// The schema library must not try to compile code: the content security policy forbids it, and the
// attempt alone is reported in the console. Pages load the library when a form needs it; it reads
// its configuration from here, wherever it is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
