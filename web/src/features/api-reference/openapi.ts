const limitPrefixes = {
  minimum: '≥ ',
  exclusiveMinimum: '> ',
  maximum: '≤ ',
  minLength: 'characters ≥ ',
  maxLength: 'characters ≤ ',
  minItems: 'items ≥ ',
  maxItems: 'items ≤ ',
}
type LimitKeyword = keyof typeof limitPrefixes

/** The parts of a JSON schema that are read. */
export type Schema = Partial<Record<'$ref' | 'format' | 'pattern' | 'description', string>> &
  Partial<Record<'const' | 'default' | 'example', unknown>> &
  Partial<Record<LimitKeyword, number>> & {
    type?: string | string[]
    enum?: unknown[]
    properties?: Record<string, Schema>
    required?: string[]
    items?: Schema
    prefixItems?: Schema[]
    anyOf?: Schema[]
  }

export type Schemas = Record<string, Schema>

type DescribedSchema = { description?: string; schema: Schema; example?: unknown }

export type Parameter = DescribedSchema & { name: string; in: 'path' | 'query' | 'header'; required?: boolean }

/** Content by media type; there is never more than one. */
export type ContentByType = Record<string, DescribedSchema>

export type DocumentedResponse = {
  description: string
  headers?: Record<string, DescribedSchema>
  content?: ContentByType
}

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: ContentByType }
  responses: Record<string, DocumentedResponse>
}

/** The parts of an OpenAPI document that are read. */
export type OpenApiDocument = {
  components: { schemas: Schemas }
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
}

/** An API call, or a webhook event with its event type as the path. */
export type ApiCall = Operation & { method: string; path: string }

const listCalls = (items: OpenApiDocument['paths']): ApiCall[] =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method, path })),
  )

const acceptsApiKey = ({ security = [] }: Operation) => security.some((scheme) => 'apiKey' in scheme)

/** Groups the calls that accept an API key by tag. */
export function groupApiKeyCalls({ tags = [], paths }: OpenApiDocument) {
  const calls = listCalls(paths).filter(acceptsApiKey)
  return tags
    .map((tag) => ({ ...tag, calls: calls.filter((call) => call.tags[0] === tag.name) }))
    .filter((group) => group.calls.length > 0)
}

export const listEvents = ({ webhooks }: OpenApiDocument) => listCalls(webhooks)

/** Whether a call spends credits: it can be refused for insufficient credits. */
export const spendsCredits = ({ responses }: Operation) => '402' in responses

/** Resolves a schema reference. */
export const resolveSchema = (schema: Schema, schemas: Schemas): Schema =>
  schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema

/** Formats an example request or response body as JSON. */
export function formatExample(content: ContentByType | undefined, schemas: Schemas): string {
  const { schema, example } = Object.values(content ?? {})[0] ?? {}
  const value = example ?? (schema && resolveSchema(schema, schemas).example)
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

/** `string<date-time>`, `Range`, `array<string>`, `[number, number]`, `integer | null`. */
export function formatType({ $ref, type, format, items, prefixItems, anyOf }: Schema): string {
  if ($ref) return $ref.split('/').at(-1) ?? ''
  if (anyOf) return anyOf.map(formatType).join(' | ')
  if (prefixItems) return `[${prefixItems.map(formatType).join(', ')}]`
  const names = [type ?? 'any'].flat().map((name) => (name === 'array' && items ? `array<${formatType(items)}>` : name))
  return `${names.join(' | ')}${format ? `<${format}>` : ''}`
}

/** Lists the constraints of a value in short form. */
export function listConstraints(schema: Schema): string[] {
  const { pattern, enum: values = schema.items?.enum, const: only, default: without } = schema
  return [
    ...Object.entries(limitPrefixes).flatMap(([name, sign]) =>
      schema[name as LimitKeyword] === undefined ? [] : [`${sign}${schema[name as LimitKeyword]}`],
    ),
    // A format makes the pattern redundant.
    ...(pattern && !schema.format ? [`matches ${pattern}`] : []),
    ...(values ? [`one of ${values.join(', ')}`] : []),
    ...(only === undefined ? [] : [`always ${JSON.stringify(only)}`]),
    ...(without === undefined ? [] : [`default ${JSON.stringify(without)}`]),
  ]
}
