import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { auth } from '@dooryard/contract/auth'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import { composeApp } from '../server/compose.ts'
import { createUser } from '../server/modules/identity/index.ts'
import type { Services } from '../server/platform/context.ts'
import { listen } from '../server/platform/http/listen.ts'
import { openHub } from '../server/platform/live/hub.ts'

/** Asks the API as one of its users; throws what the server says when it refuses. */
export type Ask = (endpoint: AnyEndpoint, body: object) => Promise<Record<string, unknown>>

const password = 'only-for-measuring'

/** Serves the API over HTTP in this process, and signs users in. */
export async function openPortal(services: Services, connectionString: string) {
  const hub = await openHub(connectionString, services.log)
  const listening = await listen(0, '127.0.0.1')
  const options = { publicUrl: 'http://localhost', state: () => 'ready' as const, storesAnswer: async () => true }
  listening.serve(composeApp(services, hub, { ...options, maxFileBytes: 0 }).fetch)
  const address = listening.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  // As a browser: the connection stays open. Node's own fetch takes a millisecond by itself.
  const agent = new Agent({ keepAlive: true })

  async function send(path: string, body: object, token?: string): Promise<Record<string, unknown>> {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent }).end(JSON.stringify(body))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const told = await text(response)
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${told}`)
    return JSON.parse(told)
  }

  return {
    /** A new user, signed in. */
    user: async (name: string): Promise<Ask> => {
      const email = `${name}-${Date.now()}@example.com`
      const person = {
        role: 'CONSUMER_USER',
        phone: '615-555-0199',
        firstName: 'Benny',
        lastName: 'Placeholder',
      } as const
      await createUser(services, { email, password, ...person })
      const { accessToken } = await send(auth.login.path, { email, password })
      return (endpoint, body) => send(endpoint.path, body, String(accessToken))
    },
    close: async () => {
      agent.destroy()
      await listening.close()
      await hub.close()
    },
  }
}
