const limits = {
  minimum: '≥ ',
  exclusiveMinimum: '> ',
  maximum: '≤ ',
  minLength: 'characters ≥ ',
  maxLength: 'characters ≤ ',
  minItems: 'items ≥ ',
  maxItems: 'items ≤ ',
}
type Limit = keyof typeof limits

/** What is read of a JSON schema. */
export type Schema = Partial<Record<'$ref' | 'format' | 'pattern' | 'description', string>> &
  Partial<Record<'const' | 'default' | 'example', unknown>> &
  Partial<Record<Limit, number>> & {
    type?: string | string[]
    enum?: unknown[]
    properties?: Record<string, Schema>
    required?: string[]
    items?: Schema
    prefixItems?: Schema[]
    anyOf?: Schema[]
  }

export type Schemas = Record<string, Schema>

type Described = { description?: string; schema: Schema; example?: unknown }

export type Parameter = Described & { name: string; in: 'path' | 'query' | 'header'; required?: boolean }

/** By its media type, of which there is never more than one. */
export type Content = Record<string, Described>

export type Answer = { description: string; headers?: Record<string, Described>; content?: Content }

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Answer>
}

/** What is read of an OpenAPI document. */
export type OpenApiDocument = {
  components: { schemas: Schemas }
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
}

/** A call of the API or, with an event type for a path, one of ours to a webhook. */
export type ApiCall = Operation & { method: string; path: string }

const listCalls = (items: OpenApiDocument['paths']): ApiCall[] =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method, path })),
  )

const opensToKeys = ({ security = [] }: Operation) => security.some((scheme) => 'apiKey' in scheme)

/** The calls that an API key opens, under the name of their group. */
export function groupKeyCalls({ tags = [], paths }: OpenApiDocument) {
  const calls = listCalls(paths).filter(opensToKeys)
  return tags
    .map((tag) => ({ ...tag, calls: calls.filter((call) => call.tags[0] === tag.name) }))
    .filter((group) => group.calls.length > 0)
}

export const listEvents = ({ webhooks }: OpenApiDocument) => listCalls(webhooks)

/** Whether a call spends credits: one of those that can be refused for having too few. */
export const spendsCredits = ({ responses }: Operation) => '402' in responses

/** The schema itself where one only refers to it. */
export const resolveSchema = (schema: Schema, schemas: Schemas): Schema =>
  schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema

/** An example of what is sent or answered, as JSON. */
export function formatExample(content: Content | undefined, schemas: Schemas): string {
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

/** What a value is held to, in a few words each. */
export function listConstraints(schema: Schema): string[] {
  const { pattern, enum: values = schema.items?.enum, const: only, default: without } = schema
  return [
    ...Object.entries(limits).flatMap(([name, sign]) =>
      schema[name as Limit] === undefined ? [] : [`${sign}${schema[name as Limit]}`],
    ),
    // Where there is a format, the pattern says the same at length.
    ...(pattern && !schema.format ? [`matches ${pattern}`] : []),
    ...(values ? [`one of ${values.join(', ')}`] : []),
    ...(only === undefined ? [] : [`always ${JSON.stringify(only)}`]),
    ...(without === undefined ? [] : [`default ${JSON.stringify(without)}`]),
  ]
}
