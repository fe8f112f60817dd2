import { createHmac } from 'node:crypto'
import type { Services } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { addJob } from '../../../platform/jobs.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { runDue } from './run-due.ts'
import { clockAhead, findObject, lockClock, saveObject } from './sandbox.queries.ts'
import type { SandboxKind, SandboxObject, SandboxObjectOf } from './sandbox-objects.ts'

export const deliverEventJob = 'deliver-sandbox-event'

/** The sandbox as whoever holds its lock sees it, at an instant of its clock. */
export type Box = {
  db: Db
  now: Date
  /** The same at another instant. */
  at: (instant: Date) => Box
  /** How far its clock is ahead of ours. */
  aheadMs: number
  idOf: IdOf
  find: <Kind extends SandboxKind>(kind: Kind, id: string) => Promise<SandboxObjectOf<Kind>>
  /** Keeps an object, and tells of it where the change has a name. */
  save: (object: SandboxObject, event?: string) => Promise<void>
}

const prefixes: Record<SandboxKind, string> = {
  CUSTOMER: 'cus',
  SESSION: 'cs',
  SUBSCRIPTION: 'sub',
  INVOICE: 'in',
  PAYMENT: 'py',
}

const kindsInEvents: Record<SandboxKind, string> = {
  CUSTOMER: 'OTHER',
  SESSION: 'CHECKOUT',
  SUBSCRIPTION: 'SUBSCRIPTION',
  INVOICE: 'INVOICE',
  PAYMENT: 'PAYMENT',
}

type IdOf = (kind: SandboxKind, cause: string) => string

/**
 * The id of what is made for a cause: always the same, so that nothing is made twice, and not to be guessed, since
 * whoever knows that of a session may pay it.
 */
const idsOf =
  ({ secrets }: Pick<Services, 'secrets'>): IdOf =>
  (kind, cause) => {
    const hash = createHmac('sha256', secrets.derive('sandbox ids')).update(`${kind} ${cause}`).digest('hex')
    return `${prefixes[kind]}_sandbox_${hash.slice(0, 32)}`
  }

/** What time it is for the sandbox. */
export const sandboxNow = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Date> =>
  new Date(clock.now().getTime() + (await clockAhead(db)))

export async function findOne<Kind extends SandboxKind>(db: Db, kind: Kind, id: string) {
  const object = await findObject(db, kind, id)
  if (!object) throw notFound(kind === 'SESSION' ? 'The purchase' : `The sandbox's ${kind.toLowerCase()} ${id}`)
  return object
}

/**
 * Does one thing in the sandbox: its changes and the events of them commit together. Everybody waits for one lock, and
 * what has fallen due is done first, so things happen once and in the order of time.
 */
export const inSandbox = <T>(services: Services, work: (box: Box) => Promise<T>): Promise<T> =>
  inTransaction(services, async ({ db, clock }) => {
    const aheadMs = await lockClock(db)
    const now = new Date(clock.now().getTime() + aheadMs)
    const idOf = idsOf(services)
    const at = (instant: Date): Box => ({
      db,
      now: instant,
      at,
      aheadMs,
      idOf,
      find: (kind, id) => findOne(db, kind, id),
      save: async (object, event) => {
        await saveObject(db, object, instant)
        if (event) await tell(db, instant, event, object)
      },
    })
    const box = at(now)
    await runDue(box, now)
    return work(box)
  })

async function tell(db: Db, now: Date, type: string, { kind, id, ...rest }: SandboxObject) {
  const customer = 'customerId' in rest ? rest.customerId : id
  const object = { kind: kindsInEvents[kind], id, customer }
  const event = { id: `evt_sandbox_${newId()}`, type, created: now.toISOString(), data: { object } }
  // In no queue: nobody may count on the order in which events come.
  await addJob(db, deliverEventJob, { text: JSON.stringify(event) })
}
