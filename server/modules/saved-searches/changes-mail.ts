import { hello, letterTo, type Portal, type Reader } from '../../platform/mail/letter-to.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Difference } from './matches.queries.ts'

/** What changed of a saved search. */
export type Changes = Difference & { id: string; name: string }

const number = new Intl.NumberFormat('en-US')
const some = (count: number, one: string, many: string) => `${number.format(count)} ${count === 1 ? one : many}`

const screen = '/portal/settings/saved-searches'
const mostNamed = 20

const stop = { link: 'Choose which searches to get mails about, or stop them', to: screen }

/** To somebody who asked to be told what changes of their saved searches: all of them in one mail. */
export function changesMail(portal: Portal, reader: Reader, changes: readonly Changes[]): Mail {
  const [only] = changes
  return letterTo(portal, reader, only && changes.length === 1 ? ofOne(reader, only) : ofSeveral(reader, changes))
}

const toChanges = ({ id, entered }: Changes) => `${screen}?changes=${id}&change=${entered > 0 ? 'ENTERED' : 'LEFT'}`

function ofOne(reader: Reader, changed: Changes) {
  const { name, entered, departed } = changed
  const came = entered > 0
  const matchNow = `${some(entered, 'property matches', 'properties match')} that did not before`
  const left = `${some(departed, 'property matches', 'properties match')} no longer`
  const what = [came && matchNow, departed > 0 && left].filter((one) => one !== false).join(', and ')
  return {
    subject: came
      ? `${some(entered, 'new match', 'new matches')} for “${name}”`
      : `${some(departed, 'match', 'matches')} left “${name}”`,
    preview: `${briefly(changed)}.`,
    heading: came ? 'New matches for your saved search' : 'Your saved search has changed',
    body: [
      `${hello(reader)}, your saved search “${name}” has changed: ${what}.`,
      { button: 'See what changed', to: toChanges(changed) },
      stop,
    ],
    reason: 'You get this mail, once a day at most, because you asked to be told when this saved search changes.',
  }
}

function ofSeveral(reader: Reader, changes: readonly Changes[]) {
  const most = changes.toSorted((one, other) => sizeOf(other) - sizeOf(one) || one.name.localeCompare(other.name))
  const named = most.slice(0, mostNamed)
  const entered = changes.reduce((sum, change) => sum + change.entered, 0)
  const withNew = changes.filter((change) => change.entered > 0).length
  const others = changes.length - mostNamed
  return {
    subject:
      entered > 0
        ? `${some(entered, 'new match', 'new matches')} in ${withNew} of your saved searches`
        : `${changes.length} of your saved searches have changed`,
    preview: named.map(({ name }) => `“${name}”`).join(', '),
    heading: entered > 0 ? 'New matches for your saved searches' : 'Your saved searches have changed',
    body: [
      `${hello(reader)}, ${changes.length} of your saved searches have changed:`,
      ...named.map((change) => ({
        link: `“${change.name}”: ${briefly(change)}`,
        to: toChanges(change),
      })),
      ...(others > 0 ? [`${some(others, 'more has', 'more have')} changed as well.`] : []),
      { button: 'See all saved searches', to: screen },
      stop,
    ],
    reason: 'You get this mail, once a day at most, because you asked to be told when these saved searches change.',
  }
}

const sizeOf = ({ entered, departed }: Changes) => entered + departed

const briefly = ({ entered, departed }: Changes) =>
  [
    entered > 0 && some(entered, 'new match', 'new matches'),
    departed > 0 && `${some(departed, 'match', 'matches')} gone`,
  ]
    .filter((one) => one !== false)
    .join(', ')
