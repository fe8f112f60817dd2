import { dayMs } from '@dooryard/contract/api/time'
import { type Dataset, datasets } from '@dooryard/contract/data/datasets/datasets'
import type { RefreshPlan } from '@dooryard/contract/data/datasets/refresh-plans'
import { rolls } from '@dooryard/contract/data/rolls'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { addJob } from '../../../../platform/jobs/jobs.ts'
import { createOutbound } from '../../../../platform/outbound/outbound.ts'
import { type Portal, testPortal } from '../../../../test/portal.ts'
import { createRollAdmin } from '../uploads.fixture.ts'
import { makeFile, makeParcels } from './parcels.fixture.ts'
import { publishFile } from './published-file.fixture.ts'
import { refreshFromLocations } from './refresh-from-locations.ts'
import { refreshJob, toRefreshJobKey } from './refreshes.queries.ts'

const waiting = { timeout: 50_000, interval: 100 }

/** An administrator who loads a county and keeps it fresh; jobs are run by the worker of the portal. */
export async function createDatasetAdmin(portal: Portal, name: string) {
  const admin = await createRollAdmin(portal)
  const find = async (): Promise<Dataset> => {
    const { items } = (await admin.as.call(datasets.list, { query: { limit: 100 } })).body
    const found = items.find((one) => one.name === name)
    if (!found) throw new Error(`${name} is not loaded`)
    return found
  }
  const params = async () => ({ id: (await find()).id })
  const settled = async () => {
    await vi.waitFor(async () => expect((await find()).isRefreshing).toBe(false), waiting)
    return find()
  }
  return {
    ...admin,
    name,
    find,
    settled,
    load: async (content: string) => {
      const { body } = await admin.upload(content, { name })
      const status = async () => (await admin.as.call(rolls.importOf, { params: { id: body.id } })).body.status
      await vi.waitFor(async () => expect(await status()).toBe('LOADED'), waiting)
    },
    plan: async (location: string, schedule: RefreshPlan['schedule'] = null) =>
      admin.as.call(datasets.plan, {
        params: await params(),
        body: { locations: [{ file: 'file', location }], schedule },
      }),
    refresh: async () => {
      const reply = await admin.as.call(datasets.refresh, { params: await params() })
      expect(reply.status).toBe(202)
      return settled()
    },
    refreshInShell: async () => {
      const outbound = createOutbound({ allowPrivate: true })
      const { now } = portal.clock
      const remote = { outbound, importDir: portal.folder, maxFileBytes: 1_000_000, now }
      const { source } = await find()
      return refreshFromLocations(portal.services, remote, { source, trigger: 'SHELL' }).finally(outbound.close)
    },
    decide: async (call: typeof datasets.accept | typeof datasets.reject | typeof datasets.rollBack) =>
      admin.as.call(call, { params: await params() }),
    history: async () => (await admin.as.call(datasets.versions, { params: await params() })).body.items,
    /** Its refresh was due this many days ago. */
    makeDue: async (days = 1) => {
      const nextRunAt = new Date(portal.clock.now().getTime() - days * dayMs)
      const { source } = await find()
      await portal.db.updateTable('datasetRefreshes').set({ nextRunAt }).where('source', '=', source).execute()
    },
    /** While a version that was accepted waits for its turn to be loaded. */
    whileQueued: async (work: () => Promise<unknown>) => {
      const { source } = await find()
      const jobKey = toRefreshJobKey(source)
      await addJob(portal.db, refreshJob, { source, action: 'ACCEPT' }, { jobKey, delayMs: dayMs })
      await work()
      await sql`select graphile_worker.remove_job(${jobKey})`.execute(portal.db)
    },
    countParcels: async () => {
      const { source } = await find()
      const [row] = await portal.services.clickhouse.rows<{ parcels: string }>(
        'select count() as parcels from properties where source = {source:String}',
        { source },
      )
      return Number(row?.parcels)
    },
  }
}

export type DatasetAdmin = Awaited<ReturnType<typeof createDatasetAdmin>>

/** A portal with a worker, and a server that publishes one file. */
export async function openPortalWithPublishedFile() {
  const [portal, published] = await Promise.all([testPortal({ worker: true }), publishFile()])
  let nth = 0
  return {
    portal,
    published,
    /** Loads a county of its own for each test, of twenty parcels, which is refreshed from the published file. */
    loadCounty: async (): Promise<DatasetAdmin> => {
      nth += 1
      const county = await createDatasetAdmin(portal, `Anytown ${nth}, assessor`)
      for (const table of ['properties', 'transfers', 'sales'])
        await portal.services.clickhouse.run(`truncate table ${table}`)
      await county.load(makeFile(makeParcels(20)))
      published.serve(makeFile(makeParcels(20)))
      await county.plan(published.url)
      published.requests.length = 0
      return county
    },
    close: async () => {
      await portal.close()
      published.close()
    },
  }
}
