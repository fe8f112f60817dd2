import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TracedOwner } from '../contact-vendor.ts'
import { type HttpVendorSettings, httpVendor } from './http-vendor.ts'

type Asked = { headers: IncomingHttpHeaders; owners: { ownerKey: string; names: string[] }[]; raw: string }
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown }
type Manner = (asked: Asked) => Reply | 'hang' | 'hang up' | Promise<Reply>

/** A phone of its own for each owner, and an address. */
export const phoneOf = (ownerKey: string) => `615555${String(100 + (Number(ownerKey) % 100)).padStart(4, '0')}`

/** Answers for each owner asked about. */
export const helpful: Manner = ({ owners }) => ({
  body: {
    owners: owners.map(({ ownerKey }) => ({
      ownerKey,
      phones: [{ number: phoneOf(ownerKey), lineType: 'Wireless' }],
      emails: [`Owner${ownerKey}@Example.com`],
    })),
  },
})

/** A server that plays a vendor: `manner` says how, and `asked` is what it was asked. */
export async function playVendor() {
  const played = { manner: helpful, asked: [] as Asked[] }
  const server = createServer(async (request, response) => {
    // Whoever gives up early sends no whole request.
    const raw = await text(request).catch(() => null)
    if (raw === null) return
    const asked: Asked = { headers: request.headers, owners: JSON.parse(raw).owners, raw }
    played.asked.push(asked)
    const reply = await played.manner(asked)
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
    /** A vendor of its own, of whom nothing is known yet, unless it is named. */
    vendor: (settings: Partial<HttpVendorSettings> = {}) => {
      names += 1
      const quick = { tries: 3, pauseMs: 1, timeoutMs: 20_000, dailyLimit: 10_000 }
      return httpVendor({ url, key: 'fictional-key', name: `vendor-${names}`, ...quick, ...settings })
    },
    get asked() {
      return played.asked
    },
    /** Behaves like this from now on, and forgets what it was asked. */
    behave: (manner: Manner = helpful) => {
      played.manner = manner
      played.asked = []
    },
    /** How often it was asked about an owner. */
    timesAsked: (ownerKey: string) =>
      played.asked.flatMap(({ owners }) => owners).filter((owner) => owner.ownerKey === ownerKey).length,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An owner of this key. */
export const ownerOf = (ownerKey: number | string): TracedOwner => ({
  ownerKey: String(ownerKey),
  names: [`TESTWELL AVERY ${ownerKey}`],
  mailing: { street: `${ownerKey} SAMPLE PLAZA`, city: 'KNOXVILLE', state: 'TN', zip: '37902' },
  property: { street: `${ownerKey} EXAMPLE ORCHARD LN`, city: 'NASHVILLE', state: 'TN', zip: '37209' },
})

let next = 1_000

/** So many owners whom no other test knows. */
export function newOwners(count: number): TracedOwner[] {
  next += count
  return Array.from({ length: count }, (_, at) => ownerOf(next - count + at))
}
