import { composeTasks } from '../../../compose/jobs.ts'
import type { Services } from '../../../platform/context.ts'
import type { Task } from '../../../platform/jobs/jobs.ts'
import type { ContactVendor } from '../../contacts/index.ts'

/** Points at which a worker can be stopped, in the order they occur. */
export const stopPoints = [
  'begun',
  'leads chosen',
  'vendor about to be asked',
  'vendor asked',
  'file about to be written',
  'file written',
  'order done',
] as const
export type StopPoint = (typeof stopPoints)[number]

type ReachPoint = (point: StopPoint) => Promise<void>

const noInvoices = { seller: [], tax: { name: '', rate: 0 } }

/**
 * All services and tasks of a worker; they wait at each point until `reach` resolves. Owners are traced in batches of
 * `batchSize`, two at a time.
 */
export function createStoppableWorker(services: Services, reach: ReachPoint, { batchSize = 100 } = {}) {
  const stoppable = createStoppableServices(services, reach)
  const unused = { deliver: async () => undefined, billing: { provider: null, invoicing: noInvoices } }
  const all: Record<string, Task> = composeTasks(stoppable, {
    ...unused,
    contacts: { vendor: createStoppableVendor(reach, batchSize) },
  })
  const tasks = Object.entries(all).map(([name, task]) => {
    const work: Task = async (payload, run) => {
      await reach('begun')
      await task(payload, run)
      await reach('order done')
    }
    return [name, work] as const
  })
  return { services: stoppable, tasks: Object.fromEntries(tasks) }
}

const createStoppableServices = ({ clickhouse, files, ...services }: Services, reach: ReachPoint): Services => ({
  ...services,
  clickhouse: {
    ...clickhouse,
    rows: async (sql, params, options) => {
      const rows = await clickhouse.rows<never>(sql, params, options)
      // The only statement that selects leads.
      if (sql.includes('cityHash64(property_id')) await reach('leads chosen')
      return rows
    },
  },
  files: {
    ...files,
    write: async (key, content) => {
      await reach('file about to be written')
      await files.write(key, content)
      await reach('file written')
    },
  },
})

/** Knows a phone of every second owner, in an area code that the demo registry covers. */
const createStoppableVendor = (reach: ReachPoint, batchSize: number): ContactVendor => ({
  name: 'Test vendor',
  batchSize,
  dailyLimit: 1_000_000,
  longestTryMs: 1_000,
  ask: async (owners) => {
    await reach('vendor about to be asked')
    const known = owners.filter(({ ownerKey }) => Number(ownerKey.slice(-1)) % 2 === 0)
    const phone = (ownerKey: string) => `61555501${ownerKey.slice(-2).padStart(2, '0')}`
    const found = known.map(
      ({ ownerKey }) => [ownerKey, [{ kind: 'PHONE', value: phone(ownerKey), lineType: 'MOBILE' }]] as const,
    )
    await reach('vendor asked')
    return new Map(found)
  },
})
