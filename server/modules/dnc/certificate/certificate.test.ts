import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { certificateKeys } from '@dooryard/contract/data/dnc'
import { CompactSign, calculateJwkThumbprint } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSecrets } from '../../../platform/crypto/secrets.ts'
import { anonymousCaller } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { createTestClaims, signTestCertificate } from './certificate.fixture.ts'
import { getCertificateKeys, issueCertificate } from './certificate.ts'
import { verifyCertificate } from './verify-certificate.ts'

const secrets = createSecrets(randomBytes(32))
const issuer = { secrets, publicUrl: 'https://portal.example.com' }
const { csv, claims } = createTestClaims()
const keys = await getCertificateKeys(secrets)
const [ours] = keys.keys
const certificate = await issueCertificate(issuer, claims)

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const [head = '', body = '', signature = ''] = certificate.split('.')
const header = JSON.parse(Buffer.from(head, 'base64url').toString())
const matchRefusal = (reason: RegExp | string) => ({ isProven: false, reason: expect.stringMatching(reason) })

describe('a certificate', () => {
  test('round-trips, and states what it proves and what it does not', async () => {
    const verdict = await verifyCertificate(certificate, { keys, csv })
    expect(verdict).toMatchObject({ isProven: true, claims: { ...claims, iss: 'https://portal.example.com' } })
    if (!verdict.isProven) return
    const proven = verdict.proven.join('\n')
    expect(proven).toContain('3 days old on the day of the check')
    expect(proven).toContain('National registry for 615, 629 fetched by the user under subscription account number')
    expect(proven).toContain('The file given is first-calls.csv as it was certified, to the byte')
    expect(verdict.notProven.join('\n')).toContain('Numbers of 907 were not checked')
  })

  test('proves nothing about a file that is not given', async () => {
    const verdict = await verifyCertificate(certificate, { keys })
    expect(verdict).toMatchObject({ isProven: true, proven: expect.not.arrayContaining([/The file given/]) })
  })

  test('is byte-identical for the same claims and has only three header fields', async () => {
    expect(await issueCertificate(issuer, claims)).toBe(certificate)
    expect(header).toEqual({ alg: 'EdDSA', typ: 'dooryard-dnc-certificate+jwt', kid: ours?.kid })
  })

  test('with any bit flipped is rejected', async () => {
    const bytes = Buffer.from(certificate)
    for (let at = 0; at < bytes.length; at++)
      for (let bit = 0; bit < 7; bit++) {
        const flipped = Buffer.from(bytes)
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
        const verdict = await verifyCertificate(flipped.toString('latin1'), { keys })
        expect(verdict.isProven, `bit ${bit} of character ${at}`).toBe(false)
      }
  }, 60_000)

  test('with anything added or removed is rejected', async () => {
    const spellings = [` ${certificate}`, `${certificate}\n`, `${certificate}=`, `${certificate}A`, '', 'a.b', '../..']
    for (const text of [...spellings, certificate.slice(0, -1), `${head}..${signature}`])
      expect(await verifyCertificate(text, { keys }), text).toMatchObject({ isProven: false })
  })

  test('does not match an edited file', async () => {
    const edited = Buffer.from(csv.toString().replace('CLEAN', 'Clean'))
    expect(edited.equals(csv)).toBe(false)
    expect(await verifyCertificate(certificate, { keys, csv: edited })).toEqual(
      matchRefusal(/not the one that was certified/),
    )
    expect(await verifyCertificate(certificate, { keys, csv: Buffer.alloc(0) })).toEqual(matchRefusal(/not the one/))
  })

  test('of another installation is rejected', async () => {
    const other = await getCertificateKeys(createSecrets(randomBytes(32)))
    expect(await verifyCertificate(certificate, { keys: other })).toEqual(matchRefusal(/another key/))
    // Also when the other key uses our key id.
    const renamed = { keys: other.keys.map((key) => ({ ...key, kid: header.kid })) }
    expect(await verifyCertificate(certificate, { keys: renamed })).toEqual(matchRefusal(/signature does not fit/))
    expect(await verifyCertificate(certificate, { keys: { keys: [] } })).toEqual(matchRefusal(/another key/))
    expect(await verifyCertificate(certificate, { keys: { keys: [...other.keys, ...keys.keys] } })).toMatchObject({
      isProven: true,
    })
  })
})

describe('a forged certificate is rejected', () => {
  test('without a signature', async () => {
    const none = encode({ ...header, alg: 'none' })
    for (const text of [`${none}.${body}.`, `${none}.${body}.${signature}`])
      expect(await verifyCertificate(text, { keys })).toMatchObject({ isProven: false })
  })

  test('that uses the public key as a shared secret', async () => {
    const publicKey = Buffer.from(ours?.x ?? '', 'base64url')
    for (const secret of [publicKey, Buffer.from(ours?.x ?? ''), Buffer.from(JSON.stringify(ours))]) {
      const hs256 = encode({ ...header, alg: 'HS256' })
      const mac = createHmac('sha256', secret).update(`${hs256}.${body}`).digest('base64url')
      expect(await verifyCertificate(`${hs256}.${body}.${mac}`, { keys })).toMatchObject({ isProven: false })
    }
  })

  test('that contains its own key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const jwk = publicKey.export({ format: 'jwk' })
    const kid = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: String(jwk['x']) })
    for (const extra of [{ jwk }, { jwk, kid }, { kid }, {}]) {
      const own = encode({ ...header, ...extra })
      const forged = sign(null, Buffer.from(`${own}.${body}`), privateKey).toString('base64url')
      expect(await verifyCertificate(`${own}.${body}.${forged}`, { keys })).toMatchObject({ isProven: false })
    }
  })

  // The following are signed with the genuine key: only the header or the claims are invalid.
  test.each([
    ['another type', { ...header, typ: 'at+jwt' }],
    ['an extension', { ...header, crit: ['exp'], exp: 1 }],
    ['its key', { ...header, jwk: ours }],
    ['the same in another spelling', { ...header, alg: 'Ed25519' }],
  ])('whose header has %s', async (_, other) => {
    const text = await signTestCertificate(secrets, other, { iss: issuer.publicUrl, ...claims })
    expect(await verifyCertificate(text, { keys })).toEqual(matchRefusal(/its header/))
  })

  test.each([
    ['nothing', {}],
    ['more than it may', { iss: issuer.publicUrl, ...claims, isGoodForEver: true }],
    ['a hash that is none', { iss: issuer.publicUrl, ...claims, file: { ...claims.file, sha256: 'x' } }],
  ])('whose claims contain %s', async (_, other) => {
    expect(await verifyCertificate(await signTestCertificate(secrets, header, other), { keys })).toEqual(
      matchRefusal(/another version|than a/),
    )
  })

  test('but the same signing method gives a valid one otherwise', async () => {
    const text = await signTestCertificate(secrets, header, { iss: issuer.publicUrl, ...claims })
    expect(await verifyCertificate(text, { keys, csv })).toMatchObject({ isProven: true })
  })
})

describe('the public keys', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await testPortal()
  })
  afterAll(() => portal.close())

  test('are readable by everyone, verify issued certificates, and reveal nothing of the secret', async () => {
    const { status, body: keySet } = await anonymousCaller(portal).call(certificateKeys.get)
    expect(status).toBe(200)
    const [key] = keySet.keys
    expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' })
    expect(Object.keys(key ?? {}).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    expect(key?.kid).toBe(await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: key?.x ?? '' }))
    const issued = await issueCertificate(portal.services, claims)
    expect(await verifyCertificate(issued, { keys: keySet, csv })).toMatchObject({ isProven: true })
  })
})

test('an object signed with the same key for another purpose is not a certificate', async () => {
  const text = await new CompactSign(Buffer.from('{}'))
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(generateKeyPairSync('ed25519').privateKey)
  expect(await verifyCertificate(text, { keys })).toEqual(matchRefusal(/its header/))
})
