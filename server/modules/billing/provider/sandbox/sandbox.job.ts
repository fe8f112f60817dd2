import { z } from 'zod'
import type { Task } from '../../../../platform/jobs/jobs.ts'
import type { BillingServices } from '../../billing-context.ts'
import { receiveEvent } from '../../events/receive-event.ts'
import { deliverEventJob, withSandboxLock } from './sandbox-context.ts'
import { signatureHeader, signEvent } from './sign-event.ts'

const Payload = z.object({ text: z.string() })

/** Delivers sandbox events to the portal, signed anew on every attempt, until they are received. */
export const sandboxTasks = (services: BillingServices): Record<string, Task> => ({
  [deliverEventJob]: async (payload) => {
    // Left over from before another provider replaced the sandbox: its signature would be refused.
    if (services.provider?.name !== 'SANDBOX') return
    const { text } = Payload.parse(payload)
    const signature = signEvent(services, text)
    const header = (name: string) => (name.toLowerCase() === signatureHeader ? signature : undefined)
    await receiveEvent(services, { text, header })
  },
})

/** Runs what has fallen due by the sandbox clock; every sandbox operation starts with that. */
export async function runSandbox(services: BillingServices): Promise<void> {
  if (services.provider?.name === 'SANDBOX') await withSandboxLock(services, async () => undefined)
}
