import type { z } from 'zod'

/** An issue of zod, finished or still without its message. */
type Issue = z.core.$ZodIssue | z.core.$ZodRawIssue

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  nan: 'a number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  date: 'a date',
  file: 'a file',
  null: 'null',
}

const formatNames: Record<string, string> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
  guid: 'a UUID',
  datetime: 'a date and time, such as 2026-11-02T09:30:00Z',
  date: 'a date, such as 2026-11-02',
  time: 'a time, such as 09:30:00',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  base64: 'Base64',
  json_string: 'JSON',
}

const unitNames: Record<string, readonly [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
}

/** A list longer than this, or a name the caller made up, would make the message useless. */
const maxNamed = 20
const maxNameLength = 100

const shorten = (name: string) => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name)

const formatPath = (path: readonly PropertyKey[]) => shorten(path.map(String).join('.'))

const join = (words: readonly string[], conjunction: 'and' | 'or') =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`

type Limit = { origin: string; inclusive?: boolean | undefined; exact?: boolean | undefined }

function formatLimit(limit: number | bigint, { origin, inclusive, exact }: Limit, where: 'at least' | 'at most') {
  const amount = origin === 'date' ? new Date(Number(limit)).toISOString() : limit.toLocaleString('en-US')
  if (inclusive === false) return `must be ${where === 'at least' ? 'greater' : 'less'} than ${amount}`
  const bound = `${exact ? 'exactly' : where} ${amount}`
  const units = unitNames[origin]
  return units ? `must have ${bound} ${units[Number(limit) === 1 ? 0 : 1]}` : `must be ${bound}`
}

function formatValues(values: readonly unknown[]): string {
  if (values.length === 1) return `must be ${String(values[0])}`
  // The API reference lists them.
  return values.length > maxNamed ? 'is none of the known values' : `must be one of ${values.map(String).join(', ')}`
}

type FormatIssue = { format: string; prefix?: unknown; suffix?: unknown; includes?: unknown }

function formatFormat({ format, prefix, suffix, includes }: FormatIssue): string {
  if (prefix !== undefined) return `must start with ${prefix}`
  if (suffix !== undefined) return `must end with ${suffix}`
  if (includes !== undefined) return `must contain ${includes}`
  const name = formatNames[format]
  return name ? `must be ${name}` : 'does not have the right form'
}

function formatUnknownFields(path: readonly PropertyKey[], keys: readonly string[]): string {
  const names = keys.map((key) => formatPath([...path, key]))
  if (names.length === 1) return `There is no field ${names[0]}`
  const others = names.length - maxNamed
  const named = others > 0 ? [...names.slice(0, maxNamed), `${others} more`] : names
  return `There are no fields ${join(named, 'and')}`
}

const formatAlternatives = (names: readonly string[]) =>
  names.length > 0 && names.length <= maxNamed ? `must be ${join(names, 'or')}` : 'is not valid'

const listExpected = (issue: z.core.$ZodIssue): readonly string[] =>
  issue.code === 'invalid_type'
    ? [typeNames[issue.expected] ?? []].flat()
    : issue.code === 'invalid_value'
      ? issue.values.map(String)
      : []

/** What is wrong with the alternative that came closest to the input, or what the alternatives are. */
function describeUnion(whole: string, path: readonly PropertyKey[], branches: readonly z.core.$ZodIssue[][]): string {
  const firsts = branches.flatMap(([first]) => first ?? [])
  const closest = firsts.find(({ code, path: inner }) => inner.length > 0 || !code?.match(/^invalid_(type|value)$/))
  if (!closest) return `${formatPath(path) || whole} ${formatAlternatives([...new Set(firsts.flatMap(listExpected))])}`
  const isStock = closest.message === describeIssue(whole, closest)
  return isStock ? describeIssue(whole, { ...closest, path: [...path, ...closest.path] }) : closest.message
}

/**
 * A sentence for an issue that the contract has no message for, with the name of the field: `stars must be at most 5`.
 * `whole` names the input itself: `The request body`.
 */
export function describeIssue(whole: string, issue: Issue): string {
  const path = issue.path ?? []
  const field = formatPath(path) || whole
  const isMissing = issue.input === undefined
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing) return `${field} is required`
      return `${field} ${issue.expected in typeNames ? `must be ${typeNames[issue.expected]}` : 'is not valid'}`
    case 'invalid_value':
      return isMissing ? `${field} is required` : `${field} ${formatValues(issue.values)}`
    case 'too_small':
      return `${field} ${formatLimit(issue.minimum, issue, 'at least')}`
    case 'too_big':
      return `${field} ${formatLimit(issue.maximum, issue, 'at most')}`
    case 'invalid_format':
      return `${field} ${formatFormat(issue)}`
    case 'not_multiple_of':
      return `${field} must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return formatUnknownFields(path, issue.keys)
    case 'invalid_union':
      if (isMissing) return `${field} is required`
      if ('options' in issue && Array.isArray(issue.options)) return `${field} ${formatValues(issue.options)}`
      return describeUnion(whole, path, issue.errors ?? [])
    case 'invalid_key':
      return `${field} is not a known name`
    default:
      return `${field} is not valid`
  }
}
