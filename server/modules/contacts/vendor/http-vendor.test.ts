import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactVendor } from './contact-vendor.ts'
import { answerAll, buildTracedOwner, startFakeVendor } from './vendor.fixture.ts'

let fakeVendor: Awaited<ReturnType<typeof startFakeVendor>>
beforeAll(async () => {
  fakeVendor = await startFakeVendor()
})
afterAll(() => fakeVendor.close())

const requestBatch = (vendor: ContactVendor, signal?: AbortSignal) =>
  vendor.ask([buildTracedOwner(1), buildTracedOwner(2)], { idempotencyKey: 'batch-1', signal })
const getFailure = (vendor: ContactVendor) => requestBatch(vendor).catch((error) => error)

test('a batch is sent with its key, and phones and emails are returned normalized', async () => {
  fakeVendor.behave(() => ({
    body: {
      owners: [
        {
          ownerKey: '1',
          phones: [
            { number: '+1 (615) 555-0142', lineType: 'Cell Phone' },
            { number: '615.555.0142' },
            { number: '115-555-0142', lineType: 'landline' },
            { number: '6155550143', lineType: 'Land Line' },
            { number: '6155550144 x12' },
            { number: '6155550145', lineType: 'Non-Fixed VoIP' },
          ],
          emails: ['Avery@Example.com', 'nobody', 'a..b@example.com'],
        },
        { ownerKey: '777', phones: [{ number: '6155550199' }] },
      ],
    },
  }))
  const found = await requestBatch(fakeVendor.vendor())
  expect(found).toEqual(
    new Map([
      [
        '1',
        [
          { kind: 'PHONE', value: '6155550142', lineType: 'MOBILE' },
          { kind: 'PHONE', value: '6155550143', lineType: 'LANDLINE' },
          { kind: 'PHONE', value: '6155550144', lineType: 'UNKNOWN' },
          { kind: 'PHONE', value: '6155550145', lineType: 'VOIP' },
          { kind: 'EMAIL', value: 'avery@example.com', lineType: '' },
        ],
      ],
    ]),
  )
  const [asked] = fakeVendor.asked
  expect(asked?.headers).toMatchObject({ authorization: 'Bearer fictional-key', 'idempotency-key': 'batch-1' })
  expect(JSON.parse(asked?.raw ?? '').owners[0]).toEqual({
    ownerKey: '1',
    names: ['TESTWELL AVERY 1'],
    mailingAddress: { street: '1 SAMPLE PLAZA', city: 'KNOXVILLE', state: 'TN', zip: '37902' },
    propertyAddress: { street: '1 EXAMPLE ORCHARD LN', city: 'NASHVILLE', state: 'TN', zip: '37209' },
  })
})

test('a vendor error is retried with the same idempotency key', async () => {
  let tries = 0
  fakeVendor.behave((asked) => (++tries < 3 ? { status: 502 } : (answerAll(asked) as object)))
  expect((await requestBatch(fakeVendor.vendor())).size).toBe(2)
  expect(fakeVendor.asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['batch-1', 'batch-1', 'batch-1'])
})

test('a broken connection is retried, and counts as possibly processed', async () => {
  fakeVendor.behave(() => 'hang up')
  expect(await getFailure(fakeVendor.vendor())).toMatchObject({ name: 'VendorError', wasProcessed: true })
  expect(fakeVendor.asked).toHaveLength(3)
})

test('a busy vendor is retried when it says so', async () => {
  let tries = 0
  fakeVendor.behave((asked) =>
    ++tries < 2 ? { status: 429, headers: { 'retry-after': '1' } } : (answerAll(asked) as object),
  )
  const startedAt = performance.now()
  expect((await requestBatch(fakeVendor.vendor())).size).toBe(2)
  // A timer may fire slightly early.
  expect(performance.now() - startedAt).toBeGreaterThan(950)
})

test('a vendor that is busy for too long is left to the next attempt, and counts as not processed', async () => {
  fakeVendor.behave(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
  expect(await getFailure(fakeVendor.vendor())).toMatchObject({ name: 'VendorError', wasProcessed: false })
  expect(fakeVendor.asked).toHaveLength(1)
})

test('a client error is not retried, and a redirect with the key is not followed', async () => {
  fakeVendor.behave(() => ({ status: 401 }))
  const refused = { message: 'It answered with status 401.', wasProcessed: false }
  expect(await getFailure(fakeVendor.vendor())).toMatchObject(refused)
  expect(fakeVendor.asked).toHaveLength(1)
  fakeVendor.behave(() => ({ status: 307, headers: { location: '/elsewhere' } }))
  expect(await getFailure(fakeVendor.vendor())).toMatchObject({ message: 'It answered with status 307.' })
  expect(fakeVendor.asked).toHaveLength(1)
})

test('a request to a hanging vendor times out, and counts as possibly processed', async () => {
  const hanging = await startFakeVendor()
  hanging.behave(() => 'hang')
  const message = 'No answer within 0.2 s.'
  expect(await getFailure(hanging.vendor({ timeoutMs: 200, tries: 2 }))).toMatchObject({ message, wasProcessed: true })
  await hanging.close()
})

test('an aborted call stops waiting', async () => {
  const hanging = await startFakeVendor()
  hanging.behave(() => 'hang')
  const leaving = new AbortController()
  const asking = requestBatch(hanging.vendor(), leaving.signal).catch((error) => error)
  await expect.poll(() => hanging.asked.length).toBeGreaterThan(0)
  leaving.abort(new Error('gone'))
  expect(await asking).toMatchObject({ message: 'gone' })
  await hanging.close()
})

test.each([
  ['no JSON', 'not json', 'Its answer cannot be read.'],
  ['another shape', { owners: [{ ownerKey: 1 }] }, 'Its answer cannot be read, at owners.0.ownerKey.'],
  ['nothing of what was agreed', { result: [] }, 'Its answer cannot be read, at owners.'],
  ['more than anyone can read', `"${'x'.repeat(5 * 1024 * 1024)}"`, 'Its answer is larger than 5 MB.'],
])('a response with %s is rejected', async (_, body, message) => {
  fakeVendor.behave(() => ({ body }))
  expect(await getFailure(fakeVendor.vendor())).toMatchObject({ name: 'VendorError', message, wasProcessed: true })
  expect(fakeVendor.asked).toHaveLength(1)
})

test('an unreachable vendor counts as not processed', async () => {
  const closed = await startFakeVendor()
  await closed.close()
  const failure = { message: 'It could not be reached (ECONNREFUSED).', wasProcessed: false }
  expect(await getFailure(closed.vendor())).toMatchObject(failure)
})
