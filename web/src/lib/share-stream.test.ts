import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { StreamState } from './event-stream.ts'
import { shareStream } from './share-stream.ts'

const schema = z.object({ credits: z.int() })
type Event = z.infer<typeof schema>

/** The streams that are open, by the tab that opened each. */
const opened: { tab: string; onEvent: (event: Event) => void; onState: (state: StreamState) => void }[] = []
const tabs: { close: () => void }[] = []
let names = 0

afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
  opened.length = 0
  vi.unstubAllGlobals()
})

/** A browser whose tabs share a stream of their own. */
function browser() {
  names += 1
  const name = `balance ${names}`
  return (tab: string) => {
    const heard: number[] = []
    const states: StreamState[] = []
    const shared = shareStream<Event>({
      name,
      schema,
      onEvent: ({ credits }) => heard.push(credits),
      onState: (state) => states.push(state),
      open: (hearing) => {
        const stream = { tab, ...hearing }
        opened.push(stream)
        return () => void opened.splice(opened.indexOf(stream), 1)
      },
    })
    tabs.push(shared)
    return { heard, states, ...shared }
  }
}

/** Waits for what takes a few messages between tabs. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 30_000 })

const openedBy = () => opened.map(({ tab }) => tab)

test('of seven tabs one listens, and all of them hear', async () => {
  const open = browser()
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(open)
  await eventually(() => expect(openedBy()).toEqual(['a']))
  opened[0]?.onState('live')
  opened[0]?.onEvent({ credits: 40 })
  for (const { heard, states } of all)
    await eventually(() => expect({ heard, states: states.at(-1) }).toEqual({ heard: [40], states: 'live' }))
  expect(openedBy()).toEqual(['a'])
})

test('a tab that comes later is told how things stand', async () => {
  const open = browser()
  open('first')
  await eventually(() => expect(openedBy()).toEqual(['first']))
  opened[0]?.onState('live')
  opened[0]?.onEvent({ credits: 7 })
  const later = open('later')
  await eventually(() => expect(later.heard).toEqual([7]))
  expect(later.states).toEqual(['connecting', 'live'])
})

test('what a tab heard once is not told again to others, nor to a late one once the stream is cut off', async () => {
  const open = browser()
  const first = open('first')
  const second = open('second')
  await eventually(() => expect(openedBy()).toEqual(['first']))
  opened[0]?.onState('live')
  opened[0]?.onEvent({ credits: 100 })
  await eventually(() => expect(second.heard).toEqual([100]))
  const late = open('late')
  await eventually(() => expect(late.heard).toEqual([100]))
  expect([first.heard, second.heard]).toEqual([[100], [100]])
  opened[0]?.onState('waiting')
  const later = open('later')
  await eventually(() => expect(later.states.at(-1)).toBe('waiting'))
  expect(later.heard).toEqual([])
})

test('when the tab that listens closes, another one listens', async () => {
  const open = browser()
  const first = open('first')
  const second = open('second')
  await eventually(() => expect(openedBy()).toEqual(['first']))
  first.close()
  await eventually(() => expect(openedBy()).toEqual(['second']))
  opened[0]?.onEvent({ credits: 3 })
  expect(second.heard).toEqual([3])
  expect(first.heard).toEqual([])
})

test('a tab whose turn was on the way when it closed opens no stream, and gives the turn back', async () => {
  let come = () => {}
  const turn = new Promise<void>((resolve) => (come = resolve))
  let returned: Promise<unknown> | undefined
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, __: object, work: () => Promise<void>) => {
        returned = turn.then(work)
        return returned
      },
    },
  })
  const only = browser()('only')
  only.close()
  come()
  await turn
  expect(openedBy()).toEqual([])
  await returned
})

test.each([0, 1])('a stream that has stopped begins anew for all of three tabs when tab %i asks', async (asking) => {
  const open = browser()
  const all = ['first', 'second', 'third'].map(open)
  await eventually(() => expect(openedBy()).toEqual(['first']))
  const [before] = opened
  before?.onState('stopped')
  for (const { states } of all) await eventually(() => expect(states.at(-1)).toBe('stopped'))
  all[asking]?.again()
  await eventually(() => expect(opened).not.toContain(before))
  opened[0]?.onEvent({ credits: 5 })
  for (const { heard } of all) await eventually(() => expect(heard).toEqual([5]))
  expect(openedBy()).toEqual(['first'])
})

test('what is no balance is not taken over', async () => {
  const open = browser()
  const first = open('first')
  await eventually(() => expect(openedBy()).toEqual(['first']))
  opened[0]?.onEvent({ credits: 'many' } as unknown as Event)
  opened[0]?.onEvent({ credits: 1 })
  expect(first.heard).toEqual([1])
})

test('without locks, as over plain HTTP, each tab listens by itself', async () => {
  vi.stubGlobal('navigator', {})
  const open = browser()
  const first = open('first')
  const second = open('second')
  expect(openedBy()).toEqual(['first', 'second'])
  for (const stream of opened) stream.onState('live')
  opened[0]?.onEvent({ credits: 9 })
  opened[0]?.onState('stopped')
  // What is told to other tabs is told in order, so this comes after whatever was told above.
  const [hearer, teller] = [new BroadcastChannel(`balance ${names}`), new BroadcastChannel(`balance ${names}`)]
  const told = new Promise((resolve) => hearer.addEventListener('message', resolve))
  teller.postMessage({})
  await told
  for (const channel of [hearer, teller]) channel.close()
  expect([second.heard, second.states]).toEqual([[], ['connecting', 'live']])
  first.again()
  expect(openedBy()).toEqual(['second', 'first'])
})
