import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (response: ServerResponse, headers: Record<string, string | string[] | undefined>) => void

/** A county's web server with one file, which a test changes. */
export async function publishFile() {
  let answer: Answer = (response) => response.writeHead(404).end('Not found')
  const requests: Record<string, string | string[] | undefined>[] = []
  const server = createServer(({ headers }, response) => {
    requests.push(headers)
    answer(response, headers)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/parcels.csv`,
    requests,
    answerWith: (next: Answer) => {
      answer = next
    },
    /** Serves a file with an ETag of its content's length, unless it has none. */
    serve: (content: string, etag: string | undefined = `"${content.length}"`) => {
      answer = (response, headers) => {
        if (etag && headers['if-none-match'] === etag) return response.writeHead(304).end()
        response.writeHead(200, { 'content-length': Buffer.byteLength(content), ...(etag && { etag }) }).end(content)
      }
    },
    close: () => server.close(),
  }
}
