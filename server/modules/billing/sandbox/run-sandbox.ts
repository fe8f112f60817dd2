import type { BillingServices } from '../billing-context.ts'
import { inSandbox } from './in-sandbox.ts'

/** Does what has fallen due by the clock of the sandbox as time went by. */
export async function runSandbox(services: BillingServices): Promise<void> {
  if (services.provider?.name !== 'SANDBOX') return
  // All work in the sandbox begins with what has fallen due.
  await inSandbox(services, async () => undefined)
}
