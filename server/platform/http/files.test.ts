import { files } from '@dooryard/contract/files'
import { afterAll, expect, test } from 'vitest'
import { nobody } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { issueTicket, type Ticket } from '../tickets.ts'

const portal = await testPortal()
afterAll(portal.close)

const csv: Ticket = { key: 'orders/a/v1.csv', fileName: 'order-a.csv', contentType: 'text/csv; charset=utf-8' }
const content = 'Owner Name\r\nÉ. TESTWELL 👋\r\n'
await portal.services.files.write(csv.key, [content])
await portal.services.files.write('orders/b/v1.csv', ["somebody else's"])

const link = (changed: Partial<Ticket> = {}) => issueTicket(portal.services, { ...csv, ...changed })
const open = (ticket: string) => nobody(portal).call(files.get, { params: { ticket } })

test('a link gives the file, to be saved under its name and kept by no cache', async () => {
  const { status, headers, body } = await open(await link())
  expect([status, body]).toEqual([200, content])
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(Buffer.byteLength(content)),
    'content-disposition': 'attachment; filename="order-a.csv"',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('a name that would break its header is written without what breaks it', async () => {
  const { headers } = await open(await link({ fileName: 'a"; filename*=x\r\nSet-Cookie: b=1.csv' }))
  expect(headers.get('content-disposition')).toBe('attachment; filename="a___filename__x__Set-Cookie__b_1.csv"')
  expect(headers.get('set-cookie')).toBeNull()
})

test('a link is good for five minutes', async () => {
  portal.clock.stop()
  const ticket = await link()
  portal.clock.advance(5 * 60_000 - 1_000)
  expect((await open(ticket)).status).toBe(200)
  portal.clock.advance(1_000)
  expect(await open(ticket)).toMatchObject({
    status: 403,
    body: { message: 'This link has expired or is not valid. Please start the download again.' },
  })
})

test('a link opens its own file alone: one that was edited opens nothing', async () => {
  const [head = '', payload = '', signature = ''] = (await link()).split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const edited = Buffer.from(JSON.stringify({ ...claims, key: 'orders/b/v1.csv' })).toString('base64url')
  const [, otherPayload = ''] = (await link({ key: 'orders/b/v1.csv' })).split('.')
  for (const ticket of [
    `${head}.${edited}.${signature}`,
    `${head}.${otherPayload}.${signature}`,
    `${head}.${payload}.`,
    'orders/b/v1.csv',
    '../../etc/passwd',
    'x',
  ])
    expect((await open(ticket)).status, ticket).toBe(403)
})

test('a link to a file that is gone says so', async () => {
  expect(await open(await link({ key: 'orders/gone/v1.csv' }))).toMatchObject({
    status: 404,
    body: { message: 'This file was not found.' },
  })
})

test('the log has the request and not the link', async () => {
  const ticket = await link()
  const { headers } = await open(ticket)
  const line = portal.logged.find((text) => text.includes(headers.get('x-request-id') ?? 'none'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ path: '/v1/files/…', status: 200 })
  expect(portal.logged.join()).not.toContain(ticket)
})
