import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { StreamState } from './event-stream.ts'
import { shareStream } from './share-stream.ts'

const schema = z.object({ credits: z.int() })
type Event = z.infer<typeof schema>

/** The open streams and the tab that opened each. */
const opened: { tab: string; onEvent: (event: Event) => void; onState: (state: StreamState) => void }[] = []
const tabs: { close: () => void }[] = []
let names = 0

afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
  opened.length = 0
  vi.unstubAllGlobals()
})

/** A fake browser whose tabs share a stream. */
function browser() {
  names += 1
  const name = `balance ${names}`
  return (tab: string) => {
    const received: number[] = []
    const states: StreamState[] = []
    const shared = shareStream<Event>({
      name,
      schema,
      onEvent: ({ credits }) => received.push(credits),
      onState: (state) => states.push(state),
      open: (handlers) => {
        const stream = { tab, ...handlers }
        opened.push(stream)
        return () => void opened.splice(opened.indexOf(stream), 1)
      },
    })
    tabs.push(shared)
    return { heard: received, states, ...shared }
  }
}

/** Waits for a few messages between tabs. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 30_000 })

const listOpeners = () => opened.map(({ tab }) => tab)

test('one of seven tabs listens, and all of them receive events', async () => {
  const open = browser()
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(open)
  await eventually(() => expect(listOpeners()).toEqual(['a']))
  opened[0]?.onState('live')
  opened[0]?.onEvent({ credits: 40 })
  for (const { heard: received, states } of all)
    await eventually(() => expect({ heard: received, states: states.at(-1) }).toEqual({ heard: [40], states: 'live' }))
  expect(listOpeners()).toEqual(['a'])
})

test('a tab opened later receives the current state', async () => {
  const open = browser()
  open('first')
  await eventually(() => expect(listOpeners()).toEqual(['first']))
  opened[0]?.onState('live')
  opened[0]?.onEvent({ credits: 7 })
  const later = open('later')
  await eventually(() => expect(later.heard).toEqual([7]))
  expect(later.states).toEqual(['connecting', 'live'])
})

test('an event is not sent again to other tabs, nor to a late tab once the stream is interrupted', async () => {
  const open = browser()
  const first = open('first')
  const second = open('second')
  await eventually(() => expect(listOpeners()).toEqual(['first']))
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

test('when the listening tab closes, another one takes over', async () => {
  const open = browser()
  const first = open('first')
  const second = open('second')
  await eventually(() => expect(listOpeners()).toEqual(['first']))
  first.close()
  await eventually(() => expect(listOpeners()).toEqual(['second']))
  opened[0]?.onEvent({ credits: 3 })
  expect(second.heard).toEqual([3])
  expect(first.heard).toEqual([])
})

test('a tab closed before it got the lock opens no stream and releases the lock', async () => {
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
  expect(listOpeners()).toEqual([])
  await returned
})

test.each([0, 1])('a stopped stream is reopened for all of three tabs when tab %i asks', async (asking) => {
  const open = browser()
  const all = ['first', 'second', 'third'].map(open)
  await eventually(() => expect(listOpeners()).toEqual(['first']))
  const [before] = opened
  before?.onState('stopped')
  for (const { states } of all) await eventually(() => expect(states.at(-1)).toBe('stopped'))
  all[asking]?.again()
  await eventually(() => expect(opened).not.toContain(before))
  opened[0]?.onEvent({ credits: 5 })
  for (const { heard: received } of all) await eventually(() => expect(received).toEqual([5]))
  expect(listOpeners()).toEqual(['first'])
})

test('an invalid balance is ignored', async () => {
  const open = browser()
  const first = open('first')
  await eventually(() => expect(listOpeners()).toEqual(['first']))
  opened[0]?.onEvent({ credits: 'many' } as unknown as Event)
  opened[0]?.onEvent({ credits: 1 })
  expect(first.heard).toEqual([1])
})

test('without locks, as over plain HTTP, each tab listens by itself', async () => {
  vi.stubGlobal('navigator', {})
  const open = browser()
  const first = open('first')
  const second = open('second')
  expect(listOpeners()).toEqual(['first', 'second'])
  for (const stream of opened) stream.onState('live')
  opened[0]?.onEvent({ credits: 9 })
  opened[0]?.onState('stopped')
  // Messages to other tabs arrive in order, so this one arrives after all of those above.
  const [listener, leader] = [new BroadcastChannel(`balance ${names}`), new BroadcastChannel(`balance ${names}`)]
  const sent = new Promise((resolve) => listener.addEventListener('message', resolve))
  leader.postMessage({})
  await sent
  for (const channel of [listener, leader]) channel.close()
  expect([second.heard, second.states]).toEqual([[], ['connecting', 'live']])
  first.again()
  expect(listOpeners()).toEqual(['second', 'first'])
})
