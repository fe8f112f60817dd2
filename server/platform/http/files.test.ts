import { files } from '@dooryard/contract/data/files'
import { afterAll, expect, test } from 'vitest'
import { anonymousCaller } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { type FileLinkClaims, signFileLink } from '../files/file-links.ts'

const portal = await testPortal()
afterAll(portal.close)

const csv: FileLinkClaims = { key: 'orders/a/v1.csv', fileName: 'order-a.csv', contentType: 'text/csv; charset=utf-8' }
const content = 'Owner Name\r\nÉ. TESTWELL 👋\r\n'
await portal.services.files.write(csv.key, [content])
await portal.services.files.write('orders/b/v1.csv', ["somebody else's"])

const createLink = (changed: Partial<FileLinkClaims> = {}) => signFileLink(portal.services, { ...csv, ...changed })
const openLink = (ticket: string) => anonymousCaller(portal).call(files.get, { params: { ticket } })

test('a link serves the file as a download under its name, not cached', async () => {
  const { status, headers, body } = await openLink(await createLink())
  expect([status, body]).toEqual([200, content])
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(Buffer.byteLength(content)),
    'content-disposition': 'attachment; filename="order-a.csv"',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('a file name is stripped of characters that would break its header', async () => {
  const { headers } = await openLink(await createLink({ fileName: 'a"; filename*=x\r\nSet-Cookie: b=1.csv' }))
  expect(headers.get('content-disposition')).toBe('attachment; filename="a___filename__x__Set-Cookie__b_1.csv"')
  expect(headers.get('set-cookie')).toBeNull()
})

test('a link expires after five minutes', async () => {
  portal.clock.stop()
  const ticket = await createLink()
  portal.clock.advance(5 * 60_000 - 1_000)
  expect((await openLink(ticket)).status).toBe(200)
  portal.clock.advance(1_000)
  expect(await openLink(ticket)).toMatchObject({
    status: 403,
    body: { message: 'This link has expired or is not valid. Please start the download again.' },
  })
})

test('a link opens only its own file: an edited one opens nothing', async () => {
  const [head = '', payload = '', signature = ''] = (await createLink()).split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const edited = Buffer.from(JSON.stringify({ ...claims, key: 'orders/b/v1.csv' })).toString('base64url')
  const [, otherPayload = ''] = (await createLink({ key: 'orders/b/v1.csv' })).split('.')
  for (const ticket of [
    `${head}.${edited}.${signature}`,
    `${head}.${otherPayload}.${signature}`,
    `${head}.${payload}.`,
    'orders/b/v1.csv',
    '../../etc/passwd',
    'x',
  ])
    expect((await openLink(ticket)).status, ticket).toBe(403)
})

test('a link to a deleted file says so', async () => {
  expect(await openLink(await createLink({ key: 'orders/gone/v1.csv' }))).toMatchObject({
    status: 404,
    body: { message: 'This file was not found.' },
  })
})

test('the log has the request but not the link', async () => {
  const ticket = await createLink()
  const { headers } = await openLink(ticket)
  const line = portal.logged.find((text) => text.includes(headers.get('x-request-id') ?? 'none'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ path: '/v1/files/…', status: 200 })
  expect(portal.logged.join()).not.toContain(ticket)
})
