import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactVendor } from '../contact-vendor.ts'
import { helpful, ownerOf, playVendor } from './vendor.fixture.ts'

let played: Awaited<ReturnType<typeof playVendor>>
beforeAll(async () => {
  played = await playVendor()
})
afterAll(() => played.close())

const ask = (vendor: ContactVendor, signal?: AbortSignal) =>
  vendor.ask([ownerOf(1), ownerOf(2)], { idempotencyKey: 'batch-1', signal })
const failure = (vendor: ContactVendor) => ask(vendor).catch((error) => error)

test('a batch is sent with its key, and numbers and addresses come back in one form', async () => {
  played.behave(() => ({
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
  const found = await ask(played.vendor())
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
  const [asked] = played.asked
  expect(asked?.headers).toMatchObject({ authorization: 'Bearer fictional-key', 'idempotency-key': 'batch-1' })
  expect(JSON.parse(asked?.raw ?? '').owners[0]).toEqual({
    ownerKey: '1',
    names: ['TESTWELL AVERY 1'],
    mailingAddress: { street: '1 SAMPLE PLAZA', city: 'KNOXVILLE', state: 'TN', zip: '37902' },
    propertyAddress: { street: '1 EXAMPLE ORCHARD LN', city: 'NASHVILLE', state: 'TN', zip: '37209' },
  })
})

test('an error of the vendor is tried again under the same key', async () => {
  let tries = 0
  played.behave((asked) => (++tries < 3 ? { status: 502 } : (helpful(asked) as object)))
  expect((await ask(played.vendor())).size).toBe(2)
  expect(played.asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['batch-1', 'batch-1', 'batch-1'])
})

test('a connection that breaks off is tried again, and may have been worked on', async () => {
  played.behave(() => 'hang up')
  expect(await failure(played.vendor())).toMatchObject({ name: 'VendorError', wasProcessed: true })
  expect(played.asked).toHaveLength(3)
})

test('a busy vendor is asked again when it says so', async () => {
  let tries = 0
  played.behave((asked) =>
    ++tries < 2 ? { status: 429, headers: { 'retry-after': '1' } } : (helpful(asked) as object),
  )
  const startedAt = performance.now()
  expect((await ask(played.vendor())).size).toBe(2)
  // A timer may fire a little before its time.
  expect(performance.now() - startedAt).toBeGreaterThan(950)
})

test('a vendor that is busy for longer than anybody waits is left to the next try, and did nothing', async () => {
  played.behave(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
  expect(await failure(played.vendor())).toMatchObject({ name: 'VendorError', wasProcessed: false })
  expect(played.asked).toHaveLength(1)
})

test('a refusal is not asked for again, nor is a redirect followed with the key', async () => {
  played.behave(() => ({ status: 401 }))
  const refused = { message: 'It answered with status 401.', wasProcessed: false }
  expect(await failure(played.vendor())).toMatchObject(refused)
  expect(played.asked).toHaveLength(1)
  played.behave(() => ({ status: 307, headers: { location: '/elsewhere' } }))
  expect(await failure(played.vendor())).toMatchObject({ message: 'It answered with status 307.' })
  expect(played.asked).toHaveLength(1)
})

test('a vendor that hangs is given up after its time, and may have worked on it', async () => {
  const hanging = await playVendor()
  hanging.behave(() => 'hang')
  const message = 'No answer within 0.2 s.'
  expect(await failure(hanging.vendor({ timeoutMs: 200, tries: 2 }))).toMatchObject({ message, wasProcessed: true })
  await hanging.close()
})

test('nobody waits on once whoever asked is gone', async () => {
  const hanging = await playVendor()
  hanging.behave(() => 'hang')
  const leaving = new AbortController()
  const asking = ask(hanging.vendor(), leaving.signal).catch((error) => error)
  await expect.poll(() => hanging.asked.length).toBeGreaterThan(0)
  leaving.abort(new Error('gone'))
  expect(await asking).toMatchObject({ message: 'gone' })
  await hanging.close()
})

test.each([
  ['no JSON', 'not json', 'Its answer cannot be read.'],
  ['another shape', { owners: [{ ownerKey: 1 }] }, 'Its answer cannot be read, at owners.0.ownerKey.'],
  ['nothing of what was agreed', { result: [] }, 'Its answer cannot be read, at owners.'],
  ['more than anybody can read', `"${'x'.repeat(5 * 1024 * 1024)}"`, 'Its answer is larger than 5 MB.'],
])('an answer with %s is none', async (_, body, message) => {
  played.behave(() => ({ body }))
  expect(await failure(played.vendor())).toMatchObject({ name: 'VendorError', message, wasProcessed: true })
  expect(played.asked).toHaveLength(1)
})

test('a vendor who cannot be reached certainly did nothing', async () => {
  const closed = await playVendor()
  await closed.close()
  const trouble = { message: 'It could not be reached (ECONNREFUSED).', wasProcessed: false }
  expect(await failure(closed.vendor())).toMatchObject(trouble)
})
