import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { auth } from '@dooryard/contract/auth'
import { properties } from '@dooryard/contract/properties'
import { composeApp } from '../server/compose.ts'
import { readConfig } from '../server/config.ts'
import { createUser } from '../server/modules/identity/index.ts'
import { listen } from '../server/platform/http/listen.ts'
import { openHub } from '../server/platform/live/hub.ts'
import { createLog } from '../server/platform/log.ts'
import { openStores, type Stores, takeDataFolder } from '../server/stores.ts'
import { generateProperties } from './generate-properties.ts'
import { measureInTurns } from './measure.ts'

// npm run bench [-- --rows 10000000 --rounds 200]: what the API adds to a county count, beside the raw query in the store.

const { values } = parseArgs({ options: { rows: { type: 'string' }, rounds: { type: 'string' } } })
const rows = Number(values.rows ?? 10_000_000)
const rounds = Number(values.rounds ?? 200)
if (!Number.isInteger(rows) || rows < 1 || !Number.isInteger(rounds) || rounds < 1) {
  console.error('--rows and --rounds are whole numbers from 1.')
  process.exit(1)
}

/** What the API may add to a county count at the median. */
const limitMs = 15

const account = {
  email: 'bench@example.com',
  password: 'only-for-measuring',
  role: 'CONSUMER_USER',
  phone: '615-555-0199',
  firstName: 'Benny',
  lastName: 'Placeholder',
} as const

const folder = await mkdtemp(join(tmpdir(), 'dooryard-bench-'))
const config = readConfig({ DATA_DIR: folder, DEMO: 'off' })
const lock = takeDataFolder(config)
const stores = await openStores(config, createLog('warn'))
try {
  await measure(stores)
} finally {
  await stores.close()
  lock?.release()
  await rm(folder, { recursive: true, force: true })
}

async function measure({ services, connectionString }: Stores) {
  const begun = performance.now()
  await generateProperties(services.clickhouse, rows, (done) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${done.toLocaleString('en-US')} rows generated`)
  })
  const seconds = (performance.now() - begun) / 1000
  console.log(`\r${rows.toLocaleString('en-US')} rows generated in ${seconds.toFixed(1)} s`)
  await createUser(services, account)
  const hub = await openHub(connectionString, services.log)
  const options = { publicUrl: 'http://localhost', state: () => 'ready' as const, storesAnswer: async () => true }
  const listening = await listen(0, '127.0.0.1')
  listening.serve(composeApp(services, hub, options).fetch)
  const address = listening.server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const post = await signedInAt(url)
  const counties = await services.clickhouse.rows<{ county: string }>(
    `select county_fips as county from properties group by county order by count() desc, county limit 20`,
  )
  let turn = 0
  const next = () => counties[turn++ % counties.length]?.county ?? ''
  const timings = await measureInTurns(
    {
      'county count, raw query': () =>
        services.clickhouse.rows(
          'select count(), countIf(is_mailable) from properties where county_fips in {county:Array(String)}',
          {
            county: [next()],
          },
        ),
      'county count, through the API': () => post({ criteria: { location: { counties: [next()] } } }),
    },
    { rounds, warmUp: 20 },
  )
  for (const { name, median, p95 } of timings)
    console.log(`${name.padEnd(32)} median ${median.toFixed(1)} ms   p95 ${p95.toFixed(1)} ms`)
  const [raw, api] = timings
  if (!raw || !api) throw new Error('nothing was measured')
  const added = api.median - raw.median
  console.log(`The API adds ${added.toFixed(1)} ms at the median (${(api.median / raw.median).toFixed(2)} ×).`)
  if (added > limitMs) {
    console.error(`That is more than the ${limitMs} ms it may add.`)
    process.exitCode = 1
  }
  await listening.close()
  await hub.close()
}

/** Counts as the bench's user does; throws when the server refuses. */
async function signedInAt(url: string) {
  const send = async (path: string, body: unknown, token?: string): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as Record<string, unknown>
  }
  const { email, password } = account
  const { accessToken } = await send(auth.login.path, { email, password })
  return (body: unknown) => send(properties.count.path, body, String(accessToken))
}
