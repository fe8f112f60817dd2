import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { files } from '@dooryard/contract/data/files'
import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { signFileLink } from '../../../platform/files/file-links.ts'
import { anonymousCaller, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'

const portal = await testPortal()
afterAll(portal.close)

const tess = await user(portal)
const key = portal.services.secrets.derive('access-token')
const [head = '', payload = '', signature = ''] = (tess.as.token ?? '').split('.')
const decodePart = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims: JWTPayload = decodePart(payload)
const header: JWTHeaderParameters = decodePart(head)

const omitClaim = (name: string) => Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name))
const signClaims = (changed: JWTPayload, changedHeader = {}, by: Parameters<SignJWT['sign']>[0] = key) =>
  new SignJWT(changed).setProtectedHeader({ ...header, ...changedHeader }).sign(by)

const getStatus = async (token: string) => (await createCaller(portal.url, token).call(account.me)).status

describe('an access token', () => {
  test('as we issue it is accepted, so the rejections below are due to their one change', async () => {
    expect(await getStatus(await signClaims(claims))).toBe(200)
  })

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const publicKey = createPublicKey(rsa).export({ format: 'jwk' })
  const now = Math.floor(Date.now() / 1000)
  const attacks: Record<string, () => Promise<string> | string> = {
    'without an algorithm': () => `${encodePart({ ...header, alg: 'none' })}.${payload}.`,
    'without an algorithm, spelled otherwise': () => `${encodePart({ ...header, alg: 'nOnE' })}.${payload}.`,
    'without an algorithm, with the old signature': () =>
      `${encodePart({ ...header, alg: 'none' })}.${payload}.${signature}`,
    'with our key under HS384': () => signClaims(claims, { alg: 'HS384' }),
    'with our key under HS512': () => signClaims(claims, { alg: 'HS512' }),
    'that calls its HS256 signature RS256': () => `${encodePart({ ...header, alg: 'RS256' })}.${payload}.${signature}`,
    'signed by an RSA key': () => signClaims(claims, { alg: 'RS256' }, rsa),
    'signed by an RSA key that it brings along': () => signClaims(claims, { alg: 'RS256', jwk: publicKey }, rsa),
    'that takes the public half of a key for a secret': () =>
      signClaims(claims, {}, Buffer.from(JSON.stringify(publicKey))),
    'signed by another secret': () => signClaims(claims, {}, portal.services.secrets.derive('refresh-token')),
    'signed by the secret of file links': () => signClaims(claims, {}, portal.services.secrets.derive('file-ticket')),
    'signed by an empty secret': () => `${head}.${payload}.${Buffer.alloc(32).toString('base64url')}`,
    'of no type': () => signClaims(claims, { typ: undefined }),
    'of the plain type': () => signClaims(claims, { typ: 'JWT' }),
    'of the type of a file link': () => signClaims(claims, { typ: 'ticket' }),
    'for another audience': () => signClaims({ ...claims, aud: 'somebody-else' }),
    'for no audience': () => signClaims(omitClaim('aud')),
    'of another issuer': () => signClaims({ ...claims, iss: 'https://issuer.example.com' }),
    'of no issuer': () => signClaims(omitClaim('iss')),
    'that never ends': () => signClaims(omitClaim('exp')),
    'that has ended': () => signClaims({ ...claims, exp: now - 1 }),
    'that has not begun': () => signClaims({ ...claims, nbf: now + 60 }),
    'of no session': () => signClaims(omitClaim('sid')),
    'of no user': () => signClaims(omitClaim('sub')),
    'of a session that is no text': () => signClaims({ ...claims, sid: 7 }),
    'of a session that never was': () => signClaims({ ...claims, sid: '00000000-0000-7000-8000-000000000000' }),
    'with a changed payload': () => `${head}.${encodePart({ ...claims, sub: 'admin' })}.${signature}`,
    'with a changed signature': () =>
      `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'without a signature': () => `${head}.${payload}.`,
    'cut in half': () => `${head}.${payload}`,
    'with an extension that must be understood': () =>
      signClaims(claims, { crit: ['exp'], b64: true }).catch(() => 'x.y.z'),
  }
  test.each(Object.entries(attacks))('%s is rejected', async (_, forge) => {
    expect(await getStatus(await forge())).toBe(401)
  })
})

describe('a token works only for its own purpose', () => {
  const ticket = { key: 'orders/x/v1.csv', fileName: 'x.csv', contentType: 'text/csv' }

  test('a refresh token is not accepted as an access token, nor the other way round', async () => {
    expect(await getStatus(tess.refreshToken)).toBe(401)
    const body = { refreshToken: (tess.as.token ?? '').slice(0, 200) }
    expect(await anonymousCaller(portal).call(auth.refresh, { body })).toMatchObject({ status: 401 })
  })

  test('a file link is not accepted as an access token, nor the other way round', async () => {
    expect(await getStatus(await signFileLink(portal.services, ticket))).toBe(401)
    const params = { ticket: tess.as.token ?? '' }
    expect(await anonymousCaller(portal).call(files.get, { params })).toMatchObject({ status: 403 })
  })

  test('a token of another portal is rejected', async () => {
    const other = await signWithOtherKey()
    expect(await getStatus(other)).toBe(401)
  })
})

/** As another portal would sign it: identical except for the secret. */
const signWithOtherKey = () => signClaims(claims, {}, crypto.getRandomValues(new Uint8Array(32)))
