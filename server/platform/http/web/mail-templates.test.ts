import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { mailTemplates } from '../../mail/templates/all.ts'
import { createApp } from '../app.ts'
import { serveMailTemplates } from './mail-templates.ts'

const publicUrl = 'https://portal.example.com'
const list = '/dev/outbox/templates'
const templates = Object.values(mailTemplates).flat()

async function requestPage(path: string, hasOutbox = true) {
  const app = createApp({ log: createLog('silent'), publicUrl, state: () => 'ready', checkStores: async () => true })
  serveMailTemplates(app, { hasOutbox, publicUrl })
  const reply = await app.request(path)
  const [policy, location] = [reply.headers.get('Content-Security-Policy'), reply.headers.get('Location')]
  return { status: reply.status, policy, location, text: await reply.text() }
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

test('every template is listed once, each at its own path', async () => {
  const folder = join(import.meta.dirname, '../../mail/templates')
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !['all.ts', 'template.ts'].includes(file),
  )
  const modules = await Promise.all(files.map((file) => import(join(folder, file))))
  const made = modules.flatMap((module) =>
    Object.values(module).flatMap((one) => [one, ...Object.values(one as object)]),
  )
  const exported = made.filter((one) => typeof one === 'function' && 'toSample' in one)
  expect(new Set(templates)).toEqual(new Set(exported))
  expect(new Set(templates.map(({ slug }) => slug)).size).toBe(templates.length)
})

describe('a sample', () => {
  test.each(templates.map((template) => [template.slug, template]))('of %s is complete', (_, template) => {
    const { to, subject, preview, html, text } = template.toSample({ publicUrl })
    expect(to).toBe('sam@example.com')
    for (const part of [subject, preview, html, text]) expect(part).not.toMatch(/undefined|null|NaN|Invalid|\[object/)
    expect(html).toContain(escapeHtml(subject))
    expect(text).toContain(publicUrl)
  })
})

describe('the pages of the templates', () => {
  test('list all templates with their subjects', async () => {
    const { status, text } = await requestPage(list)
    expect(status).toBe(200)
    for (const template of templates) {
      expect(text).toContain(`href="${list}/${template.slug}"`)
      expect(text).toContain(escapeHtml(template.toSample({ publicUrl }).subject))
    }
  })

  test.each(templates.map(({ slug, title }) => [slug, title]))('show %s as HTML and as text', async (slug, title) => {
    const { status, text, policy } = await requestPage(`${list}/${slug}`)
    expect(status).toBe(200)
    expect(text).toContain(`<h1>${escapeHtml(title)} <span class="badge">Sample data</span></h1>`)
    expect(text).toMatch(/<iframe sandbox="" title="Light mail" srcdoc="&lt;!doctype html&gt;/)
    expect(text).toMatch(/<pre tabindex="0">[^<]+Dooryard/)
    const [, nonce] = /<style nonce="([^"]+)">/.exec(text) ?? []
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(text).toContain(`&lt;style nonce=&quot;${nonce}&quot;&gt;`)
  })

  test('are found with a trailing slash, too', async () => {
    const { status, location } = await requestPage(`${list}/`)
    expect({ status, location }).toEqual({ status: 302, location: list })
  })

  test('show a not-found page for an unknown template', async () => {
    const { status, text } = await requestPage(`${list}/nothing`)
    expect(status).toBe(404)
    expect(text).toContain('Template not found')
  })

  test.each([list, `${list}/`, `${list}/receipt`])('do not exist in a portal without an outbox: %s', async (path) => {
    expect((await requestPage(path, false)).status).toBe(404)
  })
})
