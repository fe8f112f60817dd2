import type { Criteria } from '@dooryard/contract/criteria/criteria'
import {
  maxSuppressionEntries,
  maxSuppressionFileBytes,
  maxSuppressionLists,
  suppressionLists,
} from '@dooryard/contract/data/suppression-lists'
import { account } from '@dooryard/contract/identity/account'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPassword, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import type { Caller } from '../../../test/requests.ts'
import { bumpDataVersion } from '../../properties/index.ts'
import { insertRows } from '../../properties/transfers/rows.fixture.ts'
import { createTestList, insertKnownProperties, type KnownProperty, knownIds, uploadList } from './lists.fixture.ts'

let portal: Portal
let as: Caller
beforeAll(async () => {
  const uploadLimits = { maxFileBytes: 64 * 1024 ** 2, customerFileBytes: 64 * 1024 ** 2 }
  portal = await testPortal({ demoRows: 1_000, uploadLimits })
  await insertKnownProperties(portal)
  as = (await user(portal)).as
})
afterAll(() => portal.close())

const everyKnown = { propertyIds: Object.values(knownIds) }

/** The known properties that a search without the excluded ones leaves out. */
async function findSuppressed(by: Caller, exclude: Criteria['exclude']): Promise<string[]> {
  const isSuppressed = async (id: string) => {
    const criteria = { only: { propertyIds: [id] }, exclude }
    return (await by.call(properties.count, { body: { criteria } })).body.count === 0
  }
  const names = await Promise.all(
    Object.entries(knownIds).map(async ([name, id]) => ((await isSuppressed(id)) ? [name] : [])),
  )
  return names.flat()
}

const suppressBy = async (file: string) => findSuppressed(as, { suppressionListIds: [await createTestList(as, file)] })

describe('a list suppresses', () => {
  test.each<[what: string, file: string, suppressed: KnownProperty[]]>([
    [
      'an address of its own and one that is mailed to',
      'Address,Zip\n123 N Main St Apt 4,37209',
      ['flat', 'mailedToFlat'],
    ],
    [
      'an address in another spelling',
      'street,unit,zip\n123 North Main Street,#4,37209-0001',
      ['flat', 'mailedToFlat'],
    ],
    ['an address in one line', 'Address\n"123 N. Main St., Unit 4, Nashville, TN 37209"', ['flat', 'mailedToFlat']],
    ['a line that does not say where the street ends', 'Address\n5 Sample Court Nashville TN 37013', ['sameStreet']],
    ['a box', 'Mailing Address,Mailing Zip\nP.O. Box 7,37064', ['box']],
    [
      'both addresses of a row',
      'Situs Address,Zip,Mail Address,Mail Zip\n5 Sample Ct,37013,PO Box 7,37064',
      ['box', 'sameStreet'],
    ],
    ['a property by its id', 'Property ID\n906', ['land']],
    ['no other unit, ZIP or street', 'Address,Zip\n123 N Main St,37209\n5 Sample Ct,37209\n23 N Main St 4,37209', []],
  ])('%s', async (_, file, suppressed) => expect(await suppressBy(file)).toEqual(suppressed))
})

test('a list says what was read of its files, and further rows are added to it', async () => {
  const first = await uploadList(
    as,
    'Address,Zip\n5 Sample Ct,37013\n5 SAMPLE COURT,37013\n\n,37209\n9 Elsewhere Rd,\n',
    'Mine',
  )
  const reason = 'Its address has no ZIP of five digits.'
  expect(first).toMatchObject({
    status: 201,
    body: {
      ...{ name: 'Mine', fileName: 'customers.csv', rowsRead: 4, rowsRejected: 2, entries: 1, matches: 1 },
      rejected: [
        { line: 5, reason: 'Its address has no street.' },
        { line: 6, reason },
      ],
    },
  })
  const { id } = first.body
  const body = new Blob(['Property ID\n906\n906\n12\n'])
  const more = await as.call(suppressionLists.add, { params: { id }, query: { fileName: 'more.csv' }, body })
  expect(more).toMatchObject({
    status: 200,
    body: { name: 'Mine', fileName: 'more.csv', rowsRead: 7, rowsRejected: 2, rejected: [], entries: 3, matches: 2 },
  })
  expect(await findSuppressed(as, { suppressionListIds: [id] })).toEqual(['sameStreet', 'land'])
  const renamed = await as.call(suppressionLists.change, { params: { id }, body: { name: 'Ours' } })
  expect(renamed.body).toEqual({ ...more.body, name: 'Ours' })
  const { body: page } = await as.call(suppressionLists.list, { query: { limit: 1 } })
  expect(page.items).toEqual([renamed.body])
  expect(await uploadList(as, 'Address\n1 A St 37209', 'OURS')).toMatchObject({
    status: 409,
    body: { message: 'You already have a suppression list named “OURS”.', issues: [{ path: 'name' }] },
  })
})

test('new property data is compared with the lists', async () => {
  const id = await createTestList(as, 'Address,Zip\n77 New St,37209')
  const list = async () => (await as.call(suppressionLists.list, {})).body.items.find((one) => one.id === id)
  expect(await list()).toMatchObject({ matches: 0 })
  const built = { source: 'example-rolls', property_id: '977', address: '77 NEW STREET', zip: '37209', state: 'TN' }
  await insertRows(portal.services.clickhouse, 'properties', [built])
  await bumpDataVersion(portal.db)
  // Counted once the page is shown.
  expect(await list()).toMatchObject({ matches: null })
  await expect.poll(list).toMatchObject({ matches: 1 })
  const count = async (exclude: Criteria['exclude']) =>
    (await as.call(properties.count, { body: { criteria: { only: { propertyIds: ['977'] }, exclude } } })).body.count
  expect([await count({}), await count({ suppressionListIds: [id] })]).toEqual([1, 0])
})

test('lists with more properties than a search can leave out are refused before these are read', async () => {
  const [first, second] = [await createTestList(as, 'Property ID\n901'), await createTestList(as, 'Property ID\n902')]
  await portal.db
    .updateTable('suppressionMatches')
    .set({ properties: 600_000 })
    .where('listId', 'in', [first, second])
    .execute()
  const count = (suppressionListIds: string[]) =>
    as.call(properties.count, { body: { criteria: { only: everyKnown, exclude: { suppressionListIds } } } })
  expect((await count([first])).status).toBe(200)
  expect(await count([first, second])).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/suppression lists have 1,200,000 leads, and 1,000,000 is the most\./) },
  })
})

test('a search and its filter breakdown say what lists leave out, also within an excluded saved search', async () => {
  const id = await createTestList(as, 'Property ID\n901\n902')
  const exclude = { suppressionListIds: [id] }
  const body = { criteria: { only: everyKnown, exclude }, waterfall: true }
  const { body: counted } = await as.call(properties.count, { body })
  expect(counted.count).toBe(4)
  expect(counted.waterfall?.clauses).toContainEqual({ key: 'exclude.suppressionListIds', remaining: 4, givesBack: 2 })
  const criteria = { only: everyKnown, exclude }
  const saved = await as.call(savedSearches.create, { body: { name: 'Without ours', criteria } })
  expect(saved.body.lastCount).toBe(4)
  expect(await findSuppressed(as, { savedSearchIds: [saved.body.id] })).toEqual(
    Object.keys(knownIds).filter((name) => !['flat', 'otherFlat'].includes(name)),
  )
})

describe('a file is refused', () => {
  test.each<[what: string, file: string, message: RegExp]>([
    ['without a header', '5 Sample Ct,37013', /^The file needs a header .* it has 5 Sample Ct, 37013\.$/],
    ['without a column for an address', 'Name,County\nAvery,Davidson', /“Property ID”; it has Name, County\.$/],
    ['without rows', 'Address,Zip\n', /^The file has no rows under its header\.$/],
    [
      'without a readable row',
      'Address,Zip\nA St,',
      /^None of its 1 rows can be taken\. Line 2: Its address has no ZIP/,
    ],
    ['that is empty', '', /^This file is empty\.$/],
    [
      'with too many addresses',
      `Property ID\n${Array.from({ length: maxSuppressionEntries + 1 }, (_, at) => at + 1).join('\n')}`,
      /^A suppression list has at most 100,000 addresses and property ids, and this file has more\./,
    ],
  ])('%s', async (_, file, message) =>
    expect(await uploadList(as, file)).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(message) },
    }),
  )

  test('that is too large, and is not kept', async () => {
    const reply = await uploadList(as, 'x'.repeat(maxSuppressionFileBytes + 1))
    expect(reply).toMatchObject({
      status: 413,
      body: { message: 'The file is larger than 20 MB, the maximum.' },
    })
  })

  test('that would make a list too long, which stays as it was', async () => {
    const rows = Array.from({ length: maxSuppressionEntries }, (_, at) => at + 1).join('\n')
    // A day's entries.
    const { as: other } = await user(portal)
    const id = await createTestList(other, `Property ID\n${rows}`)
    const body = new Blob(['Property ID\n100000\n100001'])
    expect(
      await other.call(suppressionLists.add, { params: { id }, query: { fileName: 'one.csv' }, body }),
    ).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/and with this file it would have more/) },
    })
    const { body: page } = await other.call(suppressionLists.list, { query: { limit: 1 } })
    expect(page.items[0]).toMatchObject({ id, entries: maxSuppressionEntries, fileName: 'customers.csv' })
    // Deleting a list gives none of the day's entries back.
    await other.call(suppressionLists.remove, { params: { id } })
    expect(await uploadList(other, 'Property ID\n1')).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED', message: expect.stringMatching(/^A day allows 100,000 new .* and 0 of today's/) },
    })
  })
})

test('lists of others, and deleted ones, do not exist', async () => {
  const other = await user(portal, { role: 'CONSUMER_USER' })
  const [mine, theirs] = [
    await createTestList(as, 'Property ID\n901'),
    await createTestList(other.as, 'Property ID\n901'),
  ]
  const [params, query, body] = [{ id: theirs }, { fileName: 'a.csv' }, new Blob(['Property ID\n902'])]
  expect((await as.call(suppressionLists.add, { params, query, body })).status).toBe(404)
  expect((await as.call(suppressionLists.change, { params, body: { name: 'Mine now' } })).status).toBe(404)
  expect((await as.call(suppressionLists.remove, { params })).status).toBe(404)
  expect((await as.call(suppressionLists.remove, { params: { id: mine } })).status).toBe(204)
  const message = 'An excluded suppression list does not exist: remove it from the filters.'
  for (const id of [mine, theirs]) {
    const criteria = { exclude: { suppressionListIds: [id] } }
    expect(await as.call(properties.count, { body: { criteria } })).toMatchObject({ status: 422, body: { message } })
  }
  expect(await findSuppressed(other.as, { suppressionListIds: [theirs] })).toEqual(['flat'])
})

test('a saved search is found by a list that it excludes, and has no count once that is extended or deleted', async () => {
  const id = await createTestList(as, 'Property ID\n901')
  const save = async (name: string, criteria: Criteria) =>
    (await as.call(savedSearches.create, { body: { name, criteria } })).body
  const excluding = await save('Without the list', { exclude: { suppressionListIds: [id] } })
  const other = await save('All', {})
  const readCount = async (search: { id: string }) =>
    (await as.call(savedSearches.get, { params: { id: search.id } })).body.lastCount
  expect([excluding.lastCount, other.lastCount]).toEqual([expect.any(Number), expect.any(Number)])
  const using = await as.call(savedSearches.list, { query: { suppressionListId: id } })
  expect(using.body).toMatchObject({ totalCount: 1, items: [{ name: 'Without the list' }] })
  const extend = (row: string) =>
    as.call(suppressionLists.add, {
      params: { id },
      query: { fileName: 'a.csv' },
      body: new Blob([`Property ID\n${row}`]),
    })
  await extend('901')
  expect(await readCount(excluding)).toBe(excluding.lastCount)
  await extend('902')
  expect([await readCount(excluding), await readCount(other)]).toEqual([null, other.lastCount])
  const later = await save('Without the longer list', { exclude: { suppressionListIds: [id] } })
  await as.call(suppressionLists.remove, { params: { id } })
  expect([later.lastCount, await readCount(later)]).toEqual([expect.any(Number), null])
})

test('a user has a limited number of lists, and none once the account is closed', async () => {
  const leaver = await user(portal)
  const file = 'Property ID\n901'
  for (let at = 0; at < maxSuppressionLists; at += 1) await createTestList(leaver.as, file)
  expect(await uploadList(leaver.as, file)).toMatchObject({
    status: 409,
    body: { message: 'You have 50 suppression lists, the maximum. Delete one first.' },
  })
  expect((await leaver.as.call(account.close, { body: { password: testPassword } })).status).toBe(204)
  const left = portal.db.selectFrom('suppressionLists').select('id').where('userId', '=', leaver.id)
  expect(await left.execute()).toEqual([])
})
