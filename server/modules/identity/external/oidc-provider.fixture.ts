import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ProviderConfig } from './providers.ts'

/** Starts a real provider on a free port, or a given one, in a process of its own; ends with `stop`. */
export async function startOidcProvider(port = 0) {
  const program = join(import.meta.dirname, 'oidc-provider-process.fixture.ts')
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: String(port), NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  let issuer = ''
  for await (const line of lines) {
    issuer = line.startsWith('http://localhost') ? line : ''
    if (issuer) break
  }
  if (!issuer) throw new Error('the provider did not start')
  const config: ProviderConfig = {
    id: 'oidc',
    name: 'Example Login',
    issuer,
    clientId: 'dooryard',
    clientSecret: 'fictional-client-secret',
  }
  const stop = async () => {
    child.kill()
    await ended
  }
  return { issuer, config, stop }
}

/**
 * Signs in at the provider's own page as a browser does, or cancels there without a login; returns the query with which
 * it sends the browser back.
 */
export async function visitProvider(startUrl: string, login: string | null): Promise<string> {
  const cookies = new Map<string, string>()
  const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return response
  }
  const follow = async (response: Response): Promise<Response | URL> => {
    const location = response.headers.get('location')
    if (!location) return response
    const next = new URL(location, response.url || startUrl)
    return next.pathname === '/login/callback' ? next : follow(await visit(next.href))
  }
  const page = await follow(await visit(startUrl))
  if (page instanceof URL) return page.search.slice(1)
  const text = await page.text()
  const action = (login === null ? /href="([^"]+abort)"/ : /action="([^"]+)"/).exec(text)?.[1] ?? ''
  const form = login === null ? undefined : { prompt: 'login', login, password: 'any' }
  const end = await follow(await visit(new URL(action, startUrl).href, form))
  if (!(end instanceof URL)) throw new Error(`the provider did not answer: ${await end.text()}`)
  return end.search.slice(1)
}
