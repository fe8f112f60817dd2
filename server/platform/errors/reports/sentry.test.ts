import { adminErrors, errorReports } from '@dooryard/contract/admin/error-reports'
import { account } from '@dooryard/contract/identity/account'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createSentryServer } from './sentry.fixture.ts'

const sentry = await createSentryServer()
const portal = await testPortal({ sentryDsn: sentry.dsn })
afterAll(async () => {
  await portal.close()
  await sentry.close()
})

const waitForEvent = async (isWanted: (event: (typeof sentry.events)[number]) => boolean) => {
  await expect.poll(() => sentry.events.some(isWanted), { timeout: 20_000 }).toBe(true)
  return sentry.events.find(isWanted)
}

test('an unexpected error of a call goes to Sentry, with its user, route and request, and not into the tables', async () => {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { as, id, email } = await user(portal)
  const role = sql.ref(inject('appRole'))
  await sql`revoke update on users from ${role}`.execute(portal.db)
  const { body } = await as.call(account.change, { body: { firstName: 'Tessa' } })
  await sql`grant update on users to ${role}`.execute(portal.db)
  const event = await waitForEvent(({ transaction }) => transaction === 'PATCH /v1/auth/private/me')
  expect(event).toMatchObject({
    release: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    user: { id },
    tags: {
      error_id: expect.stringMatching(/^[0-9A-Z]{12}$/),
      layer: 'api',
      request_id: Reflect.get(body, 'requestId'),
    },
    exception: { values: [{ value: expect.stringContaining('permission denied') }] },
  })
  expect(event?.exception?.values?.[0]?.stacktrace?.frames).toContainEqual(
    expect.objectContaining({ filename: expect.stringMatching(/^server\/modules\/identity\//), in_app: true }),
  )
  for (const text of sentry.texts) for (const own of [email, 'Tessa']) expect(text).not.toContain(own)
  const { body: listed } = await admin.as.call(adminErrors.list, { query: {} })
  expect(listed.items).toEqual([])
})

test('an error of a browser that could not reach Sentry is passed on, under its Error ID', async () => {
  const { as, id } = await user(portal)
  const body = {
    ...{ id: 'MIHQ2K9X4F7A', name: 'TypeError', message: 'It broke', page: '/portal/orders?search=casey@example.com' },
    ...{ release: '0.0.9', occurredAt: new Date().toISOString() },
    breadcrumbs: [{ at: new Date().toISOString(), kind: 'CLICK' as const, text: 'button in main' }],
  }
  expect((await as.call(errorReports.report, { body })).status).toBe(204)
  expect(await waitForEvent(({ tags }) => tags?.['error_id'] === body.id)).toMatchObject({
    ...{ release: '0.0.9', transaction: '/portal/orders', user: { id }, platform: 'javascript' },
    exception: { values: [{ type: 'TypeError', value: 'It broke' }] },
    breadcrumbs: [{ category: 'click', message: 'button in main' }],
  })
})
