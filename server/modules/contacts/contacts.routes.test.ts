import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { contacts } from '@dooryard/contract/data/contacts'
import { properties } from '@dooryard/contract/properties/properties'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildZip } from '../../platform/files/content/zip.fixture.ts'
import { type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { toOwnerKey } from '../properties/index.ts'
import { importContacts } from './imports/import-contacts.ts'
import { listOwnerContacts } from './list-owner-contacts.ts'
import { seedDemoContacts } from './sources/contact-sources.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ demoRows: 400, worker: true })
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

const asOf = '2026-10-28'
let files = 0

/** Uploads a file and waits for its import to finish. */
async function upload(content: string | Buffer, { name = `File ${++files}` } = {}) {
  const body = new Blob([typeof content === 'string' ? content : new Uint8Array(content)])
  const reply = await admin.as.call(contacts.import, { query: { name, asOf, fileName: 'owners.csv' }, body })
  expect(reply.status).toBe(202)
  const read = async () =>
    (await admin.as.call(contacts.imports, { query: { limit: 100 } })).body.items.find(({ id }) => id === reply.body.id)
  await expect.poll(async () => (await read())?.status).toMatch(/LOADED|FAILED/)
  const done = await read()
  if (!done) throw new Error('the import is not listed')
  return done
}

const overview = async () => (await admin.as.call(contacts.overview)).body
const findSourceByName = async (name: string) => (await overview()).sources.find((source) => source.name === name)

/** An owner with a unique name and address, and the key that a roll would assign. */
const toAddress = (at: number) => ({ address: `${at} SAMPLE PLAZA`, city: 'KNOXVILLE', state: 'TN', zip: '37902' })
const getOwnerKey = (names: string[], at: number) => String(toOwnerKey(names, toAddress(at)))
const listPhones = async (key: string) =>
  (await listOwnerContacts(portal.services, [key])).get(key)?.map(({ value }) => value) ?? []

test('the generated demo contacts are a source', async () => {
  const [row] = await portal.services.clickhouse.rows<{ owners: string; phones: string; emails: string }>(
    "select uniqExact(owner_key) as owners, uniqExactIf((owner_key, value), kind = 'PHONE') as phones, uniqExactIf((owner_key, value), kind = 'EMAIL') as emails from contacts where source = 'demo'",
  )
  const made = { owners: Number(row?.owners), phones: Number(row?.phones), emails: Number(row?.emails) }
  expect(made.phones).toBeGreaterThan(100)
  expect(await findSourceByName('Generated demo contacts (fictional numbers, shared by owners)')).toMatchObject({
    source: 'demo',
    isGenerated: true,
    ...made,
  })
  // Simulates an installation whose demo was loaded before sources existed.
  await portal.db.deleteFrom('contactSources').where('source', '=', 'demo').execute()
  await seedDemoContacts(portal.services)
  expect(await findSourceByName('Generated demo contacts (fictional numbers, shared by owners)')).toMatchObject({
    isGenerated: true,
    ...made,
  })
})

test('an imported file adds contacts under the owner keys of rolls', async () => {
  const done = await upload(
    [
      'Owner Name,Mailing Address,Mailing City,Mailing State,Mailing Zip,Phone 1,Phone 1 Type,Phone 2,Phone 2 Type,Email 1',
      '"TESTWELL, AVERY",9101 Sample Plaza,Knoxville,TN,37902-1234,(615) 555-0142,Landline,1-615-555-0143,Wireless,Avery@Example.com',
      'SAMPLETON ROWAN,9102 SAMPLE PLAZA,KNOXVILLE,TN,37902,123,Mobile,,,',
      ',9103 SAMPLE PLAZA,KNOXVILLE,TN,37902,6155550144,,,,',
      'MOCKFORD LEE,9104 SAMPLE PLAZA,KNOXVILLE,TN,37902,6155550145,VOIP,555-0100,,',
    ].join('\r\n'),
    { name: 'By name' },
  )
  expect(done).toMatchObject({
    status: 'LOADED',
    rowsRead: 4,
    rowsTaken: 2,
    rowsRejected: 2,
    rejected: [
      { line: 3, reason: 'None of its phones and emails is valid.' },
      { line: 4, reason: 'It names no owner: a name and a mailing address are needed.' },
    ],
    message:
      '1 value was left out: not a valid phone number or email. 2 of the owners hold nothing that is loaded; their ' +
      'contacts wait for a roll that names them.',
  })
  const key = getOwnerKey(['AVERY TESTWELL'], 9101)
  const of = await listOwnerContacts(portal.services, [key])
  expect(of.get(key)).toEqual([
    { type: 'PHONE', value: '6155550143', lineType: 'MOBILE', source: 'By name', asOf },
    { type: 'PHONE', value: '6155550142', lineType: 'LANDLINE', source: 'By name', asOf },
    { type: 'EMAIL', value: 'avery@example.com', source: 'By name', asOf },
  ])
  expect(await findSourceByName('By name')).toMatchObject({ owners: 2, phones: 3, emails: 1, asOf, isGenerated: false })
})

test.each([
  ['first and last name, tabs', 'First Name\tLast Name\tmailing_street\tMailing_Zip\tCell', 'AVERY\tTESTWELL'],
  ['a note above, semicolons', 'Our owners\n\nMailZip;MailAddress;FULL NAME;mobile1', null],
  ['pipes', 'owner|owner mailing address|owner zip|Phone', 'TESTWELL AVERY'],
])('a file of %s is read', async (_, head, name) => {
  const at = 9200 + ++files
  const cells = name
    ? `${name}\u0000${at} SAMPLE PLAZA\u000037902\u0000615-555-0150`
    : `37902\u0000${at} SAMPLE PLAZA\u0000TESTWELL AVERY\u0000615-555-0150`
  const delimiter = /[\t;|]/.exec(head)?.[0] ?? ','
  const content = `${head}\n${cells.replaceAll('\u0000', delimiter)}\n`
  expect(await upload(gzipSync(content))).toMatchObject({ status: 'LOADED', rowsTaken: 1, rowsRejected: 0 })
  expect(await listPhones(getOwnerKey(['TESTWELL AVERY'], at))).toEqual(['6155550150'])
})

test('an owner is found through a parcel, and an unknown parcel is rejected', async () => {
  const [row] = await portal.services.clickhouse.rows<{ apn: string; fips: string; key: string }>(
    'select apn, county_fips as fips, toString(owner_key) as key from properties where owner_key > 0 order by property_id limit 1',
  )
  if (!row) throw new Error('the demo has no properties')
  const content = `county_fips,Parcel Number,phone\n${row.fips},NOT-THERE,6155550161\n${row.fips}, ${row.apn.toLowerCase()} ,6155550160\n`
  expect(await upload(content)).toMatchObject({
    status: 'LOADED',
    rowsTaken: 1,
    rejected: [{ line: 2, reason: 'No loaded roll has its parcel.' }],
  })
  expect(await listPhones(row.key)).toContain('6155550160')
})

test('a search for owners with a phone includes imported ones until their source is removed', async () => {
  const { as } = await user(portal)
  const count = async () =>
    (await as.call(properties.count, { body: { criteria: { contact: { hasPhone: true } } } })).body.count
  const [row] = await portal.services.clickhouse.rows<{ key: string; holds: string }>(
    `select toString(owner_key) as key, count() as holds from properties
     where owner_key > 0 and owner_key not in (select owner_key from contacts where kind = 'PHONE')
     group by owner_key order by owner_key limit 1`,
  )
  if (!row) throw new Error('every owner of the demo has a phone')
  const before = await count()
  await upload(`owner_key,phone\n${row.key},6155550170\n`, { name: 'Searched' })
  expect(await count()).toBe(before + Number(row.holds))
  await admin.as.call(contacts.removeSource, { params: { source: (await findSourceByName('Searched'))?.source ?? '' } })
  expect(await count()).toBe(before)
})

test('a row with too many fields is rejected, and a short row is accepted', async () => {
  const name = 'Misfits'
  const content =
    'owner_key,phone1,email1\n801,6155550101\n802,6155550102,,stray\n803,6155550103,,,\n"804,6155550104,\n'
  expect(await upload(content, { name })).toMatchObject({
    rowsRead: 4,
    rowsTaken: 2,
    rejected: [
      { line: 3, reason: 'It has more fields than the header.' },
      { line: 5, reason: 'A quote in it is never closed.' },
    ],
  })
})

test('a file of the same name replaces the previous one, and the same file again changes nothing', async () => {
  const name = 'Replaced'
  await upload('owner_key,phone1\n501,6155550101\n502,6155550102\n', { name })
  const second = 'owner_key,phone1,email1\n502,6155550103,lee@example.com\n'
  for (let times = 0; times < 2; times += 1) {
    await upload(second, { name: times === 0 ? name : 'replaced ' })
    expect(await listPhones('501')).toEqual([])
    expect(await listPhones('502')).toEqual(['6155550103', 'lee@example.com'])
  }
  const named = (await overview()).sources.filter((source) => source.name.toLowerCase().trim() === 'replaced')
  expect(named).toMatchObject([{ owners: 1, phones: 1, emails: 1 }])
})

const twoSheets = buildZip({
  'xl/workbook.xml': '<workbook xmlns:r="x"><sheets><sheet r:id="a"/><sheet r:id="b"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Target="worksheets/a.xml"/>
    <Relationship Id="b" Target="worksheets/b.xml"/></Relationships>`,
  'xl/worksheets/a.xml': '<worksheet><sheetData/></worksheet>',
  'xl/worksheets/b.xml': '<worksheet><sheetData/></worksheet>',
})

test.each([
  ['no owner', 'city,phone1\nX,6155550101', /^The file needs columns for the owner .*; it has city, phone1\.$/],
  [
    'no contact',
    'owner,mailing address,mailing zip\nX,Y,1',
    /columns for a phone or an email .*; it has owner, mailing/,
  ],
  ['no rows', 'owner_key,phone1\n', /^The file has no rows/],
  [
    'no row that can be taken',
    'owner_key,phone1\nx,6155550101\n',
    /^None of its 1 rows can be taken\. Line 2: Its owner key/,
  ],
  ['several sheets', twoSheets, /^This workbook has several sheets/],
])('a file with %s is rejected and changes nothing', async (_, content, message) => {
  const name = `Refused ${++files}`
  await upload('owner_key,phone1\n601,6155550101\n', { name })
  const before = await findSourceByName(name)
  expect(await upload(content, { name })).toMatchObject({ status: 'FAILED', message: expect.stringMatching(message) })
  expect(await findSourceByName(name)).toEqual(before)
  expect(await listPhones('601')).toContain('6155550101')
})

test('a future date is rejected immediately', async () => {
  const query = { name: 'Tomorrow', asOf: '2199-01-01', fileName: 'a.csv' }
  const { status } = await admin.as.call(contacts.import, { query, body: new Blob(['owner_key,phone1\n1,2\n']) })
  expect(status).toBe(422)
})

test('removing a source removes its contacts and writes an audit entry', async () => {
  await upload('owner_key,phone1\n701,6155550101\n', { name: 'Short-lived' })
  const source = (await findSourceByName('Short-lived'))?.source ?? ''
  expect((await admin.as.call(contacts.removeSource, { params: { source } })).status).toBe(204)
  expect(await findSourceByName('Short-lived')).toBeUndefined()
  expect(await listPhones('701')).toEqual([])
  expect((await admin.as.call(contacts.removeSource, { params: { source } })).status).toBe(404)
  const entries = portal.db.selectFrom('auditLog').select('action').where('objectId', '=', source)
  expect(await entries.execute()).toEqual([{ action: 'contacts.source_removed' }])
})

const key = fc.integer({ min: 1, max: 40 }).map((n) => String(9_000_000 + n))
const phone = fc.integer({ min: 0, max: 99 }).map((n) => `6155550${100 + n}`)
const type = fc.constantFrom(['mobile', 'MOBILE'], ['Land Line', 'LANDLINE'], ['voip', 'VOIP'], ['', 'UNKNOWN'])

test('the stored contacts are exactly the imported ones', async () => {
  const path = join(portal.folder, 'property.csv')
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.record({ key, phone, type }), { minLength: 1, selector: (r) => r.key + r.phone }),
      async (rows) => {
        await writeFile(
          path,
          ['phone1,owner_key,phone1 type', ...rows.map((r) => `${r.phone},${r.key},${r.type[0]}`)].join('\n'),
        )
        await importContacts(portal.services, { name: 'Property', asOf, path })
        const known = await listOwnerContacts(
          portal.services,
          rows.map((row) => row.key),
        )
        const said = [...known].flatMap(([ownerKey, all]) =>
          all.map((c) => [ownerKey, c.value, c.lineType, c.asOf].join()),
        )
        expect(said.sort()).toEqual(rows.map((r) => [r.key, r.phone, r.type[1], asOf].join()).sort())
      },
    ),
    { numRuns: 15 },
  )
})
