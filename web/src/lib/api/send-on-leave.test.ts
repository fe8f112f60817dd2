import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import { afterEach, expect, test, vi } from 'vitest'
import { browserStorage, createToken, erin, openTab } from '../session/tab.fixture.ts'

afterEach(() => vi.unstubAllGlobals())

test('a change is sent while the page is left, unless it is too large or the token has expired', async () => {
  const { session } = await openTab(browserStorage())
  const { sendOnLeave } = await import('./send-on-leave.ts')
  const sent: (RequestInit | undefined)[] = []
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => sent.push(init))
  const send = (name: string) => sendOnLeave(countySetups.change, { params: { id: 'a' }, body: { name } })
  const accessToken = createToken(20)
  session.start({ ...erin, accessToken })
  expect([send('Anytown'), send('Anytown'.repeat(10_000))]).toEqual([true, false])
  vi.setSystemTime(Date.now() + 20_000)
  expect(send('Anytown')).toBe(false)
  vi.useRealTimers()
  session.end('asked')
  expect(send('Anytown')).toBe(false)
  expect(sent).toMatchObject([{ keepalive: true, headers: { authorization: `Bearer ${accessToken}` } }])
})
