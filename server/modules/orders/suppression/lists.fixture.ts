import { suppressionLists } from '@dooryard/contract/data/suppression-lists'
import type { Portal } from '../../../test/portal.ts'
import type { Caller } from '../../../test/requests.ts'
import { insertRows } from '../../properties/transfers/rows.fixture.ts'

const home = { state: 'TN', county_fips: '47037', city: 'NASHVILLE', zip: '37209' }
const owner = { owner_names: ['TESTWELL AVERY'], mailing_city: 'FRANKLIN', mailing_state: 'TN' }

/** Properties with addresses of all kinds, by what is told apart. */
const known = {
  flat: { property_id: '901', address: '123 N MAIN ST', unit: 'APT 4', ...home },
  otherFlat: { property_id: '902', address: '123 N MAIN ST', unit: 'APT 5', ...home },
  mailedToFlat: {
    ...{ property_id: '903', address: '9 ELSEWHERE RD', unit: '', ...home, zip: '37211' },
    ...{ ...owner, mailing_address: '123 NORTH MAIN STREET # 4', mailing_zip: '37209-1234' },
  },
  box: {
    ...{ property_id: '904', address: '5 SAMPLE CT', unit: '', ...home, zip: '37211' },
    ...{ ...owner, mailing_address: 'PO BOX 7', mailing_zip: '37064' },
  },
  sameStreet: { property_id: '905', address: '5 SAMPLE CT', unit: '', ...home, zip: '37013' },
  land: { property_id: '906', address: '', unit: '', ...home },
}
export type KnownProperty = keyof typeof known

export const knownIds = Object.fromEntries(
  Object.entries(known).map(([name, { property_id }]) => [name, property_id]),
) as Record<KnownProperty, string>

/** Adds the known properties to those of the demo, which have none at their addresses. */
export async function insertKnownProperties({ services }: Portal): Promise<void> {
  const empty = { owner_names: [], mailing_address: '', mailing_city: '', mailing_state: '', mailing_zip: '' }
  const rows = Object.values(known).map((row) => ({ source: 'example-rolls', ...empty, ...row }))
  await insertRows(services.clickhouse, 'properties', rows)
}

let lists = 0

/** Uploads a list under a name of its own. */
export function uploadList(as: Caller, file: string | Uint8Array<ArrayBuffer>, name = `List ${lists + 1}`) {
  lists += 1
  return as.call(suppressionLists.create, { query: { name, fileName: 'customers.csv' }, body: new Blob([file]) })
}

/** The id of an uploaded list, which must have been taken. */
export async function createTestList(as: Caller, file: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const { status, body } = await uploadList(as, file)
  if (status !== 201) throw new Error(`the list was not taken: ${JSON.stringify(body)}`)
  return body.id
}
