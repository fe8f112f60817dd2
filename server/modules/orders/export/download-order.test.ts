import { certificateKeys } from '@dooryard/contract/data/dnc'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signFileLink } from '../../../platform/files/file-links.ts'
import { anonymousCaller, signInWithPassword } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { readReply } from '../../../test/requests.ts'
import { verifyCertificate } from '../../dnc/index.ts'
import {
  enableCallReady,
  fulfilTestOrder,
  getToday,
  importTestRegistry,
  placeCampaignOrder,
  placeConsumerOrder,
} from '../call-ready/call-orders.fixture.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  await enableCallReady(portal)
})
afterAll(() => portal.close())

const openLink = async (url: string) => readReply<string>(await fetch(portal.url + url))
const minute = 60_000
const day = 24 * 60 * minute

test('an order that is not completed has no file and no certificate', async () => {
  const { owner, params, id, now } = await placeConsumerOrder(portal, { isDone: false })
  for (const endpoint of [privateOrders.download, privateOrders.certificate])
    expect(await owner.as.call(endpoint, { params })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  await fulfilTestOrder(portal, id)
  expect((await now()).userFacingStatus).toBe('COMPLETED')
  expect((await owner.as.call(privateOrders.download, { params })).status).toBe(200)
  const failed = await placeConsumerOrder(portal, { isDone: false })
  await failed.owner.as.call(privateOrders.change, { params: failed.params, body: { cancel: true } })
  expect(await failed.owner.as.call(privateOrders.download, { params: failed.params })).toMatchObject({ status: 409 })
})

test('a link opens the file under its name for five minutes', async () => {
  const { owner, params, id } = await placeConsumerOrder(portal)
  portal.clock.stop()
  const { body } = await owner.as.call(privateOrders.download, { params })
  const file = await openLink(body.url)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-disposition')).toContain(`order-${id}-${getToday(portal)}.csv`)
  expect(file.body.split('\r\n')[0]).toContain('Owner Name')
  const { body: first } = await owner.as.call(privateOrders.download, { params, query: { version: 1 } })
  const ofVersion = await openLink(first.url)
  expect(ofVersion.headers.get('content-disposition')).toContain(`order-${id}-${getToday(portal)}-v1.csv`)
  portal.clock.advance(5 * minute - 1_000)
  expect((await openLink(body.url)).status).toBe(200)
  portal.clock.advance(1_000)
  expect(await openLink(body.url)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
})

test('a link with any one character altered opens nothing', async () => {
  const { owner, params } = await placeConsumerOrder(portal)
  const { body } = await owner.as.call(privateOrders.download, { params })
  const start = '/v1/files/'.length
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const opened: number[] = []
  for (let at = start; at < body.url.length; at++) {
    const is = body.url[at] ?? ''
    // The low bits of a part's last character are padding, so the replacement differs in the high bits.
    const other = is === '.' ? 'A' : alphabet[(alphabet.indexOf(is) + 32) % 64]
    const { status } = await openLink(`${body.url.slice(0, at)}${other}${body.url.slice(at + 1)}`)
    if (status !== 403) opened.push(at)
  }
  expect(opened).toEqual([])
  // Control: unaltered, the link opens.
  expect((await openLink(body.url)).status).toBe(200)
})

test("a link opens only its own file for anyone who holds it, and another file needs the portal's key", async () => {
  const [mine, theirs] = [await placeConsumerOrder(portal), await placeConsumerOrder(portal)]
  const { body } = await mine.owner.as.call(privateOrders.download, { params: mine.params })
  const [head = '', , signature = ''] = body.url.split('/').at(-1)?.split('.') ?? []
  const claims = { key: `orders/${theirs.id}/v1.csv`, fileName: 'theirs.csv', contentType: 'text/csv', exp: 9e9 }
  const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
  expect((await openLink(`/v1/files/${forged}`)).status).toBe(403)
  const other = { ...portal.services, secrets: { ...portal.services.secrets, derive: () => Buffer.alloc(32, 1) } }
  expect((await openLink(`/v1/files/${await signFileLink(other, claims)}`)).status).toBe(403)
  // Control: the same claims signed with the portal's key open the file.
  const { fileKey } = await portal.db
    .selectFrom('orders')
    .select('fileKey')
    .where('id', '=', theirs.id)
    .executeTakeFirstOrThrow()
  const ours = await signFileLink(portal.services, { ...claims, key: fileKey ?? '' })
  expect((await openLink(`/v1/files/${ours}`)).status).toBe(200)
})

test('a call-ready order has a separate certificate that proves its file', async () => {
  const { owner, params, id, now } = await placeConsumerOrder(portal)
  const { body } = await owner.as.call(privateOrders.certificate, { params })
  const file = await openLink(body.url)
  expect(file.headers.get('content-disposition')).toContain(`order-${id}-v1-certificate.jws`)
  expect(file.body).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  const { body: keys } = await anonymousCaller(portal).call(certificateKeys.get)
  const link = await owner.as.call(privateOrders.download, { params })
  const csv = await (await fetch(portal.url + link.body.url)).bytes()
  expect(await verifyCertificate(file.body, { keys, csv })).toMatchObject({
    isProven: true,
    claims: { orderId: id, version: 1, file: { sha256: (await now()).files[0]?.sha256, leads: 50 } },
  })
  // Control: the certificate does not verify another file.
  expect(await verifyCertificate(file.body, { keys, csv: csv.slice(1) })).toMatchObject({ isProven: false })
})

test('a mail-ready order has no certificate, and the error says so', async () => {
  const { owner } = await placeConsumerOrder(portal)
  const draft = { orderName: 'Mail', campaignType: 'MAIL_READY' as const, quantity: 50 }
  const criteria = { location: { states: ['TN'] } }
  const { body: order } = await owner.as.call(privateOrders.place, { body: { ...draft, criteria } })
  await fulfilTestOrder(portal, order.id)
  const reply = await owner.as.call(privateOrders.certificate, { params: { id: order.id } })
  expect(reply).toMatchObject({ status: 409, body: { message: 'Only a Call Ready order has a certificate.' } })
})

test('a nonexistent version is not found', async () => {
  const { owner, params } = await placeConsumerOrder(portal)
  const of = (version: number) => owner.as.call(privateOrders.download, { params, query: { version } })
  expect([(await of(1)).status, (await of(2)).status]).toEqual([200, 404])
  expect((await of(2_147_483_647)).status).toBe(404)
  // Larger than a database integer.
  expect((await of(Number.MAX_SAFE_INTEGER)).status).toBe(400)
})

test('expired numbers cannot be downloaded until they are checked again; their certificate can', async () => {
  const { owner, params } = await placeConsumerOrder(portal)
  const ask = async (endpoint: typeof privateOrders.download | typeof privateOrders.certificate) =>
    (await signInWithPassword(portal, owner.email)).as.call(endpoint, { params })
  portal.clock.advance(30 * day - minute)
  expect(await ask(privateOrders.download)).toMatchObject({ status: 200 })
  portal.clock.advance(2 * minute)
  expect(await ask(privateOrders.download)).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', message: expect.stringContaining('Check them against the do-not-call lists again') },
  })
  expect(await ask(privateOrders.certificate)).toMatchObject({ status: 200 })
  portal.clock.advance(-30 * day)
})

test('numbers expire no later than the registry they were checked against', async () => {
  const fetched = new Date(portal.clock.now().getTime() - 20 * day)
  await importTestRegistry(portal, [], fetched.toISOString().slice(0, 10))
  const order = await placeConsumerOrder(portal)
  const { params, owner } = order
  const lastDay = new Date(fetched.getTime() + 31 * day).toISOString().slice(0, 10)
  expect((await order.now()).expiresAt).toBe(`${lastDay}T23:59:59.999Z`)
  const listScrubs = async ({ as }: Pick<typeof owner, 'as'>) => {
    const { body } = await as.call(privateOrders.leads, { params, query: { limit: 100 } })
    return body.items.flatMap(({ contacts = [] }) => contacts.flatMap(({ scrub }) => scrub ?? []))
  }
  expect(await listScrubs(owner)).toContain('CLEAN')
  portal.clock.advance(12 * day)
  try {
    const late = await signInWithPassword(portal, owner.email)
    // The expiry job has not run yet.
    expect((await late.as.call(privateOrders.get, { params })).body).toMatchObject({ isExpired: true, notices: [] })
    expect(await late.as.call(privateOrders.download, { params })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('registry that they were checked against counts for 31 days') },
    })
    const scrubs = await listScrubs(late)
    expect([scrubs.includes('CLEAN'), scrubs.includes('NOT_SCRUBBED')]).toEqual([false, true])
    const [propertyId = ''] = (await late.as.call(privateOrders.leads, { params, query: {} })).body.items.map(
      (lead) => lead.propertyId,
    )
    const { body: changed } = await late.as.call(privateOrders.changeLead, {
      params: { ...params, propertyId },
      body: { stage: 'CONTACTED' },
    })
    expect(changed.contacts?.map(({ scrub }) => scrub)).not.toContain('CLEAN')
    const { body: all } = await late.as.call(privateOrders.list, { query: {} })
    expect(all.items.map(({ isExpired }) => isExpired)).toEqual([true])
  } finally {
    portal.clock.advance(-12 * day)
    await importTestRegistry(portal, [])
  }
})

test("a campaign's order is downloaded the same way", async () => {
  const { now } = await placeCampaignOrder(portal)
  expect(await now()).toMatchObject({ userFacingStatus: 'COMPLETED', files: [{ version: 1, hasCertificate: true }] })
})
