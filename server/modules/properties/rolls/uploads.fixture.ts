import { rolls } from '@dooryard/contract/data/rolls'
import { type TestUser, user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'

const header = 'apn,county_fips,address,city,zip,owner_1,year_built,market_value'

/** A line of a file with our own headers. */
export const makeRollRow = (parcel: string) =>
  `${parcel},47037,${parcel} EXAMPLE ORCHARD LN,NASHVILLE,37209,TESTWELL AVERY,1962,412000`

/** A file with this many parcels, followed by the given lines. */
export const makeRollFile = (parcels: number, ...more: string[]) =>
  [header, ...Array.from({ length: parcels }, (_, at) => makeRollRow(String(at + 1))), ...more].join('\n')

/** The default upload parameters. */
export const anytown = { source: 'generic', fileName: 'anytown.csv', name: 'Anytown, assessor' }

/** A superadmin with actions on rolls. */
export async function createRollAdmin(portal: Portal) {
  const { id, as }: TestUser = await user(portal, { role: 'SUPER_ADMIN' })
  return {
    id,
    as,
    upload: (content: string, query: Partial<typeof anytown> & { countyFips?: string } = {}) =>
      as.call(rolls.import, { query: { ...anytown, ...query }, body: new Blob([content]) }),
    getImport: async (id: string) => (await as.call(rolls.importOf, { params: { id } })).body,
    rollNamed: async (name: string) =>
      (await as.call(rolls.list, { query: { limit: 100 } })).body.items.find((roll) => roll.name === name),
  }
}
