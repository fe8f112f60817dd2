import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSecrets, openSecrets } from './secrets.ts'

const temp = mkdtempSync(join(tmpdir(), 'dooryard-secrets-'))
afterAll(() => rmSync(temp, { recursive: true }))

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('one master secret gives the same key for a purpose, and another for each purpose', () => {
  const [here, there] = [createSecrets('x'.repeat(32)), createSecrets('x'.repeat(32))]
  expect(hex(here.derive('a'))).toBe(hex(there.derive('a')))
  expect(hex(here.derive('a'))).toHaveLength(64)
  expect(hex(here.derive('a'))).not.toBe(hex(here.derive('b')))
  expect(hex(here.derive('a'))).not.toBe(hex(createSecrets('y'.repeat(32)).derive('a')))
})

test('without a configured secret, one is created once, readable by the owner alone, and kept', () => {
  const dataDir = join(temp, 'new')
  const first = hex(openSecrets({ dataDir }).derive('a'))
  expect(hex(openSecrets({ dataDir }).derive('a'))).toBe(first)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  expect(hex(openSecrets({ dataDir, secret: 'z'.repeat(32) }).derive('a'))).not.toBe(first)
})

test('a secret that is damaged or readable by others is refused', () => {
  const dataDir = join(temp, 'bad')
  openSecrets({ dataDir })
  chmodSync(join(dataDir, 'secret'), 0o644)
  expect(() => openSecrets({ dataDir })).toThrow('can be read by others')
  writeFileSync(join(dataDir, 'secret'), 'short')
  expect(() => openSecrets({ dataDir })).toThrow('is damaged')
})
