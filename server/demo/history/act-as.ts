import { Role } from '@dooryard/contract/api/roles'
import { findUserByEmail } from '../../modules/identity/index.ts'
import type { Context } from '../../platform/context.ts'
import { newId, newRequestId } from '../../platform/util/ids.ts'
import type { HistoryServices } from './history-step.ts'

export type HistoryContext = HistoryServices & Context

/** Addresses of this network belong to nobody. */
const browser = {
  ipAddress: '203.0.113.24',
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
}

/** The context of a call that a user makes at the time of the step. */
export async function actAs(services: HistoryServices, email: string): Promise<HistoryContext> {
  const user = await findUserByEmail(services.db, email)
  if (!user || user.closedAt) throw new Error(`${email} has no account`)
  return {
    ...services,
    requestId: newRequestId(services.clock.now().getTime()),
    caller: browser,
    signal: new AbortController().signal,
    actor: { userId: user.id, role: Role.parse(user.role), sessionId: newId() },
  }
}
