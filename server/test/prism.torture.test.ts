import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { allEndpoints } from '@dooryard/contract/all'
import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import { balances, creditSettings } from '@dooryard/contract/billing/credits'
import { paymentEvents } from '@dooryard/contract/billing/payments'
import { contacts } from '@dooryard/contract/data/contacts'
import { adminDnc, dnc } from '@dooryard/contract/data/dnc'
import { rolls } from '@dooryard/contract/data/rolls'
import { account } from '@dooryard/contract/identity/account'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOidcProvider } from '../modules/identity/external/oidc-provider.fixture.ts'
import { enableCallReady } from '../modules/orders/call-ready/call-orders.fixture.ts'
import { createReceiver } from '../modules/webhooks/deliver/receiver.fixture.ts'
import { user } from './factories.ts'
import {
  fetchDocument,
  fetchWrongDocument,
  findEndpoint,
  formatEndpoint,
  journeys,
  type RecordedAnswer,
  refusalStatuses,
} from './journeys/all.ts'
import { type Portal, testPortal } from './portal.ts'
import { createCaller } from './requests.ts'

const answers: RecordedAnswer[] = []

/** Endpoints that never succeed through Prism here, and why. */
const skippedEndpoints = new Map<AnyEndpoint, string>([
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

/** A proxy in front of a server that checks each response against a document. */
async function startPrism(document: object, upstream: string) {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-prism-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  // Requests are wrong on purpose: only responses are checked.
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
let hook: Awaited<ReturnType<typeof createReceiver>>
let prism: Awaited<ReturnType<typeof startPrism>>
let stopRecording: () => void
let provider: Awaited<ReturnType<typeof startOidcProvider>>
beforeAll(async () => {
  provider = await startOidcProvider()
  direct = await testPortal({ demoRows: 2_000, worker: true, signInProviders: [provider.config] })
  await enableCallReady(direct)
  hook = await createReceiver()
  prism = await startPrism(await fetchDocument(direct), direct.url)
  portal = { ...direct, url: prism.url }
  stopRecording = recordAnswers(prism.url)
})
afterAll(async () => {
  stopRecording()
  await Promise.all([prism.close(), hook.close()])
  await Promise.all([direct.close(), provider.stop()])
})

/** Records each response from this address. */
function recordAnswers(url: string) {
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const answer = await send(input, init)
    const asked = new URL(String(input))
    if (asked.origin !== new URL(url).origin) return answer
    const method = init?.method ?? 'GET'
    const found = findEndpoint(method, asked.pathname)
    answers.push({
      call: found ? formatEndpoint(found) : `${method} ${asked.pathname}`,
      status: answer.status,
      violations: parseViolations(answer.headers.get('sl-violations') ?? '[]'),
    })
    return answer
  }
  return () => {
    globalThis.fetch = send
  }
}

/**
 * Violations of the response only: requests are wrong on purpose. A list of too many is cut off, and is no longer
 * JSON.
 */
function parseViolations(header: string): unknown[] {
  if (!header.startsWith('[')) return [header]
  const violations: { location: string[] }[] = JSON.parse(header)
  return violations.filter(({ location }) => location[0] === 'response')
}

const listViolations = (since: number) => answers.slice(since).filter(({ violations }) => violations.length > 0)

// The journeys run one after another in the same portal; the responses are checked at the end.
describe('every response', { shuffle: false }, () => {
  test.each(journeys)('matches the document where %s', async (_, journey) => {
    const since = answers.length
    await journey({ portal, direct, hook: hook.url })
    expect(answers.length).toBeGreaterThan(since)
    expect(listViolations(since)).toEqual([])
  })

  test('every call is made above, except those that cannot be', () => {
    const made = new Set(answers.filter(({ status }) => status < 300).map(({ call }) => call))
    const missing = allEndpoints.filter(
      (endpoint) => !made.has(formatEndpoint(endpoint)) && !skippedEndpoints.has(endpoint),
    )
    expect(missing.map(formatEndpoint)).toEqual([])
    expect([...skippedEndpoints.keys()].map(formatEndpoint).filter((name) => made.has(name))).toEqual([])
  })

  test('every kind of refusal is among the responses', () => {
    const refused = new Set(answers.map(({ status }) => status).filter((status) => status >= 400))
    expect([...refused].toSorted()).toEqual(refusalStatuses)
  })
})

test('a response that does not match the document is detected', async () => {
  const stricter = await startPrism(await fetchWrongDocument(direct), direct.url)
  try {
    const { as } = await user(direct)
    const asked = createCaller(stricter.url, as.token)
    const getReportedViolations = async (reply: Promise<{ headers: Headers }>) =>
      (await reply).headers.get('sl-violations')
    expect(await getReportedViolations(asked.call(account.me))).toContain('email')
    expect(await getReportedViolations(createCaller(stricter.url).call(account.me))).toContain('requestId')
    expect(await getReportedViolations(asked.call(creditSettings.list))).toContain('status code')
    expect(await getReportedViolations(asked.call(account.sessions))).toBeNull()
  } finally {
    await stricter.close()
  }
})
