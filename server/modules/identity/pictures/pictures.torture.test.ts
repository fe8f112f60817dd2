import { account } from '@dooryard/contract/identity/account'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { buildLongComment, buildPng } from './pictures.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

test('a picture comment that unpacks to 400 MB is not unpacked', async () => {
  const { as } = await user(portal)
  const upload = (bytes: Uint8Array) => as.call(account.updatePicture, { body: new Blob([Buffer.from(bytes)]) })
  // The comment adds nothing to the memory that the first picture takes.
  expect(await upload(buildPng(5_000, 5_000))).toMatchObject({ status: 200 })
  const bomb = buildPng(9, 9, { more: [buildLongComment(400_000_000)] })
  const memory = process.memoryUsage().rss
  expect(await upload(bomb)).toMatchObject({ status: 200 })
  expect(process.memoryUsage().rss - memory).toBeLessThan(200_000_000)
})
