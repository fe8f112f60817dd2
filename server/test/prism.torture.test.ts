import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { account } from '@dooryard/contract/account'
import { adminOrders } from '@dooryard/contract/admin-orders'
import { allEndpoints } from '@dooryard/contract/all'
import { contacts } from '@dooryard/contract/contacts'
import { balances, creditSettings } from '@dooryard/contract/credits'
import { adminDnc, dnc } from '@dooryard/contract/dnc'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import { orders, privateOrders } from '@dooryard/contract/orders'
import { paymentEvents } from '@dooryard/contract/payments'
import { rolls } from '@dooryard/contract/rolls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offerCalls } from '../modules/orders/call-orders.fixture.ts'
import { receiver } from '../modules/webhooks/receiver.fixture.ts'
import { user } from './factories.ts'
import { type Answer, documentAt, endpointAt, journeys, nameOf, refusals, wrongDocumentAt } from './journeys/all.ts'
import { type Portal, testPortal } from './portal.ts'
import { callerAt } from './requests.ts'

const answers: Answer[] = []

/** What never succeeds by Prism here, and why. */
const notThrough = new Map<AnyEndpoint, string>([
  ...[balances.watch, orders.watchStatus, privateOrders.watchStatus, adminOrders.watchStatus, rolls.watchImport].map(
    (stream) => [stream, 'Prism passes an answer on when it has ended, and a stream does not'] as const,
  ),
  [account.updatePicture, 'Prism passes bytes on as text, which spoils a picture'],
  [paymentEvents.receive, 'the sandbox takes no events from outside'],
  ...[rolls.retry, contacts.retry, dnc.retry, adminDnc.retry].map(
    (retry) => [retry, 'only an import that a store has failed is tried again'] as const,
  ),
])

const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli')

/** A proxy in front of a server that holds each answer against a document. */
async function startPrism(document: object, upstream: string) {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-prism-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  // Requests are sent wrong on purpose: only answers are looked at.
  const options = ['--port', '0', '--multiprocess', 'false', '--validate-request', 'false']
  const child = spawn(process.execPath, [command, 'proxy', file, upstream, ...options])
  const close = async () => {
    child.kill()
    await rm(folder, { recursive: true, force: true })
  }
  const said: string[] = []
  child.stderr.on('data', (text) => said.push(String(text)))
  for await (const line of createInterface(child.stdout)) {
    said.push(line)
    const url = /listening on (http:\/\/\S+)/.exec(line)?.[1]
    if (!url) continue
    child.stdout.resume()
    return { url, close }
  }
  await close()
  throw new Error(`Prism did not start: ${said.join('\n')}`)
}

let direct: Portal
let portal: Portal
let hook: Awaited<ReturnType<typeof receiver>>
let prism: Awaited<ReturnType<typeof startPrism>>
let stopNoting: () => void
beforeAll(async () => {
  direct = await testPortal({ demoRows: 2_000, worker: true })
  await offerCalls(direct)
  hook = await receiver()
  prism = await startPrism(await documentAt(direct), direct.url)
  portal = { ...direct, url: prism.url }
  stopNoting = noteAnswersOf(prism.url)
})
afterAll(async () => {
  stopNoting()
  await Promise.all([prism.close(), hook.close()])
  await direct.close()
})

/** Notes each answer that comes from there. */
function noteAnswersOf(url: string) {
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const answer = await send(input, init)
    const asked = new URL(String(input))
    if (asked.origin !== new URL(url).origin) return answer
    const method = init?.method ?? 'GET'
    const found = endpointAt(method, asked.pathname)
    answers.push({
      call: found ? nameOf(found) : `${method} ${asked.pathname}`,
      status: answer.status,
      violations: violationsIn(answer.headers.get('sl-violations') ?? '[]'),
    })
    return answer
  }
  return () => {
    globalThis.fetch = send
  }
}

/** Those of the answer: requests are wrong on purpose. Too many of them are cut off, and no JSON any more. */
function violationsIn(header: string): unknown[] {
  if (!header.startsWith('[')) return [header]
  const violations: { location: string[] }[] = JSON.parse(header)
  return violations.filter(({ location }) => location[0] === 'response')
}

const differing = (since: number) => answers.slice(since).filter(({ violations }) => violations.length > 0)

// The journeys are made one after the other in the same portal, and then looked at together.
describe('every answer', { shuffle: false }, () => {
  test.each(journeys)('is as the document says where %s', async (_, journey) => {
    const since = answers.length
    await journey({ portal, direct, hook: hook.url })
    expect(answers.length).toBeGreaterThan(since)
    expect(differing(since)).toEqual([])
  })

  test('every call is made above, but for those that cannot be', () => {
    const made = new Set(answers.filter(({ status }) => status < 300).map(({ call }) => call))
    const missing = allEndpoints.filter((endpoint) => !made.has(nameOf(endpoint)) && !notThrough.has(endpoint))
    expect(missing.map(nameOf)).toEqual([])
    expect([...notThrough.keys()].map(nameOf).filter((name) => made.has(name))).toEqual([])
  })

  test('every kind of refusal is among the answers', () => {
    const refused = new Set(answers.map(({ status }) => status).filter((status) => status >= 400))
    expect([...refused].toSorted()).toEqual(refusals)
  })
})

test('an answer that is not as a document says is caught', async () => {
  const stricter = await startPrism(await wrongDocumentAt(direct), direct.url)
  try {
    const { as } = await user(direct)
    const asked = callerAt(stricter.url, as.token)
    const saidOf = async (reply: Promise<{ headers: Headers }>) => (await reply).headers.get('sl-violations')
    expect(await saidOf(asked.call(account.me))).toContain('email')
    expect(await saidOf(callerAt(stricter.url).call(account.me))).toContain('requestId')
    expect(await saidOf(asked.call(creditSettings.list))).toContain('status code')
    expect(await saidOf(asked.call(account.sessions))).toBeNull()
  } finally {
    await stricter.close()
  }
})
