import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Handler } from 'hono'
import type { App, Web } from './handlers.ts'

/** What stands in the built page for the nonce of its style elements. */
const nonceMark = 'NONCE_OF_THIS_PAGE'

/**
 * Whether a path names a file, or something hidden: its last part has a dot, or another begins with one. No screen's does,
 * so where there is no such file a scanner, and a page that is stale, get a 404 and no HTML.
 */
const namesFile = (path: string) => /\/\.|\.[^/]*$/.test(path.replace(/%2e/gi, '.'))

/**
 * Serves the web client for every path the API does not own, and its page for every path that names no file: which of those
 * are screens the client alone knows, so the page comes with 200 and says itself where there is none.
 */
export function serveWeb(app: App, folder: string) {
  const page: Handler<{ Variables: Web }> = async (request) => {
    const html = await readFile(join(folder, 'index.html'), 'utf8')
    // A copy would come with the nonce of another answer.
    request.header('Cache-Control', 'no-store')
    return request.html(html.replaceAll(nonceMark, request.get('secureHeadersNonce') ?? ''))
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
  app.get('*', (request, next) => (namesFile(request.req.path) ? request.notFound() : page(request, next)))
}
