import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { type AppOptions, createApp } from '../app.ts'
import { serveWeb } from './static-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'dooryard-web-'))
await writeFile(join(folder, 'index.html'), '<title>Dooryard</title>')
await writeFile(join(folder, 'robots.txt'), 'User-agent: *')
await mkdir(join(folder, 'assets'))
afterAll(() => rm(folder, { recursive: true }))

function portal(options: Partial<AppOptions> = {}) {
  const app = createApp({
    log: createLog('silent'),
    publicUrl: 'https://portal.example.com',
    now: () => new Date('2026-11-02T09:30:00Z'),
    state: () => 'ready',
    checkStores: async () => true,
    ...options,
  })
  serveWeb(app, folder)
  return app
}

describe('a path without a file', () => {
  test.each([
    '/.env',
    '/.git/config',
    '/portal/.htaccess',
    '/%2egit/config',
    '/wp-login.php',
    '/backup.zip',
    '/portal/export.csv',
    '/favicon.ico',
    '/assets/app-gone.js',
    '/.well-known/security.txt',
    '/security.txt',
    '/.well-known/openid-configuration',
  ])('is not found where it names a file: %s', async (path) => {
    const reply = await portal().request(path)
    expect({ status: reply.status, body: await reply.json() }).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
  })

  test.each(['/', '/login', '/portal/lead-finder?city=TN:ST.+JOE', '/portal/a/screen/that/is/none', '/%E0%A4%A'])(
    'gets the client page otherwise, whose router handles unknown screens: %s',
    async (path) => {
      const reply = await portal().request(path)
      expect([reply.status, await reply.text()]).toEqual([200, '<title>Dooryard</title>'])
    },
  )

  test('serves the file where there is one', async () => {
    expect((await portal().request('/robots.txt')).status).toBe(200)
  })
})

describe('security.txt', () => {
  const security = { contacts: ['mailto:security@example.com', 'https://example.com/report'] }
  const read = async (options: Partial<AppOptions>) => {
    const reply = await portal(options).request('/.well-known/security.txt')
    return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
  }

  test('names the contacts, and expires in 300 days', async () => {
    expect(await read({ security })).toEqual({
      status: 200,
      type: expect.stringMatching(/^text\/plain; charset=utf-8$/i),
      text: [
        'Contact: mailto:security@example.com',
        'Contact: https://example.com/report',
        'Expires: 2027-08-29T23:59:59Z',
        'Preferred-Languages: en',
        'Canonical: https://portal.example.com/.well-known/security.txt',
        '',
      ].join('\n'),
    })
  })

  test('names the policy where there is one, and its own URL only by https', async () => {
    const policy = 'https://example.com/policy'
    const { text } = await read({ security: { ...security, policy }, publicUrl: 'http://localhost:3000' })
    expect(text).toMatch(/^Policy: https:\/\/example\.com\/policy$/m)
    expect(text).not.toContain('Canonical')
  })

  test('is served at its older path too', async () => {
    const reply = await portal({ security }).request('/security.txt')
    expect([reply.status, reply.headers.get('location')]).toEqual([301, '/.well-known/security.txt'])
  })
})
