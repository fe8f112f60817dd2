import { composeTasks } from '../../compose.ts'
import type { Services } from '../../platform/context.ts'
import type { Task } from '../../platform/jobs.ts'
import type { ContactVendor } from '../contacts/index.ts'

/** Where a worker can be told to stop dead, in the order in which an order comes to them. */
export const points = [
  'begun',
  'leads chosen',
  'vendor about to be asked',
  'vendor asked',
  'file about to be written',
  'file written',
  'order done',
] as const
export type Point = (typeof points)[number]

type Reach = (point: Point) => Promise<void>

const noInvoices = { seller: [], tax: { name: '', rate: 0 } }

/**
 * All that workers do, as services and tasks that wait at each point until `reach` resolves. Owners are asked about in
 * batches of `batchSize`, two at a time.
 */
export function stoppingWorker(services: Services, reach: Reach, { batchSize = 100 } = {}) {
  const stopping = stoppingServices(services, reach)
  const unused = { deliver: async () => undefined, billing: { provider: null, invoicing: noInvoices } }
  const all: Record<string, Task> = composeTasks(stopping, {
    ...unused,
    contacts: { vendor: stoppingVendor(reach, batchSize) },
  })
  const tasks = Object.entries(all).map(([name, task]) => {
    const work: Task = async (payload, run) => {
      await reach('begun')
      await task(payload, run)
      await reach('order done')
    }
    return [name, work] as const
  })
  return { services: stopping, tasks: Object.fromEntries(tasks) }
}

const stoppingServices = ({ clickhouse, files, ...services }: Services, reach: Reach): Services => ({
  ...services,
  clickhouse: {
    ...clickhouse,
    rows: async (sql, params, options) => {
      const rows = await clickhouse.rows<never>(sql, params, options)
      // The one statement that draws leads.
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

/** Knows a phone of every second owner, in an area code that the demo's registry covers. */
const stoppingVendor = (reach: Reach, batchSize: number): ContactVendor => ({
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
