import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClaims, signTestCertificate } from '../modules/dnc/certificate/certificate.fixture.ts'
import { getCertificateKeys, issueCertificate } from '../modules/dnc/index.ts'
import { createSecrets, openSecrets } from '../platform/crypto/secrets.ts'
import { getCommandResult } from './lib/command-result.fixture.ts'
import { main } from './verify-certificate.ts'

let folder: string
let dataDir: string
const { csv, claims } = createTestClaims()
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-certificate-'))
  dataDir = at('data')
  await mkdir(dataDir, { mode: 0o700 })
  const secrets = openSecrets({ dataDir })
  const other = createSecrets(randomBytes(32))
  const issued = await issueCertificate({ secrets, publicUrl: 'https://portal.example.com' }, claims)
  const [head = '', body = '', signature = ''] = issued.split('.')
  const more = Buffer.from(JSON.stringify({ iss: 'https://portal.example.com', ...claims, version: 2 }))
  const nobody = Buffer.from(JSON.stringify({ alg: 'none', typ: 'dooryard-dnc-certificate+jwt', kid: 'x' }))
  const header = JSON.parse(Buffer.from(head, 'base64url').toString())
  const files = {
    'calls.jws': `${issued}\n`,
    'edited.jws': [head, more.toString('base64url'), signature].join('.'),
    'none.jws': `${nobody.toString('base64url')}.${body}.`,
    'forged.jws': await signTestCertificate(other, header, { iss: 'https://portal.example.com', ...claims }),
    'calls.csv': csv,
    'edited.csv': Buffer.from(csv.toString().replace('6155550142', '6155550143')),
    'keys.json': JSON.stringify(await getCertificateKeys(secrets)),
    'other-keys.json': JSON.stringify(await getCertificateKeys(other)),
    'no-keys.json': 'hello',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(at(name), content)
})
afterAll(() => rm(folder, { recursive: true }))

const verify = (args: string[], env: Record<string, string> = { DATA_DIR: dataDir }) =>
  getCommandResult(main, args, env)

test('a certificate of this installation is verified with its file, without opening a store', async () => {
  const before = await readdir(dataDir)
  const { code, out, err } = await verify([at('calls.jws'), '--csv', at('calls.csv')])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^PROVEN:\n {2}Issued by https:\/\/portal\.example\.com on 2026-11-02T09:30:04\.000Z for order/)
  expect(out).toContain('3 days old on the day of the check')
  expect(out).toContain('The file given is first-calls.csv as it was certified')
  expect(out).toContain('Not proven:\n  Numbers of 907 were not checked')
  expect(await readdir(dataDir)).toEqual(before)
})

test('a certificate is verified anywhere with the keys from a file or a portal, without a secret', async () => {
  const nowhere = { DATA_DIR: at('nowhere') }
  expect((await verify([at('calls.jws'), '--keys', at('keys.json')], nowhere)).code).toBe(0)
  const keys = JSON.stringify(await getCertificateKeys(openSecrets({ dataDir })))
  const server = createServer((_, answer) => answer.end(keys)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  // The server listens on a TCP port, so its address is an AddressInfo.
  const { port } = server.address() as AddressInfo
  const { code } = await verify([at('calls.jws'), '--keys', `http://127.0.0.1:${port}/v1/dnc/keys`], nowhere)
  server.close()
  expect(code).toBe(0)
  expect(existsSync(at('nowhere'))).toBe(false)
})

test.each([
  ['an edited certificate', ['edited.jws'], /NOT PROVEN\. The signature does not fit/],
  ['one that nobody signed', ['none.jws'], /NOT PROVEN\. /],
  ['one signed by somebody else in our name', ['forged.jws'], /NOT PROVEN\. The signature does not fit/],
  ['an edited file', ['calls.jws', '--csv', 'edited.csv'], /NOT PROVEN\. The file is not the one that was certified/],
  ['a file that is no certificate', ['calls.csv'], /NOT PROVEN\. This is no certificate/],
  [
    "another installation's keys",
    ['calls.jws', '--keys', 'other-keys.json'],
    /NOT PROVEN\. It was signed with another/,
  ],
  ['keys that are none', ['calls.jws', '--keys', 'no-keys.json'], /has no set of keys/],
  ['a file that is not there', ['missing.jws'], /ENOENT/],
  ['no certificate', [], /^Usage: npm run certificate:verify/],
  ['two certificates', ['calls.jws', 'edited.jws'], /^Usage: /],
  ['an option that is none', ['calls.jws', '--trust-me'], /^Usage: /],
])('%s is refused with the reason', async (_, args, reason) => {
  const { code, out, err } = await verify(args.map((arg) => (arg.startsWith('--') ? arg : at(arg))))
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(reason)
})

test('without keys or an installation nothing is verified, and no secret is created', async () => {
  const { code, err } = await verify([at('calls.jws')], { DATA_DIR: at('nowhere') })
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/Name the keys to trust with --keys/) })
  expect(existsSync(at('nowhere'))).toBe(false)
})

test('a secret from the environment verifies what it signed', async () => {
  const secret = 'a-secret-for-tests-of-certificates-only'
  const issued = await issueCertificate(
    { secrets: createSecrets(secret), publicUrl: 'https://portal.example.com' },
    claims,
  )
  await writeFile(at('by-secret.jws'), issued)
  const env = { DATA_DIR: at('nowhere'), DOORYARD_SECRET: secret }
  expect((await verify([at('by-secret.jws')], env)).code).toBe(0)
  expect((await verify([at('calls.jws')], env)).code).toBe(1)
})
