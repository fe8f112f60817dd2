import { readFileSync } from 'node:fs'
import type { Context as Request } from 'hono'
import { html, raw } from 'hono/html'
import { mailTemplates } from '../mail/templates/all.ts'
import type { ListedTemplate } from '../mail/templates/template.ts'
import type { App, Web } from './handlers.ts'

const folder = '/dev/outbox/templates'

const style = readFileSync(new URL('./mail-templates.css', import.meta.url), 'utf8')
const groups = Object.entries(mailTemplates)
const all = groups.flatMap(([, templates]) => templates)

/** Samples only, in a portal that has an outbox. */
export function serveMailTemplates(app: App, portal: { hasOutbox: boolean; publicUrl: string }) {
  app.get(folder, (request) => (portal.hasOutbox ? listPage(request, portal) : request.notFound()))
  app.get(`${folder}/`, (request) => (portal.hasOutbox ? request.redirect(folder) : request.notFound()))
  app.get(`${folder}/:slug`, (request) => {
    if (!portal.hasOutbox) return request.notFound()
    const place = all.findIndex(({ slug }) => slug === request.req.param('slug'))
    const template = all[place]
    if (!template) return unknownPage(request)
    return templatePage(request, template, {
      sample: template.toSample(portal),
      before: all[place - 1],
      after: all[place + 1],
    })
  })
}

type Page = Request<{ Variables: Web }>

const page = (request: Page, title: string, main: ReturnType<typeof html>) => {
  const nonce = request.get('secureHeadersNonce') ?? ''
  // A copy would come with the nonce of another answer.
  request.header('Cache-Control', 'no-store')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Dooryard</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/color-scheme.js"></script>
<style nonce="${nonce}">${raw(style)}</style>
</head>
<body>
<header class="bar"><a class="brand" href="/"><img src="/favicon.svg" alt="" width="24" height="24">Dooryard</a>
<nav aria-label="Outbox"><a href="/dev/outbox">Outbox</a><a href="${folder}">Templates</a></nav></header>
<main>${main}</main>
</body>
</html>`
}

/** A mail in a frame where nothing runs or opens. Its style needs the nonce of the page, whose policy holds within. */
const frame = (request: Page, mail: string, title: string, more = html``) => {
  const nonced = mail.replaceAll('<style>', `<style nonce="${request.get('secureHeadersNonce') ?? ''}">`)
  return html`<iframe sandbox="" title="${title}" srcdoc="${nonced}" ${more}></iframe>`
}

/** A mail as it is in one colour scheme, whichever the reader of the page has: a sandboxed frame follows the system's. */
const inScheme = (mail: string, scheme: 'light' | 'dark') =>
  mail.replaceAll('(prefers-color-scheme: dark)', scheme === 'dark' ? 'all' : 'not all')

const linkTo = ({ slug }: ListedTemplate) => `${folder}/${slug}`

const listPage = (request: Page, portal: { publicUrl: string }) =>
  request.html(
    page(
      request,
      'Mail templates',
      html`<h1>Mail templates</h1>
<p class="lead">Every mail that the portal sends, with sample data. Nothing here is sent to anybody.</p>
${groups.map(
  ([topic, templates]) => html`<section><h2>${topic} <span>${templates.length}</span></h2>
<ul class="cards">${templates.map((template) => {
    const { subject, html: mail } = template.toSample(portal)
    return html`<li class="card"><div class="thumb" inert>${frame(request, mail, template.title, html`loading="lazy"`)}</div>
<a href="${linkTo(template)}">${template.title}</a><p>${subject}</p></li>`
  })}</ul></section>`,
)}`,
    ),
  )

type Around = {
  sample: ReturnType<ListedTemplate['toSample']>
  before?: ListedTemplate | undefined
  after?: ListedTemplate | undefined
}

const views = { light: 'Light', dark: 'Dark', phone: 'Phone', text: 'Plain text' }

const templatePage = (request: Page, shown: ListedTemplate, { sample, before, after }: Around) =>
  request.html(
    page(
      request,
      shown.title,
      html`<div class="split"><nav class="side" aria-label="Templates">${groups.map(
        ([topic, templates]) =>
          html`<h2>${topic}</h2><ul>${templates.map(
            (one) =>
              html`<li><a href="${linkTo(one)}" ${one === shown ? html`aria-current="page"` : ''}>${one.title}</a></li>`,
          )}</ul>`,
      )}</nav>
<article><p class="back"><a href="${folder}">All templates</a></p>
<h1>${shown.title} <span class="badge">Sample data</span></h1>
<dl class="envelope"><dt>To</dt><dd>${sample.to}</dd><dt>Subject</dt><dd><strong>${sample.subject}</strong></dd>
<dt>Preview</dt><dd>${sample.preview}</dd></dl>
<div class="views"><fieldset><legend class="hidden">View</legend>${Object.entries(views).map(
        ([view, label]) => html`<input type="radio" name="view" id="${view}" ${view === 'light' ? html`checked` : ''}>
<label for="${view}">${label}</label>`,
      )}</fieldset>
<div class="stage">${frame(request, inScheme(sample.html, 'light'), 'Light mail', html`class="in-light"`)}
${frame(request, inScheme(sample.html, 'dark'), 'Dark mail', html`class="in-dark"`)}
<pre tabindex="0">${sample.text}</pre></div></div>
<nav class="around" aria-label="Neighbours">${before && html`<a href="${linkTo(before)}" rel="prev">← ${before.title}</a>`}
${after && html`<a class="next" href="${linkTo(after)}" rel="next">${after.title} →</a>`}</nav></article></div>`,
    ),
  )

const unknownPage = (request: Page) =>
  request.html(
    page(
      request,
      'Template not found',
      html`<h1>Template not found</h1><p class="lead">No mail has this name. <a href="${folder}">See all templates</a></p>`,
    ),
    404,
  )
