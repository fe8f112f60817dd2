import { certificateKeys } from '@dooryard/contract/dnc'
import { privateOrders } from '@dooryard/contract/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueTicket } from '../../platform/tickets.ts'
import { nobody, signedIn } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { replyOf } from '../../test/requests.ts'
import { verifyCertificate } from '../dnc/index.ts'
import { campaignsOrder, consumersOrder, fulfil, offerCalls, registryOf, today } from './call-orders.fixture.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  await offerCalls(portal)
})
afterAll(() => portal.close())

const open = async (url: string) => replyOf<string>(await fetch(portal.url + url))
const minute = 60_000
const day = 24 * 60 * minute

test('an order that is not completed has no file and no certificate yet', async () => {
  const { owner, params, id, now } = await consumersOrder(portal, { isDone: false })
  for (const endpoint of [privateOrders.download, privateOrders.certificate])
    expect(await owner.as.call(endpoint, { params })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  await fulfil(portal, id)
  expect((await now()).userFacingStatus).toBe('COMPLETED')
  expect((await owner.as.call(privateOrders.download, { params })).status).toBe(200)
  const failed = await consumersOrder(portal, { isDone: false })
  await failed.owner.as.call(privateOrders.change, { params: failed.params, body: { cancel: true } })
  expect(await failed.owner.as.call(privateOrders.download, { params: failed.params })).toMatchObject({ status: 409 })
})

test('a link opens the file under its name for five minutes, and then no more', async () => {
  const { owner, params, id } = await consumersOrder(portal)
  portal.clock.stop()
  const { body } = await owner.as.call(privateOrders.download, { params })
  const file = await open(body.url)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-disposition')).toContain(`order-${id}-${today(portal)}.csv`)
  expect(file.body.split('\r\n')[0]).toContain('Owner Name')
  const { body: first } = await owner.as.call(privateOrders.download, { params, query: { version: 1 } })
  const ofVersion = await open(first.url)
  expect(ofVersion.headers.get('content-disposition')).toContain(`order-${id}-${today(portal)}-v1.csv`)
  portal.clock.advance(5 * minute - 1_000)
  expect((await open(body.url)).status).toBe(200)
  portal.clock.advance(1_000)
  expect(await open(body.url)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
})

test('a link in which any one character is another opens nothing', async () => {
  const { owner, params } = await consumersOrder(portal)
  const { body } = await owner.as.call(privateOrders.download, { params })
  const start = '/v1/files/'.length
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const opened: number[] = []
  for (let at = start; at < body.url.length; at++) {
    const is = body.url[at] ?? ''
    // The low bits of the last character of a part are padding, so another one is taken that differs in the high ones.
    const other = is === '.' ? 'A' : alphabet[(alphabet.indexOf(is) + 32) % 64]
    const { status } = await open(`${body.url.slice(0, at)}${other}${body.url.slice(at + 1)}`)
    if (status !== 403) opened.push(at)
  }
  expect(opened).toEqual([])
  // The control: unaltered it opens.
  expect((await open(body.url)).status).toBe(200)
})

test('a link opens the one file that it is of, whoever holds it, and naming another takes the key of this portal', async () => {
  const [mine, theirs] = [await consumersOrder(portal), await consumersOrder(portal)]
  const { body } = await mine.owner.as.call(privateOrders.download, { params: mine.params })
  const [head = '', , signature = ''] = body.url.split('/').at(-1)?.split('.') ?? []
  const claims = { key: `orders/${theirs.id}/v1.csv`, fileName: 'theirs.csv', contentType: 'text/csv', exp: 9e9 }
  const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
  expect((await open(`/v1/files/${forged}`)).status).toBe(403)
  const other = { ...portal.services, secrets: { ...portal.services.secrets, derive: () => Buffer.alloc(32, 1) } }
  expect((await open(`/v1/files/${await issueTicket(other, claims)}`)).status).toBe(403)
  // The control: signed with its key the same claims open it, where the file is.
  const { fileKey } = await portal.db
    .selectFrom('orders')
    .select('fileKey')
    .where('id', '=', theirs.id)
    .executeTakeFirstOrThrow()
  const ours = await issueTicket(portal.services, { ...claims, key: fileKey ?? '' })
  expect((await open(`/v1/files/${ours}`)).status).toBe(200)
})

test('the certificate of an order to call is a file of its own that proves the file beside it', async () => {
  const { owner, params, id, now } = await consumersOrder(portal)
  const { body } = await owner.as.call(privateOrders.certificate, { params })
  const file = await open(body.url)
  expect(file.headers.get('content-disposition')).toContain(`order-${id}-v1-certificate.jws`)
  expect(file.body).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  const { body: keys } = await nobody(portal).call(certificateKeys.get)
  const link = await owner.as.call(privateOrders.download, { params })
  const csv = await (await fetch(portal.url + link.body.url)).bytes()
  expect(await verifyCertificate(file.body, { keys, csv })).toMatchObject({
    isProven: true,
    claims: { orderId: id, version: 1, file: { sha256: (await now()).files[0]?.sha256, leads: 50 } },
  })
  // The control: it proves no other file.
  expect(await verifyCertificate(file.body, { keys, csv: csv.slice(1) })).toMatchObject({ isProven: false })
})

test('an order to mail has no certificate, and says so', async () => {
  const { owner } = await consumersOrder(portal)
  const draft = { orderName: 'Mail', campaignType: 'MAIL_READY' as const, quantity: 50 }
  const criteria = { location: { states: ['TN'] } }
  const { body: order } = await owner.as.call(privateOrders.place, { body: { ...draft, criteria } })
  await fulfil(portal, order.id)
  const reply = await owner.as.call(privateOrders.certificate, { params: { id: order.id } })
  expect(reply).toMatchObject({ status: 409, body: { message: 'Only a Call Ready order has a certificate.' } })
})

test('a version that there is not is not found', async () => {
  const { owner, params } = await consumersOrder(portal)
  const of = (version: number) => owner.as.call(privateOrders.download, { params, query: { version } })
  expect([(await of(1)).status, (await of(2)).status]).toEqual([200, 404])
  expect((await of(2_147_483_647)).status).toBe(404)
  // Larger than what the database counts with.
  expect((await of(Number.MAX_SAFE_INTEGER)).status).toBe(400)
})

test('numbers checked too long ago cannot be downloaded until they are checked again; their certificate can', async () => {
  const { owner, params } = await consumersOrder(portal)
  const ask = async (endpoint: typeof privateOrders.download | typeof privateOrders.certificate) =>
    (await signedIn(portal, owner.email)).as.call(endpoint, { params })
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

test('numbers may be called no longer than the registry that they were checked against counts', async () => {
  const fetched = new Date(portal.clock.now().getTime() - 20 * day)
  await registryOf(portal, [], fetched.toISOString().slice(0, 10))
  const order = await consumersOrder(portal)
  const { params, owner } = order
  const lastDay = new Date(fetched.getTime() + 31 * day).toISOString().slice(0, 10)
  expect((await order.now()).expiresAt).toBe(`${lastDay}T23:59:59.999Z`)
  const scrubsOf = async ({ as }: Pick<typeof owner, 'as'>) => {
    const { body } = await as.call(privateOrders.leads, { params, query: { limit: 100 } })
    return body.items.flatMap(({ contacts = [] }) => contacts.flatMap(({ scrub }) => scrub ?? []))
  }
  expect(await scrubsOf(owner)).toContain('CLEAN')
  portal.clock.advance(12 * day)
  try {
    const late = await signedIn(portal, owner.email)
    // Nobody has noted it yet.
    expect((await late.as.call(privateOrders.get, { params })).body).toMatchObject({ isExpired: true, notices: [] })
    expect(await late.as.call(privateOrders.download, { params })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('registry that they were checked against counts for 31 days') },
    })
    const scrubs = await scrubsOf(late)
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
    await registryOf(portal, [])
  }
})

test("a campaign's order is downloaded the same way", async () => {
  const { now } = await campaignsOrder(portal)
  expect(await now()).toMatchObject({ userFacingStatus: 'COMPLETED', files: [{ version: 1, hasCertificate: true }] })
})
