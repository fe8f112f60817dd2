import type { Viewer } from '../screens/screen-list.ts'

const toSlug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '')

const isId = (part: string) => /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|\d{5,20})$/.test(part)

/** Describes an address in words; of ids and long values, only that they exist. */
function describePath(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const parts = pathname.split('/').filter((part) => part !== '' && part !== 'portal')
  const search = [...searchParams].map(([name, value]) => (/^[\w.-]{1,20}$/.test(value) ? `${name} ${value}` : name))
  return [...(parts.length > 0 ? parts : ['home']), ...search].map((part) => (isId(part) ? 'one' : part)).join(' ')
}

type NamedScreen = { name: string; path: string }

/** Whether a screen shows an account with data, or one without any. */
export type DataState = 'full' | 'empty'

/** Names for the screens of a viewer that are the same in each run, by their addresses, whose ids are not. */
export function nameScreens(viewer: Viewer, paths: string[], state: DataState = 'full'): NamedScreen[] {
  const countByName = new Map<string, number>()
  return paths.map((path) => {
    const name = toSlug(`${viewer} ${state === 'empty' ? 'empty ' : ''}${describePath(path)}`)
    const count = (countByName.get(name) ?? 0) + 1
    countByName.set(name, count)
    return { name: count > 1 ? `${name}-${count}` : name, path }
  })
}

/** The name of a group of overlays of a viewer, or of one of them. */
export const nameOverlay = (viewer: Viewer, group: string, thing = '') => toSlug(`${viewer} opened ${group} ${thing}`)

/** Tells whether a name contains one of the words; true without any. */
export const hasWord = (name: string, words: string[]) =>
  words.length === 0 || words.some((word) => name.includes(word.toLowerCase()))
