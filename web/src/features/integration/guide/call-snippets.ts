import { apiKeyPrefix } from '@dooryard/contract/api-keys'
import type { Criteria } from '@dooryard/contract/criteria'
import { pathOf } from '@dooryard/contract/endpoint'
import { enterprise } from '@dooryard/contract/enterprise'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { type Language, languages } from '../integration-search.ts'

/** Stands for a key that nobody can show any more: in ASCII, as a header has to be. */
export const keyPlaceholder = `${apiKeyPrefix}YOUR_KEY`

/** What the orders of the guide are called, by which it finds them again. */
export const firstOrderName = 'First order by API'

/** The audience of the first call: a campaign of the reader's, or an example that becomes one. */
export type Audience = { campaignId?: string; name: string; campaignType: CampaignType; criteria: Criteria }

export const exampleAudience: Audience = {
  name: 'First call',
  campaignType: 'MAIL_READY',
  criteria: { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE'] } },
}

/** A call as it is written into a program. */
export type Call = { method: 'GET' | 'POST'; url: string; key: string; body?: object; idempotencyKey?: string }

type Caller = { origin: string; key: string }

export const countCall = ({ origin, key }: Caller, { campaignType, criteria }: Audience): Call => ({
  method: 'POST',
  url: origin + enterprise.count.path,
  key,
  body: { campaignType, criteria },
})

type FirstOrder = { quantity: number; creditRequired: number; idempotencyKey: string }

export function orderCall({ origin, key }: Caller, audience: Audience, first: FirstOrder): Call {
  const { campaignId, name, campaignType, criteria } = audience
  const { idempotencyKey, ...amount } = first
  const order = { orderName: firstOrderName, ...amount }
  const body = campaignId ? { campaignId, ...order } : { campaign: { name, campaignType }, criteria, ...order }
  return { method: 'POST', url: origin + enterprise.place.path, key, body, idempotencyKey }
}

/** Reads an order; as long as there is none, the newest of them all. */
export const readCall = ({ origin, key }: Caller, orderId: string | undefined): Call => ({
  method: 'GET',
  url:
    origin +
    (orderId ? pathOf(enterprise.get, { params: { id: orderId } }) : pathOf(enterprise.list, { query: { limit: 1 } })),
  key,
})

const toHeaders = ({ key, body, idempotencyKey }: Call): [name: string, value: string][] =>
  Object.entries({
    Authorization: `Bearer ${key}`,
    ...(body && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
  })

const widest = 80

/** JSON over several lines, but a list that fits into one on one. No text in JSON has a line break of its own. */
const json = (value: object, indent: number) =>
  JSON.stringify(value, null, indent).replaceAll(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (whole, items: string) => {
    const line = `[${items.replaceAll(/\n\s+/g, ' ')}]`
    return line.length <= widest ? line : whole
  })

/** Moves all lines but the first to the right. */
const shift = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`)

// The body goes in as a document of its own: no quote in a name can end it early.
function curl(call: Call): string {
  const lines = [
    `curl --silent --show-error --fail-with-body '${call.url}'`,
    ...toHeaders(call).map(([name, value]) => `--header '${name}: ${value}'`),
  ]
  if (!call.body) return lines.join(' \\\n  ')
  return `${[...lines, "--data-binary @- <<'JSON'"].join(' \\\n  ')}\n${json(call.body, 2)}\nJSON`
}

function javascript(call: Call): string {
  const { method, url, body } = call
  return [
    `const answer = await fetch('${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...toHeaders(call).map(([name, value]) => `    '${name}': '${value}',`),
    '  },',
    ...(body ? [`  body: JSON.stringify(${shift(json(body, 2), 2)}),`] : []),
    '})',
    'console.log(answer.status, JSON.stringify(await answer.json(), null, 2))',
    'if (!answer.ok) process.exitCode = 1',
  ].join('\n')
}

const pythonWords: Record<string, string> = { true: 'True', false: 'False', null: 'None' }

/** A value as Python writes it: as JSON does, but for three words outside of texts. */
const toPython = (value: object) =>
  json(value, 4).replaceAll(/"(?:[^"\\]|\\.)*"|true|false|null/g, (token) => pythonWords[token] ?? token)

function python(call: Call): string {
  const { method, url, body } = call
  return [
    'import json, sys',
    'from urllib.error import HTTPError',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    "${url}",`,
    `    method="${method}",`,
    '    headers={',
    ...toHeaders(call).map(([name, value]) => `        "${name}": "${value}",`),
    '    },',
    ...(body ? [`    data=json.dumps(${shift(toPython(body), 4)}).encode(),`] : []),
    ')',
    'try:',
    '    with urlopen(request) as answer:',
    '        print(answer.status, json.dumps(json.load(answer), indent=2))',
    'except HTTPError as error:',
    '    sys.exit(f"{error.code} {error.read().decode()}")',
  ].join('\n')
}

/** What each language is called, how a file of it is run, and what writes a call in it. */
export const snippetLanguages: Record<
  Language,
  { label: string; place: (name: string) => string; write: (call: Call) => string }
> = {
  curl: { label: 'curl', place: () => 'In a terminal, in bash or zsh', write: curl },
  javascript: { label: 'JavaScript', place: (name) => `${name}.mjs, then: node ${name}.mjs`, write: javascript },
  python: { label: 'Python', place: (name) => `${name}.py, then: python3 ${name}.py`, write: python },
}

export const languageSegments = languages.map((value) => ({ value, label: snippetLanguages[value].label }))
