import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { account } from '@dooryard/contract/account'
import { auth } from '@dooryard/contract/auth'
import { files } from '@dooryard/contract/files'
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { issueTicket } from '../../platform/tickets.ts'
import { nobody, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { callerAt } from '../../test/requests.ts'

const portal = await testPortal()
afterAll(portal.close)

const tess = await user(portal)
const key = portal.services.secrets.derive('access-token')
const [head = '', payload = '', signature = ''] = (tess.as.token ?? '').split('.')
const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
const written = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims: JWTPayload = read(payload)
const header: JWTHeaderParameters = read(head)

const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name))
const signed = (changed: JWTPayload, changedHeader = {}, by: Parameters<SignJWT['sign']>[0] = key) =>
  new SignJWT(changed).setProtectedHeader({ ...header, ...changedHeader }).sign(by)

const statusWith = async (token: string) => (await callerAt(portal.url, token).call(account.me)).status

describe('an access token', () => {
  test('made as we make it is taken, so the refusals below are for what each of them changes', async () => {
    expect(await statusWith(await signed(claims))).toBe(200)
  })

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const publicKey = createPublicKey(rsa).export({ format: 'jwk' })
  const now = Math.floor(Date.now() / 1000)
  const attacks: Record<string, () => Promise<string> | string> = {
    'without an algorithm': () => `${written({ ...header, alg: 'none' })}.${payload}.`,
    'without an algorithm, spelled otherwise': () => `${written({ ...header, alg: 'nOnE' })}.${payload}.`,
    'without an algorithm, with the old signature': () =>
      `${written({ ...header, alg: 'none' })}.${payload}.${signature}`,
    'with our key under HS384': () => signed(claims, { alg: 'HS384' }),
    'with our key under HS512': () => signed(claims, { alg: 'HS512' }),
    'that calls its HS256 signature RS256': () => `${written({ ...header, alg: 'RS256' })}.${payload}.${signature}`,
    'signed by an RSA key': () => signed(claims, { alg: 'RS256' }, rsa),
    'signed by an RSA key that it brings along': () => signed(claims, { alg: 'RS256', jwk: publicKey }, rsa),
    'that takes the public half of a key for a secret': () =>
      signed(claims, {}, Buffer.from(JSON.stringify(publicKey))),
    'signed by another secret': () => signed(claims, {}, portal.services.secrets.derive('refresh-token')),
    'signed by the secret of file links': () => signed(claims, {}, portal.services.secrets.derive('file-ticket')),
    'signed by an empty secret': () => `${head}.${payload}.${Buffer.alloc(32).toString('base64url')}`,
    'of no type': () => signed(claims, { typ: undefined }),
    'of the plain type': () => signed(claims, { typ: 'JWT' }),
    'of the type of a file link': () => signed(claims, { typ: 'ticket' }),
    'for another audience': () => signed({ ...claims, aud: 'somebody-else' }),
    'for no audience': () => signed(without('aud')),
    'of another issuer': () => signed({ ...claims, iss: 'https://issuer.example.com' }),
    'of no issuer': () => signed(without('iss')),
    'that never ends': () => signed(without('exp')),
    'that has ended': () => signed({ ...claims, exp: now - 1 }),
    'that has not begun': () => signed({ ...claims, nbf: now + 60 }),
    'of no session': () => signed(without('sid')),
    'of no user': () => signed(without('sub')),
    'of a session that is no text': () => signed({ ...claims, sid: 7 }),
    'of a session that never was': () => signed({ ...claims, sid: '00000000-0000-7000-8000-000000000000' }),
    'with a changed payload': () => `${head}.${written({ ...claims, sub: 'admin' })}.${signature}`,
    'with a changed signature': () =>
      `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'without a signature': () => `${head}.${payload}.`,
    'cut in half': () => `${head}.${payload}`,
    'with an extension that must be understood': () =>
      signed(claims, { crit: ['exp'], b64: true }).catch(() => 'x.y.z'),
  }
  test.each(Object.entries(attacks))('%s opens nothing', async (_, forge) => {
    expect(await statusWith(await forge())).toBe(401)
  })
})

describe('what opens one thing opens nothing else', () => {
  const ticket = { key: 'orders/x/v1.csv', fileName: 'x.csv', contentType: 'text/csv' }

  test('a refresh token is no access token, and the other way round', async () => {
    expect(await statusWith(tess.refreshToken)).toBe(401)
    const body = { refreshToken: (tess.as.token ?? '').slice(0, 200) }
    expect(await nobody(portal).call(auth.refresh, { body })).toMatchObject({ status: 401 })
  })

  test('a link to a file is no access token, and the other way round', async () => {
    expect(await statusWith(await issueTicket(portal.services, ticket))).toBe(401)
    const params = { ticket: tess.as.token ?? '' }
    expect(await nobody(portal).call(files.get, { params })).toMatchObject({ status: 403 })
  })

  test('a token of another portal is nobody here', async () => {
    const other = await testPortalToken()
    expect(await statusWith(other)).toBe(401)
  })
})

/** As another portal would sign it: all the same, but for its secret. */
const testPortalToken = () => signed(claims, {}, crypto.getRandomValues(new Uint8Array(32)))
