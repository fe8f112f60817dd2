import { account } from '@dooryard/contract/account'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { longComment, pngOf } from './pictures.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

test('a comment of a picture that unpacks to 400 MB is not unpacked', async () => {
  const { as } = await user(portal)
  const upload = (bytes: Uint8Array) => as.call(account.updatePicture, { body: new Blob([Buffer.from(bytes)]) })
  // What the first picture costs, whatever it is, the comment does not.
  expect(await upload(pngOf(5_000, 5_000))).toMatchObject({ status: 200 })
  const bomb = pngOf(9, 9, { more: [longComment(400_000_000)] })
  const memory = process.memoryUsage().rss
  expect(await upload(bomb)).toMatchObject({ status: 200 })
  expect(process.memoryUsage().rss - memory).toBeLessThan(200_000_000)
})
