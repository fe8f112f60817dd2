import { rolls } from '@dooryard/contract/data/rolls'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { sources } from '@dooryard/contract/data/sources/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../../test/factories.ts'
import { type Portal, testPortal } from '../../../../test/portal.ts'
import { createGenericDocument } from '../generic-source.ts'
import { resolveSource } from '../resolve-source.ts'
import { makeSource, nashville } from '../source.fixture.ts'
import { insertSourceVersion } from './sources.queries.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal()
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

const county = (source: string, changes: Partial<SourceDocument> = {}) => ({
  ...makeSource({ source, name: `County ${source}`, key: 'PIN', property: { situsAddress: 'ADDRESS' } }),
  ...changes,
})

const save = (document: SourceDocument, version?: number, source = document.source) =>
  admin.as.call(sources.save, { params: { source }, body: { document, ...(version !== undefined && { version }) } })
const get = (source: string) => admin.as.call(sources.get, { params: { source } })

test('each saved change is a version with its author and time, and the last one is in use', async () => {
  const first = await save(county('versions-tn'), 0)
  expect(first).toMatchObject({ status: 200, body: { version: 1, isShipped: false, name: 'County versions-tn' } })
  const renamed = county('versions-tn', { name: 'County of versions', publisher: 'Example agency' })
  expect(await save(renamed, 1)).toMatchObject({ status: 200, body: { version: 2, document: renamed } })
  const { body } = await get('versions-tn')
  expect(body).toMatchObject({ name: 'County of versions', publisher: 'Example agency', countyFips: '47037' })
  expect(body.versions).toEqual([
    { version: 2, createdAt: expect.any(String), author: expect.stringMatching(/\S+ \S+/) },
    { version: 1, createdAt: expect.any(String), author: expect.stringMatching(/\S+ \S+/) },
  ])
  const before = await admin.as.call(sources.version, { params: { source: 'versions-tn', version: 1 } })
  expect(before.body.document.name).toBe('County versions-tn')
  const resolve = (sourceVersion?: number) =>
    resolveSource(portal.services.db, { source: 'versions-tn', sourceVersion })
  expect(await Promise.all([resolve(1), resolve()])).toMatchObject([{ version: 1 }, { version: 2 }])
  await expect(resolve(3)).rejects.toThrow('There is no source')
  const none = await admin.as.call(sources.version, { params: { source: 'versions-tn', version: 0 } })
  expect(none.status).toBe(404)
})

test('a file with our own headers is refused for another county than that of its edited source', async () => {
  const name = 'Edited County, assessor'
  const document = createGenericDocument('generic-edited-county-assessor', name, '47037')
  const edit = { document, version: 1, authorId: admin.id, createdAt: new Date() }
  await insertSourceVersion(portal.services.db, edit)
  const upload = (countyFips?: string) =>
    resolveSource(portal.services.db, { source: 'generic', name, countyFips }).then(({ version }) => version)
  expect(await Promise.all([upload(), upload('47037')])).toEqual([1, 1])
  await expect(upload('47149')).rejects.toThrow(/^The source of Edited County, assessor was edited and says the county/)
})

test('a change of an older version is refused, and changes nothing', async () => {
  await save(county('stale-tn'))
  await save(county('stale-tn', { publisher: 'Example agency' }), 1)
  expect(await save(county('stale-tn', { publisher: 'Another agency' }), 1)).toMatchObject({
    status: 409,
    body: { message: 'County stale-tn was changed since you opened it: open version 2 and change that.' },
  })
  expect((await get('stale-tn')).body).toMatchObject({ version: 2, publisher: 'Example agency' })
})

test('shipped sources are listed with stored ones, and a stored version overrides them', async () => {
  const list = async () => (await admin.as.call(sources.list, { query: { page: 1, limit: 100 } })).body.items
  const find = async () => (await list()).find(({ source }) => source === 'nashville-tn')
  expect(await find()).toMatchObject({ isShipped: true, version: 0, changedAt: null, countyFips: '47037' })
  expect((await get('nashville-tn')).body).toMatchObject({
    document: nashville,
    versions: [{ version: 0, createdAt: null, author: null }],
  })
  await save({ ...nashville, name: 'Nashville TN, sales of homes' })
  expect(await find()).toMatchObject({ isShipped: true, version: 1, name: 'Nashville TN, sales of homes' })
  expect((await get('nashville-tn')).body.versions.map(({ version }) => version)).toEqual([1, 0])
  const { body } = await admin.as.call(rolls.sources, {})
  expect(body.items.find(({ source }) => source === 'nashville-tn')?.name).toBe('Nashville TN, sales of homes')
})

test('a source that cannot be used is refused with each place and what to do', async () => {
  const wrong = county('wrong-tn', {
    county: { fips: '47038' },
    property: { lotSqft: { columns: ['A', 'B'], transforms: [{ type: 'FULL_AND_HALF' }] } },
  })
  expect(await save(wrong)).toMatchObject({
    status: 422,
    body: {
      message: 'property.lotSqft: FULL_AND_HALF does not fit: Lot size is an area.',
      issues: [
        { path: 'property.lotSqft', message: 'FULL_AND_HALF does not fit: Lot size is an area.' },
        { path: 'county', message: '"47038" is not a county: give the five digits of its FIPS code.' },
      ],
    },
  })
  expect((await get('wrong-tn')).status).toBe(404)
  expect((await save(county('one-tn'), undefined, 'other-tn')).body).toMatchObject({
    message: 'The document is of the source one-tn, not of other-tn.',
  })
  expect((await save(county('generic-tn'))).body).toMatchObject({ message: /name begins with generic/ })
})

test('a source with a character that cannot be stored is refused, wherever it stands', async () => {
  const codes = (code: string, description: string) =>
    county('nul-tn', { uses: { column: 'USE', match: 'CODE', codes: { [code]: { use: 'CONDOMINIUM', description } } } })
  for (const document of [codes('R\0', 'Home'), codes('R', 'Home\0'), codes('R', 'Home\ud800'), codes('\ud800', '')]) {
    const message = expect.stringMatching(/uses\.codes(\.R\.description)? has a character that cannot be stored\.$/)
    expect(await save(document)).toMatchObject({ status: 400, body: { code: 'VALIDATION', message } })
    const file = new Blob([JSON.stringify(document)])
    expect(await admin.as.call(sources.import, { body: file })).toMatchObject({ status: 422, body: { message } })
  }
  expect((await get('nul-tn')).status).toBe(404)
})

test('a source that is exported is the same when it is imported', async () => {
  const document = county('travels-tn', { notes: 'Updated in May' })
  await save(document)
  const file = await admin.as.call(sources.export, { params: { source: 'travels-tn' } })
  // The caller of tests parses JSON, of files too.
  const text = JSON.stringify(file.body)
  expect(JSON.parse(text).$schema).toMatch(/^https?:\/\/.*\/v1\/source-schema$/)
  expect(text).toMatch(/"source":"travels-tn","name":"County travels-tn"/)
  const imported = await admin.as.call(sources.import, { body: new Blob([text]) })
  expect(imported).toMatchObject({ status: 201, body: { source: 'travels-tn', version: 2 } })
  const upload = (content: string) => admin.as.call(sources.import, { body: new Blob([content]) })
  expect((await upload('<html>')).body).toMatchObject({
    code: 'UNPROCESSABLE',
    message: 'This file is not JSON: give a source as it was downloaded.',
  })
  expect((await upload(text.replace('"PIN"', '""'))).body).toMatchObject({
    message: 'This file is not a source. key.columns.0: A column has a name',
  })
})

test('editors get the schema of sources without signing in', async () => {
  const reply = await fetch(`${portal.url}/v1/source-schema`)
  expect(reply.status).toBe(200)
  const { $defs } = (await reply.json()) as { $defs: { SourceDocument: object } }
  expect($defs.SourceDocument).toMatchObject({ properties: { source: { type: 'string' }, county: {}, files: {} } })
})
