import { readFileSync } from 'node:fs'
import type { Context as Request } from 'hono'
import { html, raw } from 'hono/html'
import { mailTemplates } from '../../mail/templates/all.ts'
import type { ListedTemplate } from '../../mail/templates/template.ts'
import type { App, RequestVariables } from '../handlers.ts'

const folder = '/dev/outbox/templates'

const styles = readFileSync(new URL('./mail-templates.css', import.meta.url), 'utf8')
const groups = Object.entries(mailTemplates)
const all = groups.flatMap(([, templates]) => templates)

/** Serves samples only, in a portal that has an outbox. */
export function serveMailTemplates(app: App, portal: { hasOutbox: boolean; publicUrl: string }) {
  app.get(folder, (request) => (portal.hasOutbox ? renderListPage(request, portal) : request.notFound()))
  app.get(`${folder}/`, (request) => (portal.hasOutbox ? request.redirect(folder) : request.notFound()))
  app.get(`${folder}/:slug`, (request) => {
    if (!portal.hasOutbox) return request.notFound()
    const place = all.findIndex(({ slug }) => slug === request.req.param('slug'))
    const template = all[place]
    if (!template) return renderNotFoundPage(request)
    return renderTemplatePage(request, template, {
      sample: template.toSample(portal),
      before: all[place - 1],
      after: all[place + 1],
    })
  })
}

type PageContext = Request<{ Variables: RequestVariables }>

const renderPage = (request: PageContext, title: string, main: ReturnType<typeof html>) => {
  const nonce = request.get('secureHeadersNonce') ?? ''
  // A cached copy would carry the nonce of another response.
  request.header('Cache-Control', 'no-store')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Dooryard</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/color-scheme.js"></script>
<style nonce="${nonce}">${raw(styles)}</style>
</head>
<body>
<header class="bar"><a class="brand" href="/"><img src="/favicon.svg" alt="" width="24" height="24">Dooryard</a>
<nav aria-label="Outbox"><a href="/dev/outbox">Outbox</a><a href="${folder}">Templates</a></nav></header>
<main>${main}</main>
</body>
</html>`
}

/**
 * A mail in a sandboxed frame without scripts or links. Its style needs the nonce of the page, whose policy applies
 * inside.
 */
const renderFrame = (request: PageContext, mail: string, title: string, more = html``) => {
  const nonced = mail.replaceAll('<style>', `<style nonce="${request.get('secureHeadersNonce') ?? ''}">`)
  return html`<iframe sandbox="" title="${title}" srcdoc="${nonced}" ${more}></iframe>`
}

/** A mail in one color scheme regardless of the page's: a sandboxed frame follows the system's scheme. */
const forceColorScheme = (mail: string, scheme: 'light' | 'dark') =>
  mail.replaceAll('(prefers-color-scheme: dark)', scheme === 'dark' ? 'all' : 'not all')

const getTemplateLink = ({ slug }: ListedTemplate) => `${folder}/${slug}`

const renderListPage = (request: PageContext, portal: { publicUrl: string }) =>
  request.html(
    renderPage(
      request,
      'Mail templates',
      html`<h1>Mail templates</h1>
<p class="lead">Every mail that the portal sends, with sample data. Nothing here is sent to anyone.</p>
${groups.map(
  ([topic, templates]) => html`<section><h2>${topic} <span>${templates.length}</span></h2>
<ul class="cards">${templates.map((template) => {
    const { subject, html: mail } = template.toSample(portal)
    return html`<li class="card"><div class="thumb" inert>${renderFrame(request, mail, template.title, html`loading="lazy"`)}</div>
<a href="${getTemplateLink(template)}">${template.title}</a><p>${subject}</p></li>`
  })}</ul></section>`,
)}`,
    ),
  )

type TemplateView = {
  sample: ReturnType<ListedTemplate['toSample']>
  before?: ListedTemplate | undefined
  after?: ListedTemplate | undefined
}

const views = { light: 'Light', dark: 'Dark', phone: 'Phone', text: 'Plain text' }

const renderTemplatePage = (request: PageContext, shown: ListedTemplate, { sample, before, after }: TemplateView) =>
  request.html(
    renderPage(
      request,
      shown.title,
      html`<div class="split"><nav class="side" aria-label="Templates">${groups.map(
        ([topic, templates]) =>
          html`<h2>${topic}</h2><ul>${templates.map(
            (one) =>
              html`<li><a href="${getTemplateLink(one)}" ${one === shown ? html`aria-current="page"` : ''}>${one.title}</a></li>`,
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
<div class="stage">${renderFrame(request, forceColorScheme(sample.html, 'light'), 'Light mail', html`class="in-light"`)}
${renderFrame(request, forceColorScheme(sample.html, 'dark'), 'Dark mail', html`class="in-dark"`)}
<pre tabindex="0">${sample.text}</pre></div></div>
<nav class="around" aria-label="Neighbours">${before && html`<a href="${getTemplateLink(before)}" rel="prev">← ${before.title}</a>`}
${after && html`<a class="next" href="${getTemplateLink(after)}" rel="next">${after.title} →</a>`}</nav></article></div>`,
    ),
  )

const renderNotFoundPage = (request: PageContext) =>
  request.html(
    renderPage(
      request,
      'Template not found',
      html`<h1>Template not found</h1><p class="lead">No mail has this name. <a href="${folder}">See all templates</a></p>`,
    ),
    404,
  )
