import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolls } from '@dooryard/contract/data/rolls'
import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import { makeParcels } from '../../modules/properties/county-setup/setup-journey.fixture.ts'
import { user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { callOk, pollUntil } from './journey.ts'

/** Every call of the wizard, from an empty setup to the import. */
export async function countySetupJourney(portal: Portal): Promise<void> {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  await mkdir(join(portal.folder, 'import'), { recursive: true })
  await writeFile(join(portal.folder, 'import/parcels.csv'), makeParcels(20))
  await callOk(as, countySetups.importFolder)
  const { id } = await callOk(as, countySetups.create, { body: { name: 'Davidson County', countyFips: '47037' } })
  const params = { id }
  await callOk(as, countySetups.list)
  await callOk(as, countySetups.change, { params, body: { name: 'Davidson County, assessor' } })
  await callOk(as, countySetups.upload, {
    ...{
      params,
      query: { fileName: 'parcels.csv' },
      body: new Blob([`${makeParcels(30)},9 EXAMPLE LN${','.repeat(15)}`]),
    },
  })
  await callOk(as, countySetups.addServerFile, { params, body: { path: 'parcels.csv' } })
  await callOk(as, countySetups.download, { params, body: { url: `${portal.url}/v1/about` } })
  const settle = () =>
    pollUntil(
      () => callOk(as, countySetups.get, { params }),
      ({ files, tables, proposal }) =>
        files.every(({ status }) => status === 'READY' || status === 'FAILED') &&
        tables.every(({ isReading }) => !isReading) &&
        proposal.status !== 'RUNNING',
    )
  const { files } = await settle()
  for (const { id: fileId } of files.slice(1)) await callOk(as, countySetups.removeFile, { params: { id, fileId } })
  const table = { id, tableId: 'parcels' }
  await callOk(as, countySetups.changeTable, { params: table, body: { choices: { delimiter: ',' }, isMain: true } })
  await callOk(as, countySetups.tableRows, { params: table })
  const { documentVersion: version } = await settle()
  await callOk(as, countySetups.proposal, { params })
  await callOk(as, countySetups.applyProposal, { params, body: { version } })
  const { document, ...found } = await callOk(as, countySetups.document, { params })
  const body = { document: { ...document } }
  await callOk(as, countySetups.preview, { params, body })
  await callOk(as, countySetups.uses, { params, body })
  const saved = await callOk(as, countySetups.saveDocument, { params, body: { ...body, version: found.version } })
  const start = { params, body: { version: saved.version } }
  await callOk(as, countySetups.startCheck, start)
  await callOk(as, countySetups.cancelCheck, { params })
  await callOk(as, countySetups.startCheck, start)
  await pollUntil(
    () => callOk(as, countySetups.check, { params }),
    ({ status }) => /DONE|FAILED/.test(status),
  )
  await callOk(as, countySetups.rejects, { params })
  // Another journey may have loaded the county.
  const chosen = { params, body: { ...start.body, sameCounty: 'KEEP' } } as const
  const imported = await callOk(as, countySetups.import, chosen)
  await as.call(rolls.cancel, { params: { id: imported.id } })
  await callOk(as, countySetups.remove, { params })
}
