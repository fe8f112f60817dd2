import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Handler } from 'hono'
import type { App, RequestVariables } from '../handlers.ts'

const noncePlaceholder = 'NONCE_OF_THIS_PAGE'

/** No screen has a dot in its last segment: a scanner or a stale page gets a 404 without HTML. */
const isFilePath = (path: string) => /\/\.|\.[^/]*$/.test(path.replace(/%2e/gi, '.'))

/** Every path that names no file gets the page: only the client knows its screens. */
export function serveWeb(app: App, folder: string) {
  const page: Handler<{ Variables: RequestVariables }> = async (request) => {
    const html = await readFile(join(folder, 'index.html'), 'utf8')
    // A cached copy would carry the nonce of another response.
    request.header('Cache-Control', 'no-store')
    return request.html(html.replaceAll(noncePlaceholder, request.get('secureHeadersNonce') ?? ''))
  }
  app.all('/v1/*', (request) => request.notFound())
  app.use(
    '/assets/*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_, request) => request.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  app.all('/assets/*', (request) => request.notFound())
  app.get('/', page)
  app.get('/index.html', page)
  app.use(
    '*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_, request) => request.header('Cache-Control', 'no-cache'),
    }),
  )
  app.get('*', (request, next) => (isFilePath(request.req.path) ? request.notFound() : page(request, next)))
}
