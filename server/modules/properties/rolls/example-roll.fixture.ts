import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPropertyServices } from '../property-services.fixture.ts'
import { makeSource } from '../sources/source.fixture.ts'
import { type ImportOptions, importRoll, toFiles } from './import-roll.ts'

const example = makeSource({
  source: 'example-tn',
  name: 'Example County TN, test roll',
  files: [{ id: 'roll', unknown: ['NA'] }],
  key: 'parcel',
  property: {
    situsAddress: 'address',
    situsCity: 'city',
    situsZip: 'zip',
    ownerNames: 'owner',
    mailingAddress: 'mail',
    mailingCity: 'mail_city',
    mailingState: 'mail_state',
    mailingZip: 'mail_zip',
    yearBuilt: 'built',
    marketValue: 'value',
    lastSaleDate: 'sold',
    lastSalePrice: 'price',
  },
})

export const header = 'parcel,address,city,zip,owner,mail,mail_city,mail_state,mail_zip,built,value,sold,price'
export const line = (parcel: string, owner = 'TESTWELL AVERY', mail = '9 ELSEWHERE RD') =>
  `${parcel},${parcel} SAMPLE ST,NASHVILLE,37209,${owner},${mail},NASHVILLE,TN,37209,1962,"$412,000",2026-02-01,265000`
/** A file of three rows. */
export const good = [header, line('1'), line('2'), line('3', 'SAMPLETON LEE', '3 SAMPLE ST')].join('\n')

type ExampleImportOptions = Omit<ImportOptions, 'document' | 'files'>

/** Test stores into which files of one roll are imported. One for each test file; close it afterwards. */
export async function createExampleImports() {
  const store = await createPropertyServices()
  const rolls = join(store.folder, 'rolls')
  await mkdir(rolls)
  const { clickhouse } = store.services
  const writeContent = async (name: string, content: string | Buffer) => {
    const path = join(rolls, name)
    await writeFile(path, content)
    return path
  }
  const load = (path: string, options: ExampleImportOptions = {}) =>
    importRoll(store.services, { document: example, files: toFiles(example, path), ...options })
  const loadFile = async (name: string, content: string | Buffer, options: ExampleImportOptions = {}) =>
    load(await writeContent(name, content), options)
  return {
    ...store,
    source: example,
    writeContent,
    load,
    loadFile,
    /** Loads the file of three rows; does nothing when it is already loaded. */
    loadGood: (options: ExampleImportOptions = {}) => loadFile('good.csv', good, options),
    loaded: () => clickhouse.rows<{ apn: string }>("select * from properties where source = 'example-tn' order by apn"),
    tables: async () => (await clickhouse.rows<{ name: string }>('show tables')).map(({ name }) => name).sort(),
  }
}

/** The tables of a store without a running import. */
export const cleanTables = [
  'addresses',
  'contacts',
  'dnc_changes',
  'dnc_numbers',
  'gazetteer_points',
  'gazetteer_ranges',
  'house_prices',
  'outlines',
  'place_counts',
  'properties',
  'sales',
  'saved_search_matches',
  'schema_migrations',
  'transfers',
]
