import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

// A certified provider of OpenID Connect in a process of its own, with its own sign-in page. Anyone may sign in as
// anyone: the login is the subject and the email. It prints its issuer once it listens.

const server = createServer().listen(Number(process.env['PORT'] ?? 0), 'localhost')
await once(server, 'listening')
const issuer = `http://localhost:${(server.address() as AddressInfo).port}`

const provider: Provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'dooryard',
      client_secret: 'fictional-client-secret',
      redirect_uris: ['http://localhost/login/callback'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
  findAccount: (_, login) => ({
    accountId: login,
    claims: () => ({
      sub: login,
      ...(!login.startsWith('nameless') && { email: login, email_verified: !login.startsWith('unverified') }),
      given_name: 'Casey',
      family_name: 'Testwell',
    }),
  }),
  pkce: { required: () => true },
  // Without a page that asks for consent.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new provider.Grant({
      accountId: String(oidc.session?.accountId),
      clientId: String(oidc.client?.clientId),
    })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
})

// The portals of tests listen on free ports.
provider.Client.prototype.redirectUriAllowed = (uri: string) => {
  const { hostname, pathname } = new URL(uri)
  return hostname === 'localhost' && pathname === '/login/callback'
}

/** Signed for other claims than it has. */
function tamperWith(idToken: string): string {
  const [header, payload = '', signature] = idToken.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const changed = { ...claims, email: 'victim@example.com', email_verified: true }
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}

provider.use(async (ctx, next) => {
  await next()
  if (ctx.oidc?.route !== 'token' || typeof ctx.body !== 'object') return
  const answer = ctx.body as { id_token?: string }
  const isTampered = ctx.oidc.entities.Account?.accountId.startsWith('tampered')
  if (answer.id_token && isTampered) answer.id_token = tamperWith(answer.id_token)
})

server.on('request', provider.callback())
process.stdout.write(`${issuer}\n`)
