import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Handler } from 'hono'
import type { App, Web } from './mount.ts'

/** What stands in the built page for the nonce of its style elements. */
const nonceMark = 'NONCE_OF_THIS_PAGE'

/** Serves the web client for every path the API does not own. A missing asset is a 404, or a stale page would get HTML. */
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
  app.use('*', serveStatic({ root: folder, onFound: (_, request) => request.header('Cache-Control', 'no-cache') }))
  app.get('*', page)
}
