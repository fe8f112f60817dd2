import { z } from 'zod'
import type { App } from '../platform/http/handlers.ts'
import { type Answer, endpointAt, nameOf } from './journeys/all.ts'
import { listenSomewhere } from './listen.ts'

type Schema = Parameters<typeof z.fromJSONSchema>[0]
type Responses = Record<string, { content?: Record<string, { schema: object }> }>
type Document = {
  paths: Record<string, Record<string, { responses: Responses }>>
  components: { schemas: Record<string, object> }
}

/** Serves an application at one more address, and holds each answer that goes out there against an OpenAPI document. */
export async function serveWitnessed(app: Pick<App, 'fetch'>, document: object) {
  const answers: Answer[] = []
  // Only the parts of an OpenAPI document that are read here have a type; one that is missing is a violation.
  const violationsOf = checkerOf(document as Document)
  const fetch: App['fetch'] = async (request, ...others) => {
    const answer = await app.fetch(request, ...others)
    const { method } = request
    const { pathname } = new URL(request.url)
    const found = endpointAt(method, pathname)
    answers.push({
      call: found ? nameOf(found) : `${method} ${pathname}`,
      status: answer.status,
      violations: found ? await violationsOf(found, answer) : [],
    })
    return answer
  }
  const { url, close } = await listenSomewhere({ fetch })
  return { url, answers, close }
}

function checkerOf(document: Document) {
  // A schema that stands alone has what it refers to beside it.
  const { paths, components }: Document = JSON.parse(
    JSON.stringify(document).replaceAll('#/components/schemas/', '#/$defs/'),
  )
  const schemas = new Map<string, z.ZodType>()
  const schemaOf = (schema: object) => {
    const name = JSON.stringify(schema)
    const known = schemas.get(name) ?? z.fromJSONSchema({ ...schema, $defs: components.schemas } as Schema)
    schemas.set(name, known)
    return known
  }
  return async ({ method, path }: { method: string; path: string }, answer: Response): Promise<string[]> => {
    const described = paths[path]?.[method.toLowerCase()]?.responses[answer.status]
    if (!described) return [`the status ${answer.status} is not in the document`]
    const type = answer.headers.get('content-type')?.split(';')[0]
    if (!described.content) return (await answer.clone().text()) === '' ? [] : ['nothing is described, and this is not']
    const schema = described.content[type ?? '']?.schema
    if (!schema) return [`the type ${type} is not in the document`]
    if (type !== 'application/json') return []
    const { error } = schemaOf(schema).safeParse(await answer.clone().json())
    return error ? [z.prettifyError(error)] : []
  }
}
