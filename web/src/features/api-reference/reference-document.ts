/** What is read here of an OpenAPI document; the rest passes through. */
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security?: Record<string, string[]>[]
  responses: Record<string, unknown>
}

export type PathItem = Record<string, Operation>

export type ReferenceDocument = {
  components: { securitySchemes: Record<string, unknown>; schemas: Record<string, unknown> }
  servers: { url: string }[]
  security?: unknown
  tags?: { name: string; description?: string }[]
  paths: Record<string, PathItem>
  webhooks: Record<string, PathItem>
}

const keyScheme = 'apiKey'

const opensToKeys = ({ security = [] }: Operation) => security.some((scheme) => keyScheme in scheme)

// Which key a call is made with is asked once, above all calls.
const withoutSecurity = ({ security, ...operation }: Operation) => operation

const itemsOf = (items: Record<string, PathItem>, isShown: (operation: Operation) => boolean) =>
  Object.fromEntries(
    Object.entries(items)
      .map(([name, item]) => [name, Object.entries(item).filter(([, operation]) => isShown(operation))] as const)
      .filter(([, item]) => item.length > 0)
      .map(([name, item]) => [name, Object.fromEntries(item.map(([method, of]) => [method, withoutSecurity(of)]))]),
  )

const operationsIn = (items: Record<string, PathItem>) => Object.values(items).flatMap((item) => Object.values(item))

/** What of the document is for an API key: the calls that one opens, and the events; sent to where the page came from. */
export function openToKeys(document: ReferenceDocument, origin: string): ReferenceDocument {
  const { security, components, tags = [], ...rest } = document
  const paths = itemsOf(document.paths, opensToKeys)
  const used = new Set(operationsIn(paths).flatMap((operation) => operation.tags))
  return {
    ...rest,
    components: { ...components, securitySchemes: {} },
    servers: [{ url: origin }],
    // Of a tag without calls nothing but its name would be shown.
    tags: tags.filter(({ name }) => used.has(name)),
    paths,
    webhooks: itemsOf(document.webhooks, () => true),
  }
}

/** Where a call or an event stands in the reference: under which heading, and its id there. */
export type Place = { under: string; id: string }

/** The place of every call and event of a document. */
export const placesIn = ({ paths, webhooks }: ReferenceDocument): Place[] => [
  ...operationsIn(paths).map(({ operationId, tags }) => ({ under: tags[0] ?? 'default', id: operationId })),
  ...operationsIn(webhooks).map(({ operationId }) => ({ under: 'webhooks', id: operationId })),
]

/** Whether a call spends credits: one of those that can be refused for having too few. */
export const spendsCredits = ({ paths }: ReferenceDocument, path: string, method: string) =>
  paths[path]?.[method]?.responses['402'] !== undefined
