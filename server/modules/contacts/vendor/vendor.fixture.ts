import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TracedOwner } from './contact-vendor.ts'
import { createHttpVendor, type HttpVendorSettings } from './http-vendor.ts'

type ReceivedRequest = { headers: IncomingHttpHeaders; owners: { ownerKey: string; names: string[] }[]; raw: string }
type FakeReply = { status?: number; headers?: Record<string, string>; body?: unknown }
type FakeBehavior = (asked: ReceivedRequest) => FakeReply | 'hang' | 'hang up' | Promise<FakeReply>

/** A phone number that depends on the owner key. */
export const getTestPhone = (ownerKey: string) => `615555${String(100 + (Number(ownerKey) % 100)).padStart(4, '0')}`

/** Returns contacts for each requested owner. */
export const answerAll: FakeBehavior = ({ owners }) => ({
  body: {
    owners: owners.map(({ ownerKey }) => ({
      ownerKey,
      phones: [{ number: getTestPhone(ownerKey), lineType: 'Wireless' }],
      emails: [`Owner${ownerKey}@Example.com`],
    })),
  },
})

/** A fake vendor server. `manner` sets its behavior; `asked` lists the received requests. */
export async function startFakeVendor() {
  const state = { manner: answerAll, asked: [] as ReceivedRequest[] }
  const server = createServer(async (request, response) => {
    // A client that disconnects early sends an incomplete request.
    const raw = await text(request).catch(() => null)
    if (raw === null) return
    const asked: ReceivedRequest = { headers: request.headers, owners: JSON.parse(raw).owners, raw }
    state.asked.push(asked)
    const reply = await state.manner(asked)
    if (reply === 'hang') return
    if (reply === 'hang up') return request.socket.destroy()
    const { status = 200, headers = {}, body } = reply
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no address')
  const url = `http://127.0.0.1:${address.port}/batch`
  let names = 0
  return {
    /** A new vendor without any recorded state, unless a name is given. */
    vendor: (settings: Partial<HttpVendorSettings> = {}) => {
      names += 1
      const quick = { tries: 3, pauseMs: 1, timeoutMs: 20_000, dailyLimit: 10_000 }
      return createHttpVendor({ url, key: 'fictional-key', name: `vendor-${names}`, ...quick, ...settings })
    },
    get asked() {
      return state.asked
    },
    /** Sets the behavior and clears the received requests. */
    behave: (manner: FakeBehavior = answerAll) => {
      state.manner = manner
      state.asked = []
    },
    /** Returns how many requests included an owner. */
    timesAsked: (ownerKey: string) =>
      state.asked.flatMap(({ owners }) => owners).filter((owner) => owner.ownerKey === ownerKey).length,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An owner with the given key. */
export const buildTracedOwner = (ownerKey: number | string): TracedOwner => ({
  ownerKey: String(ownerKey),
  names: [`TESTWELL AVERY ${ownerKey}`],
  mailing: { street: `${ownerKey} SAMPLE PLAZA`, city: 'KNOXVILLE', state: 'TN', zip: '37902' },
  property: { street: `${ownerKey} EXAMPLE ORCHARD LN`, city: 'NASHVILLE', state: 'TN', zip: '37209' },
})

let next = 1_000

/** The given number of owners that no other test uses. */
export function buildTracedOwners(count: number): TracedOwner[] {
  next += count
  return Array.from({ length: count }, (_, at) => buildTracedOwner(next - count + at))
}
