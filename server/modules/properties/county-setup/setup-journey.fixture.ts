import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { EndpointOutput } from '@dooryard/contract/api/endpoint'
import { rolls } from '@dooryard/contract/data/rolls'
import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import { createZip } from '../../../platform/files/write/zip-writer.ts'
import { user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'

/** Generated rows in the shape of a county's file: coined names, streets that do not exist. */
export function makeParcels(rows: number, { from = 0, header = parcelHeader } = {}): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const number = from + at
    const apn = `0${String(410_000_000 + number * 37)}`
    const price = 180_000 + (number % 90) * 2_500
    return [
      ...[apn, `${100 + number} EXAMPLE ORCHARD LN`, 'NASHVILLE', '37209', `TESTWELL AVERY ${number}`],
      ...[`${number + 1} SAMPLE PLAZA`, 'FRANKLIN', 'TN', '37064', String(1950 + (number % 60))],
      ...[String(1_100 + (number % 70) * 20), String(price), '2024-03-02', String(price), 'SINGLE FAMILY'],
      ...[(36.16 + (number % 50) / 1_000).toFixed(5), (-86.78 - (number % 40) / 1_000).toFixed(5)],
    ].join(',')
  })
  return `${header}\n${lines.join('\n')}\n`
}

export const parcelHeader =
  'PARCEL_ID,SITUS_ADDR,SITUS_CITY,SITUS_ZIP,OWNER1,MAIL_ADDR,MAIL_CITY,MAIL_STATE,MAIL_ZIP,YR_BLT,LIV_AREA,' +
  'MKT_VAL,SALE_DATE,SALE_PRICE,USE_DESC,LATITUDE,LONGITUDE'

type Setup = EndpointOutput<typeof countySetups.get>

/** An administrator with a setup of Davidson County, and the steps of the wizard. */
export async function createSetupAdmin(portal: Portal) {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { as } = admin
  const create = async (body = { name: 'Davidson County, assessor', countyFips: '47037' }) =>
    (await as.call(countySetups.create, { body })).body
  const upload = (id: string, content: string | Uint8Array<ArrayBuffer>, fileName = 'parcels.csv') =>
    as.call(countySetups.upload, { params: { id }, query: { fileName }, body: new Blob([content]) })
  /** Follows the stream of a setup until something is true of it. */
  const waitFor = async (id: string, isReached: (setup: Setup) => boolean): Promise<Setup> => {
    const stream = await as.watch(countySetups.watch, { params: { id } })
    for (;;) {
      const setup = await stream.next()
      if (!setup || !isReached(setup)) continue
      stream.close()
      return setup
    }
  }
  const waitForProposal = (id: string) =>
    waitFor(
      id,
      ({ files, proposal }) =>
        files.every(({ status }) => status === 'READY' || status === 'FAILED') && proposal.status !== 'RUNNING',
    )
  const check = async (id: string) => {
    const { documentVersion: version } = (await as.call(countySetups.get, { params: { id } })).body
    await as.call(countySetups.startCheck, { params: { id }, body: { version } })
    await waitFor(id, (setup) => !['QUEUED', 'RUNNING'].includes(setup.check?.status ?? 'QUEUED'))
    return (await as.call(countySetups.check, { params: { id } })).body
  }
  const waitForImport = async (id: string) => {
    const stream = await as.watch(rolls.watchImport, { params: { id } })
    for (;;) {
      const event = await stream.next()
      if (event && ['QUEUED', 'RUNNING'].includes(event.status)) continue
      stream.close()
      return event
    }
  }
  const readDocument = async (id: string) => {
    const { document } = (await as.call(countySetups.document, { params: { id } })).body
    if (!document) throw new Error('the setup has no document')
    return document
  }
  /** Makes imports wait, as for one that takes minutes. */
  const holdImports = (isHeld: boolean) =>
    portal.pool.query(
      `insert into graphile_worker._private_job_queues as q (queue_name, locked_at, locked_by)
       values ('roll-imports', $1::timestamptz, case when $1::timestamptz is not null then 'another worker' end)
       on conflict (queue_name) do update set locked_at = excluded.locked_at, locked_by = excluded.locked_by`,
      [isHeld ? new Date() : null],
    )
  return { ...admin, create, upload, waitFor, waitForProposal, check, waitForImport, holdImports, readDocument }
}

const makeBuildings = (rows: number, header = 'PARCEL_ID,BUILT,ROOMS') =>
  `${header}\n${makeParcels(rows)
    .split('\n')
    .slice(1, -1)
    .map((line, at) => `${line.split(',')[0]},${1950 + (at % 60)},${2 + (at % 4)}`)
    .join('\n')}\n`

/** An archive of parcels and their buildings. */
export const makeArchive = async (rows: number, buildings?: string) =>
  new Uint8Array(
    await buffer(
      createZip(
        [
          { name: 'parcels.csv', content: Readable.from(makeParcels(rows)) },
          { name: 'buildings.csv', content: Readable.from(makeBuildings(rows, buildings)) },
        ],
        new Date('2026-11-02T12:00:00Z'),
      ),
    ),
  )
