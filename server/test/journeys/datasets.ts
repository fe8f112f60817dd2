import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { datasets } from '@dooryard/contract/data/datasets/datasets'
import { makeRollFile } from '../../modules/properties/rolls/uploads.fixture.ts'
import { user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { callOk, pollUntil } from './journey.ts'

/** A county dataset is kept fresh: planned, refreshed, asked about, rejected, accepted, rolled back and stopped. */
export async function datasetJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  const { items } = await callOk(as, datasets.list)
  const { id = '', sourceFiles = [] } = items.find(({ isGenerated }) => !isGenerated) ?? {}
  const params = { id }
  const locations = sourceFiles.map((file) => ({ file, location: 'anytown-*.csv' }))
  const publish = async (name: string, parcels: number) => {
    const folder = join(portal.folder, 'import')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, name), makeRollFile(parcels))
  }
  await publish('anytown-1.csv', 5)
  await callOk(as, datasets.plan, { params, body: { locations, schedule: { every: 'WEEK', weekday: 1, hour: 6 } } })
  const settle = () =>
    pollUntil(
      () => callOk(as, datasets.get, { params }),
      ({ isRefreshing }) => !isRefreshing,
    )
  // A file that was rejected is not asked about again.
  for (const [decide, parcels] of [[datasets.reject, 5] as const, [datasets.accept, 4] as const]) {
    await publish('anytown-1.csv', parcels)
    await callOk(as, datasets.refresh, { params })
    await settle()
    await callOk(as, decide, { params })
    await settle()
  }
  await callOk(as, datasets.rollBack, { params })
  await settle()
  await callOk(as, datasets.versions, { params })
  await callOk(as, datasets.history)
  await callOk(as, datasets.stop, { params })
}
