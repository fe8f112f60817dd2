import { operations } from '@dooryard/contract/admin/operations'
import { expect, test } from 'vitest'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { startSilentStore } from './silent-server.fixture.ts'

test('a property store that hangs delays the response by two seconds', async () => {
  const portal = await testPortal()
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const silent = await startSilentStore()
  const own = portal.services.clickhouse
  portal.services.clickhouse = silent.clickhouse
  const asked = performance.now()
  const { status, body } = await admin.as.call(operations.get)
  const milliseconds = performance.now() - asked
  portal.services.clickhouse = own
  expect(status).toBe(200)
  expect(body.stores[1]).toMatchObject({ isUp: false, problem: 'It did not answer within 2 s.' })
  expect(milliseconds).toBeGreaterThan(1_900)
  expect(milliseconds).toBeLessThan(4_000)
  await silent.left
  await silent.close()
  await portal.close()
})
