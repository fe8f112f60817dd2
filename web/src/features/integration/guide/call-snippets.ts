import { buildPath } from '@dooryard/contract/api/endpoint'
import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { apiKeyPrefix } from '@dooryard/contract/integrations/api-keys'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { type Language, languages } from '../integration-search.ts'

/** Placeholder for a key that can no longer be shown; ASCII, as a header requires. */
export const keyPlaceholder = `${apiKeyPrefix}YOUR_KEY`

/** Name of the orders the guide places; the guide finds them by it. */
export const firstOrderName = 'First order by API'

/** The audience of the first call: one of the user's campaigns, or an example that becomes one. */
export type Audience = { campaignId?: string; name: string; campaignType: CampaignType; criteria: Criteria }

export const exampleAudience: Audience = {
  name: 'First call',
  campaignType: 'MAIL_READY',
  criteria: { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE'] } },
}

/** A request as written into a snippet. */
export type SnippetRequest = {
  method: 'GET' | 'POST'
  url: string
  key: string
  body?: object
  idempotencyKey?: string
}

type SnippetAccess = { origin: string; key: string }

export const buildCountRequest = (
  { origin, key }: SnippetAccess,
  { campaignType, criteria }: Audience,
): SnippetRequest => ({
  method: 'POST',
  url: origin + enterprise.count.path,
  key,
  body: { campaignType, criteria },
})

type FirstOrderInput = { quantity: number; creditRequired: number; idempotencyKey: string }

export function buildOrderRequest(
  { origin, key }: SnippetAccess,
  audience: Audience,
  first: FirstOrderInput,
): SnippetRequest {
  const { campaignId, name, campaignType, criteria } = audience
  const { idempotencyKey, ...amount } = first
  const order = { orderName: firstOrderName, ...amount }
  const body = campaignId ? { campaignId, ...order } : { campaign: { name, campaignType }, criteria, ...order }
  return { method: 'POST', url: origin + enterprise.place.path, key, body, idempotencyKey }
}

/** Reads an order or, while there is none, the newest order. */
export const buildReadRequest = ({ origin, key }: SnippetAccess, orderId: string | undefined): SnippetRequest => ({
  method: 'GET',
  url:
    origin +
    (orderId
      ? buildPath(enterprise.get, { params: { id: orderId } })
      : buildPath(enterprise.list, { query: { limit: 1 } })),
  key,
})

const toHeaders = ({ key, body, idempotencyKey }: SnippetRequest): [name: string, value: string][] =>
  Object.entries({
    Authorization: `Bearer ${key}`,
    ...(body && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
  })

const maxLineWidth = 80

/** Formats JSON over several lines, with short lists on one line. Strings in JSON contain no line breaks. */
const formatJson = (value: object, indent: number) =>
  JSON.stringify(value, null, indent).replaceAll(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (whole, items: string) => {
    const line = `[${items.replaceAll(/\n\s+/g, ' ')}]`
    return line.length <= maxLineWidth ? line : whole
  })

/** Indents all lines but the first. */
const indentText = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`)

// The body is a here-document, so that no quote in a name can end it early.
function writeCurl(request: SnippetRequest): string {
  const lines = [
    `curl --silent --show-error --fail-with-body '${request.url}'`,
    ...toHeaders(request).map(([name, value]) => `--header '${name}: ${value}'`),
  ]
  if (!request.body) return lines.join(' \\\n  ')
  return `${[...lines, "--data-binary @- <<'JSON'"].join(' \\\n  ')}\n${formatJson(request.body, 2)}\nJSON`
}

function writeJavaScript(request: SnippetRequest): string {
  const { method, url, body } = request
  return [
    `const answer = await fetch('${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...toHeaders(request).map(([name, value]) => `    '${name}': '${value}',`),
    '  },',
    ...(body ? [`  body: JSON.stringify(${indentText(formatJson(body, 2), 2)}),`] : []),
    '})',
    'console.log(answer.status, JSON.stringify(await answer.json(), null, 2))',
    'if (!answer.ok) process.exitCode = 1',
  ].join('\n')
}

const pythonLiterals: Record<string, string> = { true: 'True', false: 'False', null: 'None' }

/** Formats a value as Python: like JSON, except for three literals outside strings. */
const toPython = (value: object) =>
  formatJson(value, 4).replaceAll(/"(?:[^"\\]|\\.)*"|true|false|null/g, (token) => pythonLiterals[token] ?? token)

function writePython(request: SnippetRequest): string {
  const { method, url, body } = request
  return [
    'import json, sys',
    'from urllib.error import HTTPError',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    "${url}",`,
    `    method="${method}",`,
    '    headers={',
    ...toHeaders(request).map(([name, value]) => `        "${name}": "${value}",`),
    '    },',
    ...(body ? [`    data=json.dumps(${indentText(toPython(body), 4)}).encode(),`] : []),
    ')',
    'try:',
    '    with urlopen(request) as answer:',
    '        print(answer.status, json.dumps(json.load(answer), indent=2))',
    'except HTTPError as error:',
    '    sys.exit(f"{error.code} {error.read().decode()}")',
  ].join('\n')
}

/** Each language's label, how to run a file of it, and how to write a request in it. */
export const snippetLanguages: Record<
  Language,
  { label: string; location: (name: string) => string; write: (request: SnippetRequest) => string }
> = {
  curl: { label: 'curl', location: () => 'In a terminal, in bash or zsh', write: writeCurl },
  javascript: {
    label: 'JavaScript',
    location: (name) => `${name}.mjs, then: node ${name}.mjs`,
    write: writeJavaScript,
  },
  python: { label: 'Python', location: (name) => `${name}.py, then: python3 ${name}.py`, write: writePython },
}

export const languageSegments = languages.map((value) => ({ value, label: snippetLanguages[value].label }))
