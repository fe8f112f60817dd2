import type { Reader } from '../screen-list.ts'

const toSlug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '')

const isId = (part: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(part)

/** What an address says of its screen in words; of ids and long values, only that they are there. */
function describe(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const parts = pathname.split('/').filter((part) => part !== '' && part !== 'portal')
  const search = [...searchParams].map(([name, value]) => (/^[\w.-]{1,20}$/.test(value) ? `${name} ${value}` : name))
  return [...(parts.length > 0 ? parts : ['home']), ...search].map((part) => (isId(part) ? 'one' : part)).join(' ')
}

/** Names of the screens of a reader that are the same in each run, by their addresses, whose ids are not. */
export function nameScreens(reader: Reader, paths: string[]): { name: string; path: string }[] {
  const seen = new Map<string, number>()
  return paths.map((path) => {
    const name = toSlug(`${reader} ${describe(path)}`)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return { name: count > 1 ? `${name}-${count}` : name, path }
  })
}

/** The name of some things that open over the screens of a reader, or of one of them. */
export const nameOpened = (reader: Reader, group: string, thing = '') => toSlug(`${reader} opened ${group} ${thing}`)

/** Whether a name has one of the words that were asked for; without any, everything is. */
export const hasWord = (name: string, words: string[]) =>
  words.length === 0 || words.some((word) => name.includes(word.toLowerCase()))
