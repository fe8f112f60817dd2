import { sources } from '@dooryard/contract/data/sources/sources'
import { user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { callOk } from './journey.ts'

/** A shipped source is read, saved as a version, exported and imported again. */
export async function sourceJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  await callOk(as, sources.schema)
  await callOk(as, sources.list)
  const params = { source: 'philadelphia-pa' }
  const { document, version } = await callOk(as, sources.get, { params })
  await callOk(as, sources.save, { params, body: { document: { ...document, notes: 'Read by hand' }, version } })
  await callOk(as, sources.version, { params: { ...params, version: version + 1 } })
  await callOk(as, sources.export, { params })
  await callOk(as, sources.import, { body: new Blob([JSON.stringify({ ...document, notes: 'Read twice' })]) })
}
