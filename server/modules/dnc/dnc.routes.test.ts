import { adminDnc, dnc } from '@dooryard/contract/data/dnc'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type TestUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'

const portal = await testPortal({ worker: true })
const admin = await user(portal, { role: 'SUPER_ADMIN' })
const [owner, stranger] = await Promise.all([user(portal), user(portal)])
afterAll(portal.close)

const today = () => portal.clock.now().toISOString().slice(0, 10)
const san = '10000-0000001'

beforeEach(async () => {
  await portal.db.deleteFrom('dncListVersions').execute()
})

type TestListUpload = {
  list?: 'NATIONAL' | 'INTERNAL'
  kind?: 'FULL' | 'CHANGE'
  san?: string | undefined
  accessedOn?: string
}

/** Uploads a list as its owner and waits for the import to finish. */
async function uploadList(
  { as }: TestUser,
  calls: typeof dnc | typeof adminDnc,
  content: string,
  given: TestListUpload = {},
) {
  const query = { list: 'NATIONAL', kind: 'FULL', san, accessedOn: today(), fileName: 'list.txt', ...given } as const
  const { status, body } = await as.call(calls.import, { query, body: new Blob([content]) })
  expect(status).toBe(202)
  const now = async () => (await as.call(calls.imports)).body.items.find(({ id }) => id === body.id)
  await expect.poll(async () => (await now())?.status).toMatch(/LOADED|FAILED/)
  return now()
}

const checkNumbers = async ({ as }: TestUser, ...numbers: string[]) =>
  (await as.call(dnc.check, { body: { numbers } })).body.items

test('a list uploaded by an administrator applies to every user, with its date', async () => {
  expect(await uploadList(admin, adminDnc, `${'615,5550142\n'.repeat(98)}nonsense\n615,5550143\n`)).toMatchObject({
    name: 'National registry, full list',
    status: 'LOADED',
    share: 1,
    rowsRead: 100,
    rowsTaken: 99,
    rowsRejected: 1,
    rejected: [{ line: 99 }],
    uploadedBy: admin.email,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await checkNumbers(owner, '(615) 555-0142', '6155550144', '9075550100')).toEqual([
    { number: '6155550142', result: 'NATIONAL_DNC', reasons: ['NATIONAL_DNC'], accessedOn: today() },
    { number: '6155550144', result: 'CLEAN', reasons: ['CLEAN'], accessedOn: today() },
    { number: '9075550100', result: 'NOT_SCRUBBED', reasons: ['NOT_SCRUBBED'] },
  ])
})

test('a user’s own list version replaces the platform’s for that user, until it is removed', async () => {
  await uploadList(admin, adminDnc, '615,5550142\n629,5550142\n')
  await uploadList(owner, dnc, '615,5550143\n', { san: '20000-0000002' })
  const { body } = await owner.as.call(dnc.coverage)
  expect(body).toMatchObject({ areaCodes: 2, stale: 0, numbers: 2 })
  expect(body.copies.map((copy) => [copy.areaCode, copy.owner, copy.san, copy.isUsed])).toEqual([
    ['615', 'PLATFORM', san, false],
    ['615', 'YOURS', '20000-0000002', true],
    ['629', 'PLATFORM', san, true],
  ])
  const results = async (of: TestUser) =>
    (await checkNumbers(of, '6155550142', '6155550143')).map(({ result }) => result)
  expect(await results(owner)).toEqual(['CLEAN', 'NATIONAL_DNC'])
  expect(await results(stranger)).toEqual(['NATIONAL_DNC', 'CLEAN'])
  expect((await stranger.as.call(dnc.coverage)).body.copies).toHaveLength(2)
  expect((await admin.as.call(adminDnc.coverage)).body.copies).toHaveLength(2)

  const which = { query: { list: 'NATIONAL', areaCode: '615' } } as const
  expect(await stranger.as.call(dnc.removeCopy, which)).toMatchObject({ status: 404 })
  expect(await owner.as.call(dnc.removeCopy, which)).toMatchObject({ status: 204 })
  expect(await results(owner)).toEqual(['NATIONAL_DNC', 'CLEAN'])
})

test('numbers are added to and removed from an internal list, and the audit log has them all', async () => {
  const owner = await user(portal)
  await uploadList(admin, adminDnc, '615,5550100\n')
  const change = (body: { add?: string[]; remove?: string[] }) => owner.as.call(dnc.changeNumbers, { body })
  const reply = await change({ add: ['615-555-0142', '1 (615) 555-0143'] })
  expect(reply).toMatchObject({
    status: 200,
    body: { copies: [{ list: 'NATIONAL' }, { list: 'INTERNAL', owner: 'YOURS', numbers: 2 }] },
  })
  const results = async (of: TestUser) =>
    (await checkNumbers(of, '6155550142', '6155550143')).map(({ result }) => result)
  expect(await results(owner)).toEqual(['INTERNAL_DNC', 'INTERNAL_DNC'])
  expect(await results(stranger)).toEqual(['CLEAN', 'CLEAN'])
  await change({ remove: ['6155550142'], add: ['6155550143'] })
  expect(await results(owner)).toEqual(['CLEAN', 'INTERNAL_DNC'])
  const eleven = Array.from({ length: 11 }, (_, at) => `61555501${at + 60}`)
  await change({ add: eleven })
  const audited = await portal.db
    .selectFrom('auditLog')
    .select('after')
    .where('action', '=', 'dnc.numbers_changed')
    .where('actorId', '=', owner.id)
    .orderBy('id')
    .execute()
  expect(audited.map(({ after }) => after)).toEqual([
    { owner: owner.id, added: 2, removed: 0, add: ['6155550142', '6155550143'], remove: [] },
    { owner: owner.id, added: 1, removed: 1, add: ['6155550143'], remove: ['6155550142'] },
    { owner: owner.id, added: 11, removed: 0, add: eleven, remove: [] },
  ])
})

test('thirty concurrent manual changes all succeed, and other requests are answered meanwhile', async () => {
  const numbers = Array.from({ length: 30 }, (_, at) => `61555501${at + 50}`)
  const changes = numbers.map((number) => owner.as.call(dnc.changeNumbers, { body: { add: [number] } }))
  expect(await stranger.as.call(dnc.coverage)).toMatchObject({ status: 200 })
  const replies = await Promise.all(changes)
  expect(replies.map(({ status }) => status)).toEqual(numbers.map(() => 200))
  expect((await owner.as.call(dnc.coverage)).body.numbers).toBe(30)
})

test('every reason is returned, most severe first', async () => {
  await uploadList(admin, adminDnc, '615,5550142\n')
  await owner.as.call(dnc.changeNumbers, { body: { add: ['6155550142'] } })
  expect(await checkNumbers(owner, '6155550142')).toMatchObject([
    { result: 'INTERNAL_DNC', reasons: ['INTERNAL_DNC', 'NATIONAL_DNC'] },
  ])
})

test('a national list requires its subscription account number and no future date', async () => {
  const query = { list: 'NATIONAL', kind: 'FULL', accessedOn: today(), fileName: 'list.txt' } as const
  const body = new Blob(['615,5550142\n'])
  for (const [person, calls] of [
    [owner, dnc],
    [admin, adminDnc],
  ] as const) {
    expect(await person.as.call(calls.import, { query, body })).toMatchObject({ status: 422 })
    const late = { ...query, san, accessedOn: '2199-01-01' }
    expect(await person.as.call(calls.import, { query: late, body })).toMatchObject({ status: 422 })
    const generated = { ...query, san: '00000-0000000' }
    expect(await person.as.call(calls.import, { query: generated, body })).toMatchObject({ status: 422 })
  }
})

test('a rejected file shows its reason and is not retried, and users cannot see or retry another user’s import', async () => {
  const failed = await uploadList(owner, dnc, '<list/>')
  expect(failed).toMatchObject({ status: 'FAILED', canRetry: false, message: expect.stringContaining('flat text') })
  const which = { params: { id: failed?.id ?? '' } }
  expect(await owner.as.call(dnc.retry, which)).toMatchObject({ status: 409 })
  expect(await stranger.as.call(dnc.retry, which)).toMatchObject({ status: 404 })
  expect(await admin.as.call(adminDnc.retry, which)).toMatchObject({ status: 404 })
  expect((await stranger.as.call(dnc.imports)).body.items).toEqual([])
})
