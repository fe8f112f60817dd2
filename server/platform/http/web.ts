import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Handler } from 'hono'
import type { App, Web } from './handlers.ts'

const nonceMark = 'NONCE_OF_THIS_PAGE'

/** No screen has a dot in its last part: a scanner, and a page that is stale, get a 404 and no HTML. */
const namesFile = (path: string) => /\/\.|\.[^/]*$/.test(path.replace(/%2e/gi, '.'))

/** Every path that names no file gets the page: which are screens the client alone knows. */
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
