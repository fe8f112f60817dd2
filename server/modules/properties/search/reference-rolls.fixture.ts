import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { SimpleFaker } from '@faker-js/faker'
import { isTortureRun } from '../../../test/torture.ts'
import { loadDemo } from '../demo/load-demo.ts'
import type { createPropertyServices } from '../property-services.fixture.ts'
import { importRoll, toFiles } from '../rolls/import-roll.ts'
import { createGenericDocument } from '../sources/generic-source.ts'
import { broward, easthampton, nashville, philadelphia } from '../sources/source.fixture.ts'

type Store = Awaited<ReturnType<typeof createPropertyServices>>

const data = join(import.meta.dirname, '../../../../../shared/data')
const published: [SourceDocument, string][] = [
  [philadelphia, 'philadelphia_pa_opa.csv.gz'],
  [easthampton, 'easthampton_ma_massgis.csv.gz'],
  [nashville, 'nashville_tn.csv.gz'],
]
const browardFile = join(data, 'broward_fl_sales_sdf.csv.gz')

/**
 * Loads rows of every kind: generated ones, some hundred of each published roll when available, made-up parcels shared
 * by two rolls and the Broward County sales, and a county under its old and its new code.
 */
export async function loadReferenceRolls(store: Store): Promise<void> {
  const { clickhouse } = store.services
  await loadDemo(store.services, { rows: 1_500 })
  for (const [source, file] of published) {
    const path = join(data, file)
    if (existsSync(path)) await loadPublished(store, source, path)
    else console.warn(`The roll ${file} is not at ../shared/data: random criteria are tried without it.`)
  }
  await loadOverlapping(store)
  await loadGeneratedRoll(store, 'old-ct', '09001', parcels('C', 0, 40))
  await loadGeneratedRoll(store, 'new-ct', '09120', parcels('C', 20, 60))
  await clickhouse.run('optimize table properties final')
}

/** A sample of a roll's rows: a few hundred are representative and leave time for more criteria. */
async function loadPublished(store: Store, document: SourceDocument, path: string) {
  if (!isTortureRun) {
    const lines = gunzipSync(readFileSync(path)).toString().split(/\r?\n/)
    return loadContent(store, document, lines.filter((_, at) => at % 24 === 0).join('\n'))
  }
  await importRoll(store.services, { document, files: toFiles(document, path) })
  const others = `source = '${document.source}' and cityHash64(property_id) % 24 != 0`
  await store.services.clickhouse.run(`delete from properties where ${others}`)
}

/** Two rolls that share parcels, and sales that change their data. */
async function loadOverlapping(store: Store) {
  const sold = await loadBroward(store)
  await loadGeneratedRoll(store, 'assessed-fl', '12011', sold.slice(0, 150))
  await loadGeneratedRoll(store, 'rival-fl', '12011', sold.slice(75, 225))
}

/** The first sales of the published file, by parcel; made-up numbers when it is not available. */
async function loadBroward(store: Store): Promise<string[]> {
  if (!existsSync(browardFile)) {
    console.warn('The sales of Broward County are not at ../shared/data: random criteria are tried without them.')
    return parcels('F', 0, 225)
  }
  const lines = gunzipSync(readFileSync(browardFile)).toString('latin1').split(/\r?\n/).slice(0, 1_500)
  await loadContent(store, broward, lines.join('\n'))
  const numbers = lines.slice(1).map((line) => line.split(',')[1]?.replaceAll('"', '') ?? '')
  return [...new Set(numbers)].filter((parcel) => parcel !== '')
}

const parcels = (letter: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${letter}-${from + at}`)

const random = new SimpleFaker({ seed: 28 })
const headers = [
  ...['apn', 'address', 'city', 'zip', 'lat', 'lng', 'owner_1', 'mailing_address', 'mailing_city', 'mailing_state'],
  ...['mailing_zip', 'asset_use', 'bedrooms', 'year_built', 'estimated_value', 'last_sale_date', 'last_sale_price'],
  ...['homestead', 'condition', 'zoning', 'subdivision', 'legal_description', 'land_value', 'tax_year'],
  'last_sale_document',
]

/** One roll's data of a parcel; some values are unknown. */
function makeRow(apn: string) {
  const { arrayElement: pick } = random.helpers
  const { float: next } = random.number
  const place = [
    apn,
    `${Math.floor(next() * 900) + 1} EXAMPLE ORCHARD LN`,
    'EXAMPLE CITY',
    pick(['33301', '06604', '']),
  ]
  const position = next() < 0.1 ? ['', ''] : [26 + next(), -80 - next()]
  const owner = [pick(['TESTWELL AVERY', 'SAMPLER HOLDINGS LLC', "O'EXAMPLE ÉTÉ TRUST"]), '9 ELSEWHERE RD', 'MOCKTON']
  const mailing = [pick(['FL', 'CT', 'WA', '']), '33309']
  const structure = [pick(['DETACHED_HOUSE', 'ROW_HOUSE', '']), pick(['', 2, 3, 4]), pick(['', 1925, 1960, 1999])]
  const worth = [pick(['', 90_000, 250_000, 800_000]), pick(['', '2011-03-02', '2024-08-15']), pick(['', 120_000])]
  const described = [pick(['Y', 'N', '']), pick(['Good', 'fair', '']), pick(['R-1', 'r-1', 'C2/MU', ''])]
  const land = [pick(["O'Example Park", 'ÉTÉ GROVE', '']), pick(['Lot 1 Blk B', 'LOT 12 BLK B', 'N 1/2 OF LOT 7', ''])]
  const tax = [pick(['', 20_000, 90_000]), pick(['', 2024, 2025]), pick(['5412/187', '2021-0045123', ''])]
  return [...place, ...position, ...owner, ...mailing, ...structure, ...worth, ...described, ...land, ...tax].join(',')
}

const loadGeneratedRoll = (store: Store, name: string, county: string, numbers: readonly string[]) =>
  loadContent(
    store,
    createGenericDocument(name, `Made-up parcels, ${name}`, county),
    [headers, ...numbers.map(makeRow)].join('\n'),
  )

async function loadContent(store: Store, document: SourceDocument, content: string) {
  const folder = join(store.folder, 'rolls')
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${document.source}.csv`)
  await writeFile(path, `${content}\n`)
  await importRoll(store.services, { document, files: toFiles(document, path) })
}
