import { z } from 'zod'

// Zod probes for `new Function`, which the content security policy reports; this module is imported before any schema.
z.config({ jitless: true })
