// Zod probes for `new Function`, which the content security policy reports. It reads this setting when it is first
// loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
